import type { Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import type { Sheet } from "./design.ts";
import type { Node, NodeKind } from "./node.ts";
import type { Part } from "./parts.ts";
import type { SheetText } from "./sheet-text.ts";

type Building = {
  -readonly [K in keyof Node]: K extends "touching" ? Node[] : K extends "dangling" ? boolean[] : Node[K];
};

const PINS_LAST = 2 ** 30;

/** KiCad's schematics count in steps of 100 nm: what falls on one step is one place. */
const STEP = 100;

const LABELS: Readonly<Record<string, NodeKind>> = {
  label: "label",
  global_label: "globalLabel",
  hierarchical_label: "hierLabel",
  netclass_flag: "directive",
  directive_label: "directive",
};

/**
 * What connects on one use of a sheet, and what touches what. Things touch where their points fall together; a label
 * also touches the line that it lies on, a bus entry the bus, and a dot the lines that it lies on. The rules are those
 * of KiCad 9, read off its netlists: two wires of which one ends on the middle of the other do not touch without a dot.
 */
export function touchingNodes(sheet: Sheet, parts: readonly Part[], text: SheetText): Node[] {
  const nodes = nodesOf(sheet, parts, text);
  const places = new Map<number, Building[]>();
  const points = new Map<number, Point>();
  const put = (p: Point, node: Building) => {
    const key = placeOf(p);
    const there = places.get(key);
    if (there === undefined) {
      places.set(key, [node]);
      points.set(key, p);
    } else if (!there.includes(node)) there.push(node);
  };
  for (const node of nodes) for (const p of node.points) put(p, node);
  const lines = new LineIndex(nodes.filter((node) => node.kind === "wire" || node.kind === "bus"));
  for (const node of nodes) {
    if (node.kind === "junction") for (const line of lines.through(node.points[0]!)) put(node.points[0]!, line);
    if (!isTag(node)) continue;
    // Two lines and more under a label are all joined by it.
    const under = lines.through(node.points[0]!);
    if (under.length >= 2) for (const line of under) put(node.points[0]!, line);
  }
  for (const [key, there] of places) if (there.length > 1) joinAt(there, points.get(key)!, lines);
  for (const node of nodes) {
    if (node.kind === "busEntry") node.bus ??= busOf(node, lines);
    markDangling(node, places, lines);
  }
  return nodes;
}

function placeOf(p: Point): number {
  return (Math.round(p.x / STEP) + 2 ** 25) * 2 ** 26 + Math.round(p.y / STEP) + 2 ** 25;
}

function isTag(node: Node): boolean {
  return node.kind === "label" || node.kind === "globalLabel" || node.kind === "hierLabel" || node.kind === "directive";
}

function nodesOf(sheet: Sheet, parts: readonly Part[], text: SheetText): Building[] {
  const nodes: Building[] = [];
  const add = (kind: NodeKind, item: Item, points: readonly Point[], more: Partial<Building> = {}) => {
    nodes.push({
      kind,
      sheet,
      id: item.id,
      item,
      owner: null,
      pin: null,
      order: nodes.length + (kind === "pin" ? PINS_LAST : 0),
      text: "",
      points,
      touching: [],
      dangling: points.map(() => false),
      bus: null,
      ...more,
    });
  };
  const bySymbol = new Map(parts.map((part) => [part.symbol.id, part]));
  for (const item of sheet.doc.items.ofKind(
    "symbol",
    "sheet",
    "wire",
    "bus",
    "busEntry",
    "label",
    "junction",
    "noConnect",
  )) {
    const at = item["at"] as Point;
    if (item.kind === "symbol") {
      for (const pin of bySymbol.get(item.id)?.pins ?? []) add("pin", item, [pin.at], { pin, id: pin.id });
    } else if (item.kind === "sheet") {
      for (const pin of item.children)
        if (pin.kind === "sheetPin")
          add("sheetPin", pin, [pin["at"] as Point], { owner: item, text: text.ofLabel(pin, pin["name"] as string) });
    } else if (item.kind === "wire" || item.kind === "bus") {
      const pts = item["pts"] as readonly Point[];
      for (let i = 1; i < pts.length; i++) add(item.kind, item, [pts[i - 1]!, pts[i]!]);
    } else if (item.kind === "busEntry") {
      const size = item["size"] as Point;
      add("busEntry", item, [at, { x: at.x + size.x, y: at.y + size.y }]);
    } else if (item.kind === "label") {
      const kind = LABELS[item["token"] as string] ?? "label";
      add(kind, item, [at], { text: text.ofLabel(item, item["text"] as string) });
    } else add(item.kind as NodeKind, item, [at]);
  }
  return nodes;
}

/** Joins what shares a place. */
function joinAt(there: readonly Building[], at: Point, lines: LineIndex): void {
  // A bus entry joins the wire at its one end, and only notes the bus at its other.
  const entry = there.find((node) => node.kind === "busEntry");
  const bus =
    entry === undefined
      ? undefined
      : (there.filter((node) => node.kind === "bus").at(-1) ?? lines.through(at).find((l) => l.kind === "bus"));
  for (const a of there) {
    if (a.kind === "busEntry" && bus !== undefined) a.bus = bus;
    for (const b of there) {
      if (a === b || !joins(a, b) || !joins(b, a)) continue;
      if ((a.kind === "busEntry" || b.kind === "busEntry") && bus !== undefined) continue;
      a.touching.push(b);
    }
  }
}

function joins(a: Node, b: Node): boolean {
  if (a.kind === "pin") return a.pin!.type !== "no_connect";
  if (a.kind === "wire") return b.kind !== "bus";
  if (a.kind === "bus") return b.kind !== "wire";
  return true;
}

/** The bus that an entry ends on, where it meets nothing else there. */
function busOf(entry: Node, lines: LineIndex): Node | null {
  for (const p of entry.points) {
    const bus = lines.through(p).find((line) => line.kind === "bus");
    if (bus !== undefined) return bus;
  }
  return null;
}

/** Notes which ends lead nowhere; a label that meets nothing takes the line below it. */
function markDangling(node: Building, places: ReadonlyMap<number, readonly Building[]>, lines: LineIndex): void {
  for (const [end, p] of node.points.entries()) {
    const others = (places.get(placeOf(p)) ?? []).filter((other) => other !== node && endsAt(other, p));
    if (node.kind === "wire") node.dangling[end] = !others.some((other) => other.kind !== "bus");
    else if (node.kind === "bus")
      node.dangling[end] = !others.some((other) => other.kind !== "wire" && other.kind !== "pin");
    else if (node.kind === "busEntry") node.dangling[end] = !goesOn(others, p, lines);
    else if (node.kind === "sheetPin") {
      // A sheet's pin takes a line below it as a label does, so it joins a wire that runs along its sheet's edge.
      const free = !others.some((other) => PASSES_SHEET_PIN.has(other.kind));
      node.dangling[end] = !rests(node, p, others, lines) && free;
    } else if (node.kind === "pin") node.dangling[end] = others.length === 0;
    else if (isTag(node)) node.dangling[end] = !rests(node, p, others, lines);
  }
}

const PASSES_SHEET_PIN: ReadonlySet<NodeKind> = new Set([
  "wire",
  "bus",
  "busEntry",
  "label",
  "globalLabel",
  "hierLabel",
  "pin",
  "sheetPin",
  "noConnect",
]);

function endsAt(other: Node, p: Point): boolean {
  const key = placeOf(p);
  return other.points.some((q) => placeOf(q) === key);
}

function goesOn(others: readonly Node[], p: Point, lines: LineIndex): boolean {
  if (others.some((other) => other.kind === "wire" || other.kind === "busEntry")) return true;
  return lines.through(p).some((line) => line.kind === "bus");
}

/** Whether a label rests on something; where it meets no point it joins the first bus, or else wire, below it. */
function rests(label: Building, p: Point, others: readonly Building[], lines: LineIndex): boolean {
  const meets = (other: Node) =>
    other.kind === "pin" ||
    other.kind === "sheetPin" ||
    other.kind === "noConnect" ||
    (isTag(other) && other.kind !== "directive");
  if (others.some(meets)) return true;
  const under = lines.through(p);
  const line = (under.find((each) => each.kind === "bus") ?? under[0]) as Building | undefined;
  if (line === undefined) return false;
  if (!label.touching.includes(line)) {
    label.touching.push(line);
    line.touching.push(label);
  }
  return true;
}

/** Lines by the rows and columns that they cross, so that the few near a point are found at once. */
class LineIndex {
  private readonly cells = new Map<number, Building[]>();

  constructor(lines: readonly Building[]) {
    for (const line of lines) {
      const [a, b] = [line.points[0]!, line.points[1]!];
      const [minX, maxX] = [cell(Math.min(a.x, b.x) - STEP), cell(Math.max(a.x, b.x) + STEP)];
      const [minY, maxY] = [cell(Math.min(a.y, b.y) - STEP), cell(Math.max(a.y, b.y) + STEP)];
      for (let x = minX; x <= maxX; x++)
        for (let y = minY; y <= maxY; y++) {
          const key = x * 2 ** 20 + y;
          const there = this.cells.get(key);
          if (there === undefined) this.cells.set(key, [line]);
          else there.push(line);
        }
    }
  }

  /** Lines that a point lies on, a step of 100 nm allowed. */
  through(p: Point): Building[] {
    const near = this.cells.get(cell(p.x) * 2 ** 20 + cell(p.y));
    return near === undefined ? [] : near.filter((line) => liesOn(p, line.points[0]!, line.points[1]!));
  }
}

/** Edge of a cell: half an inch. */
const CELL = 12_700_000;

function cell(x: number): number {
  return Math.floor(x / CELL);
}

function liesOn(p: Point, a: Point, b: Point): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [px, py] = [p.x - a.x, p.y - a.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / square));
  return Math.hypot(px - along * dx, py - along * dy) <= STEP + 0.5;
}
