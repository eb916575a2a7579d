import type { Nm, Point } from "../../../core/base/nm.ts";
import type { Copper } from "../../../core/engines/connect/copper.ts";
import { copperOfItem } from "../../../core/engines/connect/copper.ts";
import { liveNets } from "../../../core/engines/connect/live-nets.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import { holds } from "../../../core/geometry/distance.ts";
import { copperLayers } from "../../../core/model/board/layer-table.ts";
import { copperLayer, distance } from "./board-tools.ts";
import { wayTo } from "./corner.ts";
import type { Cursor, Tool, ToolSurface } from "./tool.ts";
import { isSame, toArgs } from "./tool.ts";

/** A place of the way, and the layer of the leg that leads to it. */
interface Place {
  readonly at: Point;
  readonly layer: string;
}

/** What is done about copper in the way, as `pcb.route` calls it, with the words of the hint. */
const modes = { refuse: "collisions are shown", shove: "tracks are pushed aside", around: "it goes round" } as const;
type Mode = keyof typeof modes;

/** What the tool keeps from one use to the next. */
export interface RouteMemory {
  mode: Mode;
}

/** Width of what is drawn while the net has no track yet. */
const THIN: Nm = 200_000;

/**
 * Routes one track: a press begins on copper, presses lay corners, a press on copper of the net ends there. `V` puts a
 * via, `/` turns the corner over, `F` looks for the rest of the way. What would come too near is drawn red and refused,
 * or, as `S` says, tracks are pushed aside for it, or it goes round.
 */
export class RouteTool implements Tool {
  readonly id = "route";
  readonly title = "Route single track";
  private readonly surface: ToolSurface;
  private places: Place[] = [];
  private counts: number[] = [];
  private net = "";
  private width = THIN;
  private cursor: Point | null = null;
  private isFlipped = false;
  private isBusy = false;
  private problem: string | null = null;
  private asked = 0;
  private isAsking = false;
  private mode: Mode;
  private readonly onMode: (mode: Mode) => void;

  constructor(surface: ToolSurface, remembered: RouteMemory) {
    this.surface = surface;
    this.mode = remembered.mode;
    this.onMode = (mode) => {
      remembered.mode = mode;
    };
  }

  hint(): string {
    const mode = `S: ${modes[this.mode]}`;
    if (this.places.length === 0) return `Press on a pad, a via or the end of a track · ${mode}`;
    const net = this.net === "" ? "No net" : this.net;
    const where = `${net} on ${this.surface.layer()}`;
    if (this.problem !== null) return `${where} · ${this.problem}`;
    return `${where} · Press corners · V via · / other corner · F finds the rest · ${mode} · Backspace back · Enter ends`;
  }

  move(to: Cursor): void {
    this.cursor = to.at;
    this.surface.refresh();
    this.look();
  }

  press({ at, raw }: Cursor): void {
    if (this.isBusy) return;
    const doc = this.surface.doc();
    if (doc === null) return;
    const here = this.copperAt(raw);
    if (this.places.length === 0) {
      this.begin(here, at);
      return;
    }
    const last = this.places.at(-1)!;
    const layer = copperLayer(this.surface);
    const end = here.find((each) => each.net === this.net && this.isOn(each, layer));
    const target = end === undefined ? at : anchorOf(end, raw, at);
    if (isSame(last.at, target)) {
      this.finish();
      return;
    }
    this.lay(target, layer);
    if (end !== undefined && this.net !== "") this.finish();
    this.surface.refresh();
  }

  finish(): void {
    if (this.places.length < 2 || this.isBusy) return;
    this.isBusy = true;
    this.surface
      .run("pcb.route", this.args(this.places))
      .then((result) => {
        if (result !== null) this.clear();
      })
      .finally(() => {
        this.isBusy = false;
        this.surface.refresh();
      });
  }

  key(key: string): boolean {
    if (key === "/") this.isFlipped = !this.isFlipped;
    else if (key === "s") this.nextMode();
    else if (this.places.length === 0) return false;
    else if (key === "Backspace") {
      this.places.length -= this.counts.pop() ?? 0;
      const layer = this.places.at(-1)?.layer;
      if (layer !== undefined) this.surface.setLayer(layer);
    } else if (key === "v") this.changeLayer();
    else if (key === "f") this.findRest();
    else return false;
    this.surface.refresh();
    this.look();
    return true;
  }

  cancel(): boolean {
    // A way that is being made is drawn no more: there is nothing left to go back from.
    const was = this.places.length > 0 && !this.isBusy;
    this.clear();
    this.surface.refresh();
    return was;
  }

