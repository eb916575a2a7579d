import type { Nm } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { distance, shapesMeet } from "../../geometry/distance.ts";
import { fracture } from "../../geometry/fracture.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { turnedAs } from "../../geometry/ring.ts";
import { boxesMeet, polygon } from "../../geometry/shape.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { boardOutline } from "../../model/shape/board-outline.ts";
import { padCopper } from "../../model/shape/pad-copper.ts";
import { padShapeOn, viaSizeOn } from "../../model/shape/pad-stack.ts";
import type { BoardItems, GraphicItem, PadItem, TextInk, ZoneItem } from "./board-items.ts";
import { boardItems, near } from "./board-items.ts";
import type { Flashing } from "./flashing.ts";
import { flashingOf } from "./flashing.ts";
import { apronRadius, borderWidth, hatchError, lineWidth } from "./hatch.ts";
import { Knockouts } from "./knockout.ts";
import { precedes } from "./priority.ts";
import type { FillRules } from "./rules.ts";
import { boardRules } from "./rules.ts";
import { drawnSpokes, padSpokes } from "./spokes.ts";
import type { FillTask } from "./task.ts";
import { ZoneOutlines, zoneArea } from "./zone-outline.ts";

/** What is to be filled, in an order in which every task comes after those it waits for. */
export interface FillPlan {
  /** How many tasks there are. */
  readonly count: number;
  /** Those made so far: the first can be under way while the next is made. */
  readonly tasks: readonly FillTask[];
  /** Makes the next task. False when all were there already. */
  next(): boolean;
  /** The zone of each task. */
  readonly zones: readonly ZoneItem[];
  readonly items: BoardItems;
  readonly flashing: Flashing;
  /** The board's borders and cut-outs; empty when its lines do not close. */
  readonly board: Rings;
}

export interface PlanOptions {
  readonly settings: ProjectSettings;
  readonly ink: TextInk;
  /** Rules of the board's own; without them, net classes and what items say. */
  readonly rules?: FillRules;
  /** Only these zones (ids); fills of others stand as they are in the document. */
  readonly only?: ReadonlySet<string>;
}

/** A little more than asked for, so that no rounding makes a clearance too small. */
const EXTRA = 500;

/** Works out what each zone has to leave out, layer by layer. Pure; `clipper` is used for outlines and odd shapes only. */
export function planFill(doc: Doc, clipper: Clipper, options: PlanOptions): FillPlan {
  const { settings } = options;
  const items = boardItems(doc, options.ink);
  const rules =
    options.rules ??
    boardRules(
      settings,
      items.zones.map((each) => each.zone),
      [...items.pads, ...items.vias, ...items.tracks],
    );
  const { maxError } = settings.constraints;
  const outlines = new ZoneOutlines(maxError);
  const flashing = flashingOf(items, outlines);
  const edge = boardOutline(doc, maxError);
  const board = edge.closed && edge.rings.length > 0 ? edge.rings : null;
  const area = { maxError, externalFillets: settings.zonesAllowExternalFillets, board };
  const zones = items.zones
    .filter((each) => !each.settings.isRuleArea && (outlines.of(each)[0]?.length ?? 0) >= 6)
    .sort((a, b) => (precedes(a, b) ? -1 : precedes(b, a) ? 1 : 0));
  const chosen = zones.filter((each) => options.only === undefined || options.only.has(each.item.id));
  const planned = chosen.flatMap((zone) => zone.layers.map((layer) => ({ zone, layer })));
  const numbers = new Map(planned.map(({ zone, layer }, i) => [`${zone.item.id} ${layer}`, i]));
  const tasks: FillTask[] = [];
  const maker = new TaskMaker(clipper, items, rules, flashing, outlines, maxError);
  const next = () => {
    const each = planned[tasks.length];
    if (each === undefined) return false;
    const { zone, layer } = each;
    const { outline, extents } = zoneArea(clipper, zone, layer, items.zones, outlines, area);
    const number = (other: ZoneItem) => {
      const found = numbers.get(`${other.item.id} ${layer}`);
      return found !== undefined && found < tasks.length ? found : undefined;
    };
    tasks.push(maker.task(zone, layer, outline, extents, number));
    return true;
  };
  const taskZones = planned.map((each) => each.zone);
  return { count: planned.length, tasks, next, zones: taskZones, items, flashing, board: board ?? [] };
}

