import type { Box, Nm, Point } from "../../core/base/nm.ts";
import type { Color, Theme } from "../../core/engines/render/sink.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { Pass } from "./gl/renderer.ts";
import { Renderer } from "./gl/renderer.ts";
import { Grid } from "./grid.ts";
import { HitIndex } from "./hit.ts";
import { controllerOf, LayerSet, luminance } from "./layers.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";
import { emptyViewport } from "./viewport.ts";

/** What is on the canvas: the document, the selection over it, a ghost of what is dragged, marks, the grid. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly scene = new Scene();
  readonly index = new HitIndex(this.scene);
  readonly layers: LayerSet;
  readonly renderer: Renderer;
  viewport: Viewport = emptyViewport;
  gridSpacing: Nm = 1_000_000;
  lastFrameAt = 0;
  /** Milliseconds that the last frame took to give to the driver. */
  lastFrameMs = 0;
  /** Frame and title block; nothing there can be chosen. */
  readonly page = new Scene();
  private readonly grid = new Grid();
  private readonly selected = new Scene();
  private readonly pointed = new Scene();
  private readonly band = new Scene();
  /** Drawn last, in this order. */
  readonly overlays: Overlay[] = [];
  private bandColor: Color = { rgb: 0, alpha: 0 };
  private pointedColor = 0xffa500;
  private shift: Point = { x: 0, y: 0 };
  /** Items taken out of the scene while their ghost is shown. */
  private readonly lifted = new Set<ItemId>();
  private frame = 0;
  private readonly onFrame: () => void;

  constructor(canvas: HTMLCanvasElement, theme: Theme, onFrame: () => void) {
    this.canvas = canvas;
    this.layers = new LayerSet(theme);
    this.onFrame = onFrame;
    this.renderer = new Renderer(canvas, () => this.invalidate());
  }

  /** Asks for a frame. */
  invalidate(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.onFrame();
    });
  }

  /** Draws at once. */
  draw(): void {
    const started = performance.now();
    const ratio = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    this.grid.update(this.viewport, this.gridSpacing, ratio);
    this.renderer.draw(this.viewport, this.layers.background, this.passes(ratio));
    this.lastFrameAt = performance.now();
    this.lastFrameMs = this.lastFrameAt - started;
  }

  setViewport(viewport: Viewport): void {
    this.viewport = viewport;
    this.invalidate();
  }

  isDrawable(): boolean {
    return !this.renderer.isLost && this.canvas.width > 0;
  }

  clear(): void {
    this.endGhost();
    this.scene.clear();
    this.page.clear();
    this.selected.clear();
    this.pointed.clear();
    this.index.clear();
  }

  /** An item was drawn anew or is gone: the marks over it follow. */
  refresh(id: ItemId): void {
    this.lifted.delete(id);
    this.index.update(id);
    const drawn = this.scene.get(id);
    for (const marks of [this.selected, this.pointed]) {
      if (marks.get(id) === undefined) continue;
      if (drawn === undefined) marks.remove(id);
      else marks.copy(drawn);
    }
    this.invalidate();
  }

  markSelected(ids: ReadonlySet<ItemId>): void {
    this.endGhost();
    this.mark(this.selected, ids);
  }

  /** Points at items, in a colour of one's own. */
  markPointed(ids: ReadonlySet<ItemId>, color = 0xffa500): void {
    this.pointedColor = color;
    this.mark(this.pointed, ids);
  }

  /** Shows the selected items moved, and not where they are. */
  showGhost(by: Point): void {
    for (const drawn of this.selected.items()) {
      if (this.scene.get(drawn.id) === undefined) continue;
      this.scene.remove(drawn.id);
      this.lifted.add(drawn.id);
    }
    this.shift = by;
    this.invalidate();
  }

  get isGhosting(): boolean {
    return this.lifted.size > 0 || this.shift.x !== 0 || this.shift.y !== 0;
  }

  isLifted(id: ItemId): boolean {
    return this.lifted.has(id);
  }

  /** Puts lifted items back where they are. */
  endGhost(): void {
    for (const id of this.lifted) {
      const drawn = this.selected.get(id);
      if (drawn !== undefined) this.scene.copy(drawn);
    }
    this.lifted.clear();
    this.shift = { x: 0, y: 0 };
    this.invalidate();
  }

  /** The outline of a selection being drawn; `whole` (inside only) is blue, the touching one green, as in KiCad. */
  showBand(outline: readonly Point[] | null, whole: boolean): void {
    this.band.clear();
    if (outline !== null) {
      this.bandColor = { rgb: whole ? 0x4d9de0 : 0x3bb273, alpha: 1 };
      const ring = outline.flatMap(({ x, y }) => [x, y]);
      this.band.put("band", "band", (sink) => {
        sink.layer("band.fill");
        sink.polygon(ring);
        sink.layer("band");
        sink.polyline([...ring, ...ring.slice(0, 2)], 0);
      });
    }
    this.invalidate();
  }

  /** The box of items, or null when none is drawn. */
  boxOf(ids: Iterable<ItemId>): Box | null {
    const wanted = new Set(ids);
    const box = this.scene.bounds((drawn) => wanted.has(drawn.id));
    return box.minX > box.maxX ? null : box;
  }

  private mark(marks: Scene, ids: ReadonlySet<ItemId>): void {
    for (const drawn of [...marks.items()]) if (!ids.has(drawn.id)) marks.remove(drawn.id);
    for (const id of ids) {
      const drawn = this.scene.get(id);
      if (drawn !== undefined && marks.get(id) === undefined) marks.copy(drawn);
    }
    this.invalidate();
  }

  private passes(ratio: number): Pass[] {
    const isDark = luminance(this.layers.background) < 0.5;
    const lines = isDark ? 0xffffff : 0x000000;
    const highlight = isDark ? 0xffffff : 0x2a7fff;
    const visible = this.layers.list().filter((layer) => layer.visible);
    const marked = (name: string, to: number, part: number) => {
      const color = this.layers.colorOf(name);
      return [{ name, color: /^hole/.test(name) ? color : { rgb: mixed(color.rgb, to, part), alpha: color.alpha } }];
    };
    const marks = (name: string): Pass[] => [
      { scene: this.pointed, layers: marked(name, this.pointedColor, 0.75), isMark: true },
      {
        scene: this.selected,
        layers: marked(name, highlight, 0.55),
        shiftX: this.shift.x,
        shiftY: this.shift.y,
        isMark: true,
      },
    ];
    return [
      {
        scene: this.grid.scene,
        layers: [
          { name: "grid", color: { rgb: lines, alpha: isDark ? 0.16 : 0.12 } },
          { name: "grid.major", color: { rgb: lines, alpha: isDark ? 0.32 : 0.24 } },
        ],
      },
      {
        scene: this.page,
        layers: [...this.page.layers.keys()].map((name) => ({ name, color: this.layers.colorOf(name) })),
      },
      ...visible.flatMap((layer) => [
        { scene: this.scene, layers: [{ ...layer, color: this.layers.shownColorOf(layer.name) }] },
        ...(isUnderlay(layer.name) ? marks(layer.name) : []),
      ]),
      ...visible.flatMap((layer) => (isUnderlay(layer.name) ? [] : marks(layer.name))),
      {
        scene: this.band,
        layers: [
          { name: "band.fill", color: { ...this.bandColor, alpha: 0.18 } },
          { name: "band", color: this.bandColor },
        ],
      },
      ...this.overlays.flatMap((overlay) => overlay.passes(this.viewport, ratio, isDark)),
    ];
  }
}

/** Whether marked shapes of a layer stay in their place in the stack: a chosen zone on top would hide the board. */
function isUnderlay(name: string): boolean {
  return name.endsWith(":zone") || controllerOf(name).endsWith(".background");
}

function mixed(from: number, to: number, part: number): number {
  const channel = (shift: number) =>
    Math.round(((from >> shift) & 255) * (1 - part) + ((to >> shift) & 255) * part) << shift;
  return channel(16) | channel(8) | channel(0);
}