  draw(sink: Sink, pixel: Nm): void {
    const { cursor } = this;
    const places = this.withCursor();
    const [first] = places;
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1]!, places[i]!];
      sink.layer(this.problem === null ? b.layer : "draft.bad");
      sink.polyline([a.at.x, a.at.y, b.at.x, b.at.y], this.width);
      if (i > 1 && a.layer !== b.layer) {
        sink.layer("via");
        sink.disc(a.at.x, a.at.y, Math.max(this.width * 1.5, 300_000));
      }
    }
    sink.layer("draft");
    if (first !== undefined) sink.arc(first.at.x, first.at.y, 6 * pixel, 0, 360, 1.5 * pixel);
    if (cursor !== null) sink.disc(cursor.x, cursor.y, 3 * pixel);
  }

  private begin(here: readonly Copper[], at: Point): void {
    const names = copperLayers(this.surface.doc()!);
    const shown = copperLayer(this.surface);
    const start = here.find((each) => this.isOn(each, shown)) ?? here[0];
    let layer = shown;
    if (start !== undefined && !this.isOn(start, shown)) layer = names.find((name) => this.isOn(start, name)) ?? shown;
    if (layer !== this.surface.layer()) this.surface.setLayer(layer);
    this.net = start?.net ?? "";
    this.width = this.usualWidth();
    this.places = [{ at: start === undefined ? at : anchorOf(start, at, at), layer }];
    this.counts = [1];
    this.surface.refresh();
  }

  private lay(target: Point, layer: string): void {
    const way = wayTo(this.places.at(-1)!.at, target, "45", this.isFlipped);
    this.places.push(...way.map((at) => ({ at, layer })));
    this.counts.push(way.length);
  }

  /** A via where the pointer is, and on from there on the layer's partner: front and back change places. */
  private changeLayer(): void {
    const names = copperLayers(this.surface.doc()!);
    const now = copperLayer(this.surface);
    const next = now === names[0] ? names.at(-1)! : names[0]!;
    const last = this.places.at(-1)!;
    if (this.cursor !== null && !isSame(last.at, this.cursor)) this.lay(this.cursor, now);
    this.surface.setLayer(next);
  }

  /** Lays what is drawn and lets the router find the way from its end to the nearest copper of the net. */
  private findRest(): void {
    const doc = this.surface.doc();
    const from = this.places.at(-1)!.at;
    if (doc === null || this.net === "" || this.isBusy) return;
    const start = this.places[0]!.at;
    const state = liveNets(doc)
      .update(doc)
      .find(({ net }) => net === this.net);
    const others = (state?.clusters ?? []).filter(
      (cluster) => !cluster.some((copper) => copper.anchors.some((anchor) => isSame(anchor, start))),
    );
    const anchors = others.flatMap((cluster) => cluster.flatMap((copper) => copper.anchors));
    const to = anchors.reduce<Point | null>(
      (best, each) => (best === null || distance(each, from) < distance(best, from) ? each : best),
      null,
    );
    if (to === null) {
      this.surface.complain(`There is nothing left to connect on ${this.net}.`);
      return;
    }
    const rest = { id: "pcb.route", args: { from: toArgs(from), to: toArgs(to), net: this.net } };
    const laid = this.places.length < 2 ? [] : [{ id: "pcb.route", args: this.args(this.places) }];
    this.isBusy = true;
    this.surface
      .run("session.transaction", { label: "Route", steps: [...laid, rest] })
      .then((result) => {
        if (result !== null) this.clear();
      })
      .finally(() => {
        this.isBusy = false;
        this.surface.refresh();
      });
  }

  /** Asks whether what is drawn would be refused; the newest question counts. */
  private look(): void {
    const places = this.withCursor();
    const ask = ++this.asked;
    if (this.isAsking || this.isBusy) return;
    if (places.length < 2) {
      this.problem = null;
      return;
    }
    this.isAsking = true;
    this.surface
      .refusal("pcb.route", this.args(places))
      .then((problem) => {
        if (this.places.length > 0) this.problem = problem;
      })
      .finally(() => {
        this.isAsking = false;
        this.surface.refresh();
        if (ask !== this.asked) this.look();
      });
  }

  private args(places: readonly Place[]): Readonly<Record<string, unknown>> {
    const layers = places.slice(1).map(({ layer }) => layer);
    const net = this.net === "" ? {} : { net: this.net };
    const collisions = this.mode === "refuse" ? {} : { collisions: this.mode };
    return { pts: places.map(({ at }) => toArgs(at)), layers, corners: "any", ...net, ...collisions };
  }

  private nextMode(): void {
    const all = Object.keys(modes) as Mode[];
    this.mode = all[(all.indexOf(this.mode) + 1) % all.length]!;
    this.onMode(this.mode);
  }

  private withCursor(): Place[] {
    const last = this.places.at(-1);
    const { cursor } = this;
    if (last === undefined || cursor === null || isSame(last.at, cursor)) return [...this.places];
    const layer = copperLayer(this.surface);
    return [...this.places, ...wayTo(last.at, cursor, "45", this.isFlipped).map((at) => ({ at, layer }))];
  }

  private clear(): void {
    this.places = [];
    this.counts = [];
    this.problem = null;
    this.asked++;
  }

  /** Copper whose shape is at a place, fills of zones left out. */
  private copperAt(at: Point): Copper[] {
    const doc = this.surface.doc();
    if (doc === null) return [];
    return this.surface.hits(at).flatMap((id) => {
      const entry = doc.items.entry(id);
      const all = entry === undefined ? [] : copperOfItem(doc, entry);
      return all.filter((each) => each.fill === null && each.shapes.some((shape) => holds(shape, at.x, at.y)));
    });
  }

  private isOn(copper: Copper, layer: string): boolean {
    const bit = copperLayers(this.surface.doc()!).indexOf(layer);
    return bit >= 0 && (copper.layers & (1 << bit)) !== 0;
  }

  /** The width that the net's tracks have most. */
  private usualWidth(): Nm {
    const counts = new Map<Nm, number>();
    for (const item of this.surface.doc()?.items.ofKind("track") ?? [])
      if (item["net"] === this.net) counts.set(item["width"] as Nm, (counts.get(item["width"] as Nm) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? THIN;
  }
}

/** Where a track meets this copper: the anchor that is nearest, on long tracks the place itself. */
function anchorOf(copper: Copper, raw: Point, at: Point): Point {
  const nearest = copper.anchors.reduce<Point | null>(
    (best, each) => (best === null || distance(each, raw) < distance(best, raw) ? each : best),
    null,
  );
  if (nearest === null) return at;
  return copper.kind === "track" && distance(nearest, raw) > 1_000_000 ? at : nearest;
}