class TaskMaker {
  private readonly items: BoardItems;
  private readonly rules: FillRules;
  private readonly flashing: Flashing;
  private readonly clipper: Clipper;
  private readonly knockouts: Knockouts;
  private readonly outlines: ZoneOutlines;
  private readonly maxError: Nm;

  constructor(
    clipper: Clipper,
    items: BoardItems,
    rules: FillRules,
    flashing: Flashing,
    outlines: ZoneOutlines,
    maxError: Nm,
  ) {
    this.items = items;
    this.rules = rules;
    this.flashing = flashing;
    this.clipper = clipper;
    this.knockouts = new Knockouts(clipper, maxError);
    this.outlines = outlines;
    this.maxError = maxError;
  }

  task(
    zone: ZoneItem,
    layer: string,
    outline: Rings,
    extents: Rings,
    taskOf: (zone: ZoneItem) => number | undefined,
  ): FillTask {
    const { settings } = zone;
    const copper = zone.layers.some((name) => name.endsWith(".Cu"));
    const found: Found = { reliefs: [], clearances: [], spokes: [], reliefHoles: [], after: [] };
    if (copper) {
      this.pads(zone, layer, outline, found);
      this.vias(zone, layer, found);
      this.tracks(zone, layer, found);
      this.graphics(zone, layer, found);
      this.courtyards(zone, layer, found);
    }
    this.zones(zone, layer, copper, taskOf, found);
    return {
      zone: zone.item.id,
      layer,
      copper,
      outline,
      extents,
      minThickness: settings.minThickness,
      maxError: this.maxError,
      reliefs: borders(found.reliefs),
      clearances: borders(found.clearances),
      spokes: borders(found.spokes),
      reliefHoles: borders(found.reliefHoles),
      ceded: copper ? this.ceded(zone, layer) : [],
      after: found.after,
      hatch:
        settings.hatch === null
          ? null
          : { ...settings.hatch, outline: this.outlines.of(zone), aprons: copper ? this.aprons(zone, layer) : [] },
    };
  }

  /** Copper around the zone's own pads and vias, so that none stands alone in a hole of the hatch. */
  private aprons(zone: ZoneItem, layer: string): Ring[] {
    const { hatch, minThickness } = zone.settings;
    const { net } = zone.zone;
    if (hatch === null || net === "") return [];
    const border = borderWidth(hatch, minThickness);
    const radius = apronRadius(hatch);
    const inner = Math.trunc((lineWidth(hatch, minThickness) - minThickness) / 2);
    const knockouts = new Knockouts(this.clipper, hatchError(hatch, minThickness, this.maxError));
    const aprons: Ring[] = [];
    for (const { via, layers, box } of this.items.vias) {
      if (via.net !== net || !layers.includes(layer) || !boxesMeet(box, zone.box)) continue;
      aprons.push(...knockouts.circle(via.at, Math.max(radius, Math.trunc(via.drill / 2) + border)));
    }
    for (const { pad, at, layers, box } of this.items.pads) {
      if (pad.net !== net || !layers.has(layer) || !boxesMeet(box, zone.box)) continue;
      const { size } = padShapeOn(pad, layer);
      const width = Math.min(size.x, size.y);
      const slot = pad.drill === null ? 0 : Math.min(pad.drill.x, pad.drill.y);
      const gap = Math.max(radius - Math.trunc(width / 2), border - Math.trunc((width - slot) / 2));
      aprons.push(...knockouts.pad(pad, at, layer, Math.max(0, gap - inner)));
    }
    return borders(aprons);
  }

