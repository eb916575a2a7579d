import type { Box } from "../../core/base/nm.ts";
import { fromMm } from "../../core/base/nm.ts";
import type { Host } from "./host.ts";
import type { Stage } from "./stage.ts";
import { fitted, panned, type Viewport, zoomed } from "./viewport.ts";

/** Half of what is shown around a place whose items reach far beyond it, in nanometres. */
const AROUND = 6_000_000;

export interface CameraOptions {
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  readonly host: Host;
  readonly path: () => string;
  /** How much of the canvas lies under the bar of tools, from the left, in CSS pixels. */
  readonly covered: () => number;
  readonly onZoom: (scale: number, ratio: number) => void;
}

/** What part of the document is seen; remembered while the tab is hidden. */
export class Camera {
  /** The document is new and has not been fitted yet. */
  needsFit = true;
  private readonly options: CameraOptions;
  private timer = 0;

  constructor(options: CameraOptions) {
    this.options = options;
  }

  set(viewport: Viewport): void {
    const { stage, canvas, onZoom } = this.options;
    stage.setViewport(viewport);
    onZoom(viewport.scale, canvas.width / Math.max(1, canvas.clientWidth));
    this.save();
  }

  /** Fits the board's edge or the page, else all there is; `final` when nothing is still to be drawn. */
  fit(final: boolean): void {
    const { canvas, covered, stage } = this.options;
    const edges = stage.scene.bounds((drawn) => drawn.ranges.some((range) => range.layer === "Edge.Cuts"));
    const page = stage.page.bounds();
    const frame = edges.minX > edges.maxX ? page : edges;
    const box = frame.minX > frame.maxX ? stage.scene.bounds() : frame;
    if (box.minX > box.maxX || stage.viewport.width <= 1) return;
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    this.set(fitted(stage.viewport, box, undefined, covered() * ratio));
    if (final) this.needsFit = false;
  }

  /** Shows items, or what is around a place (mm) of theirs when they are big. */
  goTo(box: Box | null, at: readonly [number, number] | undefined): void {
    const { stage } = this.options;
    const shown = boxAround(box, at);
    if (shown !== null) this.set(fitted(stage.viewport, shown, 0.3));
  }

  zoom(factor: number): void {
    const { stage, canvas } = this.options;
    this.set(zoomed(stage.viewport, factor, { x: canvas.width / 2, y: canvas.height / 2 }));
  }

  /** Turns the board over, around the middle of the view. */
  flip(): void {
    const { viewport } = this.options.stage;
    this.set({ ...viewport, isFlipped: !viewport.isFlipped });
  }

  pan(dx: number, dy: number): void {
    this.set(panned(this.options.stage.viewport, dx, dy));
  }

  restore(path: string): void {
    const { host, stage } = this.options;
    const state = host.getState() as (Partial<Viewport> & { readonly path?: string }) | undefined;
    if (!this.needsFit || state?.path !== path) return;
    const { path: _, ...view } = state;
    this.set({ ...stage.viewport, ...view });
    this.needsFit = false;
  }

  private save(): void {
    const { host, stage, path } = this.options;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { x, y, scale, isFlipped } = stage.viewport;
      if (!this.needsFit) host.setState({ path: path(), x, y, scale, isFlipped });
    }, 300);
  }
}

function boxAround(box: Box | null, at: readonly [number, number] | undefined): Box | null {
  if (at === undefined) return box;
  const [x, y] = [fromMm(at[0]), fromMm(at[1])];
  const near = { minX: x - AROUND, minY: y - AROUND, maxX: x + AROUND, maxY: y + AROUND };
  if (box === null || box.maxX - box.minX > 4 * AROUND || box.maxY - box.minY > 4 * AROUND) return near;
  return box;
}
