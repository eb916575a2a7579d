import type { Point } from "../../core/base/nm.ts";
import { liveNets } from "../../core/engines/connect/live-nets.ts";
import type { Link } from "../../core/engines/connect/net-state.ts";
import type { Doc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";

/** Boards with more items are not connected by themselves: the first time takes seconds, later edits do not. */
export const BIG_BOARD = 4000;

/** The missing connections as thin lines; after an edit only the nets that it touched are looked at. */
export class Ratsnest implements Overlay {
  isShown = true;
  /** Something else matters more. */
  isFaint = false;
  private readonly scene = new Scene();
  private links: readonly Link[] = [];
  /** Copper whose missing connections alone are shown; null: all are. */
  only: ReadonlySet<ItemId> | null = null;
  private moved: ReadonlySet<ItemId> = new Set();
  private by: Point = { x: 0, y: 0 };
  private scale = 0;

  /** How many connections are missing, as of the last update. */
  get count(): number {
    return this.links.length;
  }

  /** How many of them are shown. */
  get shown(): number {
    return this.links.filter((link) => this.isWanted(link)).length;
  }

  /** Shows those of some copper only, or all. */
  show(only: ReadonlySet<ItemId> | null): void {
    this.only = only;
    this.scale = 0;
  }

  update(doc: Doc): void {
    this.links = liveNets(doc)
      .update(doc)
      .flatMap(({ missing }) => missing);
    this.moved = new Set();
    this.scale = 0;
  }

  clear(): void {
    this.only = null;
    this.links = [];
    this.moved = new Set();
    this.scale = 0;
  }

  /** Copper that is being moved, and by how much; the lines follow it. */
  move(copper: ReadonlySet<ItemId>, by: Point): void {
    this.moved = copper;
    this.by = by;
    this.scale = 0;
  }

  passes(view: Viewport, ratio: number, isDark: boolean): readonly Pass[] {
    if (!this.isShown || this.links.length === 0) return [];
    if (view.scale !== this.scale) this.build(view, ratio);
    const rgb = isDark ? 0xf5ffd5 : 0x4a5a00;
    return [{ scene: this.scene, layers: [{ name: "ratsnest", color: { rgb, alpha: this.isFaint ? 0.2 : 0.75 } }] }];
  }

  private build(view: Viewport, ratio: number): void {
    this.scale = view.scale;
    this.scene.clear();
    const width = ratio / view.scale;
    const place = (copper: Link["from"], at: Point) =>
      this.moved.has(copper.id) || this.moved.has(copper.parent) ? { x: at.x + this.by.x, y: at.y + this.by.y } : at;
    this.scene.put("ratsnest", "ratsnest", (sink) => {
      sink.layer("ratsnest");
      for (const link of this.links) {
        if (!this.isWanted(link)) continue;
        const { from, to, fromPlace, toPlace } = link;
        const a = place(from, fromPlace);
        const b = place(to, toPlace);
        sink.polyline([a.x, a.y, b.x, b.y], width);
      }
    });
  }

  private isWanted({ from, to }: Link): boolean {
    const { only } = this;
    return only === null || [from, to].some((copper) => only.has(copper.id) || only.has(copper.parent));
  }
}