  /** Whether an item's copper belongs to the zone. Copper without a net belongs to none. */
  private isOwn(zone: ZoneItem, net: string): boolean {
    return net === zone.zone.net && (net !== "" || zone.settings.teardrop !== 0);
  }

  private pads(zone: ZoneItem, layer: string, outline: Rings, found: Found): void {
    const { rules, knockouts } = this;
    const { teardrop } = zone.settings;
    const shape = polygon(outline.map((ring) => Array.from(ring)));
    for (const item of this.items.pads) {
      const { pad, at, footprint } = item;
      const here = item.layers.has(layer);
      // A hole goes through layers on which its pad has no copper too.
      if (!here && (pad.drill === null || pad.drill.x <= 0)) continue;
      if (!near(item.box, zone.box, rules.largest)) continue;
      const own = here && this.isOwn(zone, pad.net) && (teardrop !== 0 || !this.flashing.unconnected(item, layer));
      if (!own) {
        this.padClearance(zone, item, layer, found);
        continue;
      }
      let connection = teardrop !== 0 ? "solid" : rules.connection(zone.zone, pad, footprint, layer);
      const flashed = this.flashing.flashed(item, layer);
      if (connection === "thermal" && !canHaveRing(item)) connection = "none";
      if (connection === "thermal") {
        if (!padCopper(pad, at, layer).some((each) => shapesMeet(shape, each) || distance(shape, each) === 0)) continue;
        const gap = rules.thermalGap(zone.zone, pad, footprint, layer);
        found.reliefs.push(...knockouts.pad(pad, at, layer, gap));
        found.reliefHoles.push(...knockouts.hole(pad, at, 0));
        this.spokes(zone, item, layer, gap, found);
      } else if (connection === "none") {
        const physical = rules.physicalClearance(zone.zone, item, layer);
        const gap = Math.max(physical, zone.settings.clearance);
        if (flashed) found.reliefs.push(...knockouts.pad(pad, at, layer, gap));
        else
          found.reliefs.push(
            ...knockouts.hole(pad, at, Math.max(gap, rules.physicalHoleClearance(zone.zone, item, layer))),
          );
      }
    }
  }

  private spokes(zone: ZoneItem, { pad, at, footprint }: PadItem, layer: string, gap: Nm, found: Found): void {
    const { size } = padShapeOn(pad, layer);
    const width = Math.min(this.rules.spokeWidth(zone.zone, pad, footprint, layer), size.x, size.y);
    if (width < zone.settings.minThickness) return;
    const drawn = drawnSpokes(
      pad,
      at,
      layer,
      {
        border: this.knockouts.pad(pad, at, layer, 0, true),
        relief: this.knockouts.pad(pad, at, layer, gap + this.maxError, true),
      },
      width,
      zone.settings.minThickness,
    );
    if (drawn !== null) {
      found.spokes.push(...drawn);
      return;
    }
    const beyond = this.maxError + Math.trunc(zone.settings.minThickness / 2);
    found.spokes.push(...padSpokes(pad, at, layer, gap, width, spokeAngle(pad), beyond));
  }

  private padClearance(zone: ZoneItem, item: PadItem, layer: string, found: Found): void {
    const { rules, knockouts } = this;
    const { pad, at } = item;
    const physical = rules.physicalClearance(zone.zone, item, layer);
    const flashed = item.layers.has(layer) && this.flashing.flashed(item, layer);
    const hasHole = pad.drill !== null && pad.drill.x > 0;
    let gap = physical;
    if (flashed || (hasHole && pad.type === "thru_hole")) gap = Math.max(gap, rules.clearance(zone.zone, item, layer));
    if (flashed && gap >= 0) found.clearances.push(...knockouts.pad(pad, at, layer, gap + EXTRA));
    if (!hasHole) return;
    // An unplated hole has no copper to keep away from.
    if (pad.type === "np_thru_hole") gap = physical;
    gap = Math.max(
      gap,
      rules.physicalHoleClearance(zone.zone, item, layer),
      rules.holeClearance(zone.zone, item, layer),
    );
    if (gap >= 0) found.clearances.push(...knockouts.hole(pad, at, gap + EXTRA));
  }

