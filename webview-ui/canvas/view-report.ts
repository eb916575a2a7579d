import { toMm } from "../../core/base/nm.ts";
import type { FromCanvas } from "../protocol.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import type { Stage } from "./stage.ts";
import type { Viewport } from "./viewport.ts";
import { seen } from "./viewport.ts";

/** The view is told when it has stood still for so long, in milliseconds. */
const SETTLE_MS = 200;

type View = Extract<FromCanvas, { type: "view" }>;

/** Tells the extension what the person sees: the part of the sheet, and which layers. */
export class ViewReport implements Overlay {
  private readonly stage: Stage;
  private readonly post: (view: View) => void;
  private told = "";
  private timer = 0;

  constructor(stage: Stage, post: (view: View) => void) {
    this.stage = stage;
    this.post = post;
    stage.overlays.push(this);
  }

  passes(view: Viewport): readonly Pass[] {
    if (view.width > 1 && JSON.stringify(this.now()) !== this.told) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.tell(), SETTLE_MS);
    }
    return [];
  }

  private tell(): void {
    const view = this.now();
    const key = JSON.stringify(view);
    if (key === this.told) return;
    this.told = key;
    this.post(view);
  }

  private now(): View {
    const { viewport, layers } = this.stage;
    const { minX, minY, maxX, maxY } = seen(viewport);
    const all = layers.list().filter(({ name }) => isOfBoard(name));
    return {
      type: "view",
      view: [minX, minY, maxX, maxY].map((nm) => toMm(Math.round(nm))),
      layers: all.filter(({ visible }) => visible).map(({ name }) => name),
      hidden: all.filter(({ visible }) => !visible).map(({ name }) => name),
      layer: all.length === 0 ? "" : layers.active,
    };
  }
}

/** Whether a drawn layer is one of the board's own, and not a kind of item that has a switch of its own. */
function isOfBoard(name: string): boolean {
  return /^[A-Z]\w*\.[\w ]+$/.test(name);
}
