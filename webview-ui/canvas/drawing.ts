import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import type { Surroundings } from "../protocol.ts";
import { PaintQueue } from "./paint-queue.ts";
import { isSurrounding, Painting } from "./painting.ts";
import type { Stage } from "./stage.ts";

/** Kinds in the order they are drawn first: what gives the view its frame, then what is quick, zones last. */
const paintOrder = ["graphic", "sheet", "footprint", "symbol", "track", "arcTrack", "via", "wire"];

export interface DrawingOptions {
  readonly stage: Stage;
  readonly doc: () => Doc | null;
  readonly around: () => Surroundings;
  /** So many of the items are drawn. */
  readonly onProgress: (done: number, total: number) => void;
  /** There are other layers than before. */
  readonly onLayers: () => void;
  readonly report: (problem: string) => void;
}

/** Brings the document into the scene: all of it a slice at a time, or items one by one. */
export class Drawing {
  /** Items drawn since the page came up. */
  paints = 0;
  isStarted = false;
  private painting: Painting | null = null;
  private readonly options: DrawingOptions;
  private readonly queue: PaintQueue<ItemId>;

  constructor(options: DrawingOptions) {
    this.options = options;
    this.queue = new PaintQueue<ItemId>(
      (id) => this.paint(id),
      (done, total) => {
        this.orderLayers();
        options.onProgress(done, total);
        options.stage.invalidate();
      },
    );
  }

  /** Whether everything is in the scene. */
  get isIdle(): boolean {
    return this.queue.isIdle;
  }

  /** Draws a document from the start. */
  start(doc: Doc, path: string): void {
    this.isStarted = true;
    this.painting = new Painting(doc, path, this.options.around());
    this.options.stage.page.put("page", "page", (sink) => this.painting?.paintPage(sink));
    const rank = (of: string) => {
      const at = paintOrder.indexOf(of);
      return of === "zone" ? paintOrder.length + 1 : at < 0 ? paintOrder.length : at;
    };
    const entries = [...doc.items.entries].sort((a, b) => rank(a.kind) - rank(b.kind));
    this.queue.start(entries.map((entry) => entry.id));
  }

  /** Draws these anew, or everything where one of them is what the others depend on. Answers whether it was only these. */
  update(doc: Doc, path: string, ids: readonly ItemId[]): boolean {
    if (ids.some((id) => isSurrounding(id, doc.items.entry(id)?.kind))) {
      this.start(doc, path);
      return false;
    }
    this.painting?.see(doc);
    const rings = this.ringsNear(doc, ids);
    for (const id of ids) this.paint(id);
    for (const id of [...rings, ...this.ringsNear(doc, ids)]) this.paint(id);
    this.orderLayers();
    return true;
  }

  /** Parts and vias under changed tracks whose rings stand only where a track comes. */
  private ringsNear(doc: Doc, ids: readonly ItemId[]): ItemId[] {
    const { scene, index } = this.options.stage;
    const found = new Set<ItemId>();
    for (const id of ids) {
      const drawn = scene.get(id);
      if (drawn === undefined || !/track/i.test(drawn.kind)) continue;
      for (const near of index.in(drawn.box, false, () => true))
        if (hasLooseRings(doc.items.get(near.id)) && !ids.includes(near.id)) found.add(near.id);
    }
    if (found.size > 0) this.painting?.follow(doc);
    return [...found];
  }

  /** An item's shapes, as it is drawn. */
  shapes(item: Item, sink: Sink): void {
    this.painting?.paint(item, sink);
  }

  private paint(id: ItemId): void {
    this.paints++;
    const { stage, doc, report } = this.options;
    const entry = doc()?.items.entry(id);
    if (entry === undefined || this.painting === null) stage.scene.remove(id);
    else {
      const item = entry.item();
      try {
        stage.scene.put(id, entry.kind, (sink) => this.shapes(item, sink));
      } catch (thrown) {
        report(`Cannot draw ${entry.kind} ${id}: ${String(thrown)}`);
      }
    }
    stage.refresh(id);
  }

  /** Puts the layers in their order, as seen from the side that the board is seen from. */
  orderLayers(): void {
    const { stage, onLayers } = this.options;
    const side = stage.viewport.isFlipped ? "back" : "front";
    const names = new Set([...stage.scene.layers.keys(), ...(this.painting?.offered() ?? [])]);
    const order = this.painting?.order([...names], side) ?? [];
    if (stage.layers.setNames(order)) onLayers();
  }
}

function hasLooseRings(item: Item | undefined): boolean {
  if (item === undefined) return false;
  return item["removeUnusedLayers"] === true || item.children.some((child) => child["removeUnusedLayers"] === true);
}