  private vias(zone: ZoneItem, layer: string, found: Found): void {
    const { rules, knockouts } = this;
    for (const item of this.items.vias) {
      const { via } = item;
      if (!item.layers.includes(layer) || !near(item.box, zone.box, rules.largest)) continue;
      let own = this.isOwn(zone, via.net);
      const size = viaSizeOn(via, layer);
      if (this.flashing.unconnected(item, layer)) own = false;
      let gap = rules.physicalClearance(zone.zone, item, layer);
      if (!own) gap = Math.max(gap, rules.clearance(zone.zone, item, layer));
      if (gap > 0 && this.flashing.flashed(item, layer))
        found.clearances.push(...knockouts.circle(via.at, Math.trunc(size / 2) + gap + EXTRA));
      gap = Math.max(gap, rules.physicalHoleClearance(zone.zone, item, layer));
      if (!own) gap = Math.max(gap, rules.holeClearance(zone.zone, item, layer));
      if (gap >= 0) found.clearances.push(...knockouts.circle(via.at, Math.trunc(via.drill / 2) + gap + EXTRA));
    }
  }

  private tracks(zone: ZoneItem, layer: string, found: Found): void {
    const { rules } = this;
    for (const item of this.items.tracks) {
      if (item.track.layer !== layer || !near(item.box, zone.box, rules.largest)) continue;
      let gap = rules.physicalClearance(zone.zone, item, layer);
      if (!this.isOwn(zone, item.track.net)) gap = Math.max(gap, rules.clearance(zone.zone, item, layer));
      if (gap >= 0) found.clearances.push(...this.knockouts.track(item.track, gap + EXTRA));
    }
  }

  private graphics(zone: ZoneItem, layer: string, found: Found): void {
    const { rules } = this;
    for (const item of this.items.graphics) {
      const here = item.layer === layer;
      const edge = item.layer === "Edge.Cuts";
      if (!here && !edge && item.layer !== "Margin") continue;
      if (!near(item.box, zone.box, rules.largest)) continue;
      if (here && this.isTied(zone, item, layer)) continue;
      const net = item.item.kind === "graphic" ? String(item.item["net"] ?? "") : null;
      const own = net !== null && this.isOwn(zone, net);
      let gap = rules.physicalClearance(zone.zone, item, layer);
      if (here) {
        if (!own) gap = Math.max(gap, rules.clearance(zone.zone, item, layer));
      } else gap = Math.max(gap, rules.edgeClearance(zone.zone, item, layer));
      if (gap < 0) continue;
      const frame = item.footprint === null ? null : (item.footprint.at as Placement);
      if (item.item.kind === "graphic")
        found.clearances.push(...this.knockouts.graphic(item.item as unknown as Graphic, frame, gap + EXTRA, edge));
      else found.clearances.push(...this.knockouts.inked(item, gap + EXTRA));
    }
  }

  /** Courtyards that a rule keeps copper out of; inner layers go by the front's, as in KiCad 9. */
  private courtyards(zone: ZoneItem, layer: string, found: Found): void {
    const { rules, clipper, maxError } = this;
    for (const { owner, front, back, box } of rules.courtyards) {
      const rings = layer === "B.Cu" ? back : front;
      if (rings.length === 0 || !near(box, zone.box, rules.largest)) continue;
      const gap = rules.physicalClearance(zone.zone, owner, layer);
      if (gap === 0) found.clearances.push(...fracture(rings));
      else if (gap > 0)
        found.clearances.push(...fracture(clipper.offset(rings, gap, "round", chordsOfTurn(gap, maxError))));
    }
  }

