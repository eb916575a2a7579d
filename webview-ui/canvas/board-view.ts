import type { Box, Point } from "../../core/base/nm.ts";
import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { footprintBehind } from "../../core/model/library/parts-board.ts";
import { NetHighlight } from "./net-highlight.ts";
import { NetNames } from "./net-names.ts";
import { BIG_BOARD, Ratsnest } from "./ratsnest.ts";
import type { Stage } from "./stage.ts";

export interface BoardViewOptions {
  readonly stage: Stage;
  readonly doc: () => Doc | null;
  readonly paint: (item: Item, sink: Sink) => void;
  /** Net that is lit, missing connections, how layers and zones are shown: for the status line. */
  readonly onState: (state: string) => void;
  readonly say: (text: string) => void;
  /** What the sheet that is shown has of a net. */
  readonly drawnOf: (net: string) => Promise<ReadonlySet<ItemId>>;
  /** Another net is lit by the person, or none. */
  readonly onLit: (net: string | null) => void;
}

/** What a board shows besides its items: missing connections, a lit net, names of nets, ways to show layers and zones. */
export class BoardView {
  private readonly options: BoardViewOptions;
  private readonly ratsnest = new Ratsnest();
  private readonly highlight: NetHighlight;
  private readonly names: NetNames;
  private isConnected = false;
  private timer = 0;
  private asked = 0;

  constructor(options: BoardViewOptions) {
    const { stage, doc } = options;
    this.options = options;
    this.highlight = new NetHighlight(stage.layers);
    this.names = new NetNames(stage.index, stage.layers, doc);
    stage.overlays.push(this.highlight, this.names, this.ratsnest);
  }

  /** What tests ask. */
  get probe(): { readonly missing: number; readonly names: number; readonly net: string | null } {
    return { missing: this.ratsnest.shown, names: this.names.count, net: this.highlight.net };
  }

  /** The document was loaded, or changed and is drawn. */
  update(isNew: boolean): void {
    const doc = this.options.doc();
    this.names.outdate();
    if (doc === null) return;
    if (isNew) {
      // A footprint's parts have no nets yet.
      const isBoard = doc.kind === "board" && footprintBehind(doc) === null;
      this.isConnected = isBoard && doc.items.entries.length <= BIG_BOARD;
      this.ratsnest.clear();
    }
    if (this.highlight.net !== null || isNew) void this.light(this.highlight.net);
    this.connect();
  }

  toggleRatsnest(): void {
    this.ratsnest.isShown = !this.isConnected || !this.ratsnest.isShown;
    if (!this.isConnected) {
      this.isConnected = true;
      this.options.say("Looking for missing connections…");
    }
    this.connect();
    this.redraw();
  }

  /** Only the missing connections of these items, or all of them again. */
  toggleLocalRatsnest(ids: ReadonlySet<ItemId>): void {
    const isLocal = this.ratsnest.only !== null;
    if (!isLocal && ids.size === 0) {
      this.options.say("Select the parts whose missing connections are to be shown.");
      return;
    }
    this.ratsnest.show(isLocal ? null : this.copperOf(ids));
    if (!this.isConnected || !this.ratsnest.isShown) this.toggleRatsnest();
    this.redraw();
  }

  /** Lights a net, or none; what a sheet has of it comes a moment later. */
  async light(net: string | null): Promise<void> {
    const { stage, doc, paint, drawnOf } = this.options;
    const ask = ++this.asked;
    const isSheet = doc()?.kind === "schematic";
    const drawn = isSheet && net !== null ? await drawnOf(net) : undefined;
    if (ask !== this.asked) return;
    this.highlight.show(net, doc(), paint, drawn);
    stage.layers.isDimmed = net !== null;
    this.redraw();
  }

  /** The person lights a net, or none: other drawings of the design show it too. */
  lightAll(net: string | null): void {
    void this.light(net);
    this.options.onLit(net);
  }

  /** Where the net is that is lit; null where none is, or it is drawn nowhere. */
  boxOfLit(): Box | null {
    return this.highlight.box();
  }

  get lit(): string | null {
    return this.highlight.net;
  }

  cycleContrast(): void {
    const { layers } = this.options.stage;
    layers.contrast = layers.contrast === "all" ? "dim" : layers.contrast === "dim" ? "hide" : "all";
    this.redraw();
  }

  cycleZones(): void {
    const { layers } = this.options.stage;
    layers.zones = layers.zones === "filled" ? "faint" : layers.zones === "faint" ? "outlined" : "filled";
    this.redraw();
  }

  /** The selection is shown elsewhere: the lines go with it. */
  move(ids: Iterable<ItemId>, by: Point): void {
    this.ratsnest.move(this.copperOf(ids), by);
  }

  /** Items with all that is inside them. */
  private copperOf(ids: Iterable<ItemId>): Set<ItemId> {
    const doc = this.options.doc();
    const copper = new Set<ItemId>();
    for (const id of ids) {
      copper.add(id);
      for (const child of doc?.items.get(id)?.children ?? []) copper.add(child.id);
    }
    return copper;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const doc = this.options.doc();
    if (!this.isConnected || doc?.kind !== "board") {
      this.redraw();
      return;
    }
    // After the frame that shows the edit.
    this.timer = window.setTimeout(() => {
      const now = this.options.doc();
      if (now !== null) this.ratsnest.update(now);
      this.redraw();
    }, 0);
  }

  /** Says in the status line how the board is shown. */
  showState(): void {
    this.redraw();
  }

  private redraw(): void {
    const { stage, onState, doc } = this.options;
    const { layers } = stage;
    const { count, isShown } = this.ratsnest;
    this.ratsnest.isFaint = layers.isDimmed;
    const lit = this.highlight.net === null ? "" : `Net ${this.highlight.net}`;
    const words =
      doc()?.kind !== "board"
        ? [lit]
        : [
            lit,
            this.isConnected && isShown ? `${count} unrouted` : "",
            this.ratsnest.only === null ? "" : `${this.ratsnest.shown} of the selection shown`,
            stage.viewport.isFlipped ? "Seen from the back" : "",
            { all: "", dim: "Other layers dimmed", hide: "Other layers hidden" }[layers.contrast],
            { filled: "", faint: "Zones faint", outlined: "Zones outlined" }[layers.zones],
          ];
    onState(words.filter((word) => word !== "").join(" · "));
    stage.invalidate();
  }
}