  /** Whether a graphic of a net-tie footprint joins a pad of the zone's net here: it belongs to the zone. */
  private isTied(zone: ZoneItem, { footprint, shapes, box }: GraphicItem, layer: string): boolean {
    if (footprint === null || footprint.netTiePadGroups.length === 0) return false;
    const group = tiedPads(footprint.netTiePadGroups);
    const pads = this.items.pads.filter((each) => each.footprint === footprint && each.layers.has(layer));
    const own = this.items.pads.filter((each) => each.footprint === footprint && this.isOwn(zone, each.pad.net));
    const allowed = pads.filter(
      (each) => own.includes(each) || own.some((mine) => group(mine.pad.number).has(each.pad.number)),
    );
    return allowed.some(
      ({ pad, at, box: padBox }) =>
        boxesMeet(padBox, box) &&
        padCopper(pad, at, layer).some((copper) => shapes.some((shape) => shapesMeet(copper, shape))),
    );
  }

  private zones(
    zone: ZoneItem,
    layer: string,
    copper: boolean,
    taskOf: (zone: ZoneItem) => number | undefined,
    found: Found,
  ): void {
    const { rules } = this;
    for (const other of this.items.zones) {
      if (other === zone || !other.layers.includes(layer) || !near(other.box, zone.box, rules.largest)) continue;
      if (other.settings.isRuleArea) {
        if (other.settings.forbidsCopper && zone.settings.teardrop === 0)
          found.clearances.push(...fracture(this.outlines.of(other)));
        continue;
      }
      if (!copper || other.zone.net === zone.zone.net || !precedes(other, zone)) continue;
      const asked = rules.clearance(zone.zone, other, layer);
      if (asked < 0) continue;
      const gap = Math.max(0, asked, rules.physicalClearance(zone.zone, other, layer)) + EXTRA;
      const task = taskOf(other);
      if (task !== undefined) found.after.push({ task, gap });
      else
        for (const fill of other.zone.fills)
          if (fill.layer === layer) found.clearances.push(...this.knockouts.fill(Int32Array.from(fill.points), gap));
    }
  }

  /** Same-net zones of higher priority fill their own area. */
  private ceded(zone: ZoneItem, layer: string): Ring[] {
    return this.items.zones
      .filter(
        (other) =>
          other !== zone &&
          !other.settings.isRuleArea &&
          other.settings.teardrop === 0 &&
          other.zone.net === zone.zone.net &&
          other.settings.priority > zone.settings.priority &&
          other.layers.includes(layer) &&
          boxesMeet(other.box, zone.box),
      )
      .flatMap((other) => fracture(this.outlines.of(other)));
  }
}

interface Found {
  readonly reliefs: Ring[];
  readonly clearances: Ring[];
  readonly spokes: Ring[];
  readonly reliefHoles: Ring[];
  readonly after: { task: number; gap: Nm }[];
}

/** Knockouts count by their sense, so all have to be borders; holes of a zone's outline stay holes. */
function borders(rings: readonly Ring[]): Ring[] {
  return rings.map((ring) => turnedAs(ring, true));
}

/** Whether a pad has copper on any layer: an unplated hole as large as its pad has none. */
function canHaveRing({ pad }: PadItem): boolean {
  if (pad.type !== "np_thru_hole" || pad.drill === null) return true;
  return pad.drill.x < pad.size.x || pad.drill.y < pad.size.y;
}

/** The angle of a pad's first spoke: round pads have them at 45 degrees unless they say something else. */
function spokeAngle(pad: Pad): number {
  if (pad.thermalAngle !== null) return pad.thermalAngle;
  const round = pad.shape === "circle" || (pad.shape === "custom" && pad.options?.anchor === "circle");
  return round ? 45 : 90;
}

/** The pads that are tied to a pad, by number, of groups such as `1,2` and `3, 4`. */
function tiedPads(groups: readonly string[]): (number: string) => ReadonlySet<string> {
  const sets = groups.map((group) => new Set(group.split(",").map((each) => each.trim())));
  return (number) => sets.find((set) => set.has(number)) ?? new Set();
}
