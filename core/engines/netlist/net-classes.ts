import type { Point } from "../../base/nm.ts";
import type { PathNode } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { EffectiveNetClass } from "../../model/project/net-class.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { Connection } from "./connection.ts";
import type { Design, Sheet } from "./design.ts";
import type { Node } from "./node.ts";
import type { SheetText } from "./sheet-text.ts";
import type { Subgraph } from "./subgraph.ts";

/** The effective class of each net: by directives on its wires and around them, and by the project's patterns. */
export function netClassesOf(
  nets: ReadonlyMap<string, readonly Subgraph[]>,
  design: Design,
  texts: ReadonlyMap<Sheet, SheetText>,
): (name: string) => EffectiveNetClass {
  const given = new Map<string, Set<string>>();
  const give = (net: string, classes: ReadonlySet<string>) => {
    const there = given.get(net);
    if (there === undefined) given.set(net, new Set(classes));
    else for (const each of classes) there.add(each);
  };
  const areas = new Map<Sheet, readonly RuleArea[]>();
  for (const sheet of texts.keys()) areas.set(sheet, ruleAreasOf(sheet, texts.get(sheet)!));
  for (const [name, subgraphs] of nets) {
    const classes = new Set<string>();
    for (const { nodes, sheet } of subgraphs) {
      for (const node of nodes)
        for (const each of classesAt(node, areas.get(sheet)!, texts.get(sheet)!)) classes.add(each);
    }
    if (classes.size === 0) continue;
    give(name, classes);
    for (const { connection } of subgraphs) for (const member of leavesOf(connection!)) give(member.fullName, classes);
  }
  // What the project file says of single nets came from the directives: they are asked anew.
  const assignments = new Map([...given].map(([name, classes]) => [name, [...classes]]));
  const settings = { ...design.settings, assignments };
  return (name) => effectiveNetClass(settings, name);
}

function leavesOf(connection: Connection): Connection[] {
  return connection.members.flatMap((member) => (member.isBus ? member.members : [member]));
}

function classesAt(node: Node, areas: readonly RuleArea[], text: SheetText): string[] {
  const found = node.kind === "pin" ? [] : classFields(node.item, text);
  for (const area of areas) if (area.classes.length > 0 && touches(node, area.outline)) found.push(...area.classes);
  return found;
}

/** The net classes that an item's fields name. */
function classFields(item: Item, text: SheetText): string[] {
  const found: string[] = [];
  for (const child of item.children) {
    if (child.kind !== "property" || child["name"] !== "Netclass") continue;
    const name = text.ofLabel(item, child["value"] as string);
    if (name !== "") found.push(name);
  }
  return found;
}

/** Whether a directive stands on the edge of a rule area: it speaks of the area, and need not touch a wire. */
export function isOnRuleArea(node: Node): boolean {
  return outlinesOf(node.sheet).some((outline) => isOnEdge(node.points[0]!, outline));
}

/** An area whose nets are of the classes that directives on its edge name. */
interface RuleArea {
  readonly outline: readonly Point[];
  readonly classes: readonly string[];
}

function outlinesOf(sheet: Sheet): Point[][] {
  return [...sheet.doc.items.ofKind("ruleArea")].map((item) => {
    const { pts } = item["outline"] as { readonly pts: readonly PathNode[] };
    return pts.flatMap((node) => ("x" in node ? [node] : []));
  });
}

function ruleAreasOf(sheet: Sheet, text: SheetText): RuleArea[] {
  const outlines = outlinesOf(sheet);
  if (outlines.length === 0) return [];
  const directives = [...sheet.doc.items.ofKind("label")].filter(
    (label) => label["token"] === "netclass_flag" || label["token"] === "directive_label",
  );
  return outlines.map((outline) => ({
    outline,
    classes: directives
      .filter((label) => isOnEdge(label["at"] as Point, outline))
      .flatMap((label) => classFields(label, text)),
  }));
}

function edgesOf(outline: readonly Point[]): [Point, Point][] {
  return outline.map((p, i) => [p, outline[(i + 1) % outline.length]!]);
}

function isOnEdge(p: Point, outline: readonly Point[]): boolean {
  return edgesOf(outline).some(([a, b]) => {
    const cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const along = (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y);
    return length > 0 && Math.abs(cross) / length <= 5_000 && along >= 0 && along <= length * length;
  });
}

function touches(node: Node, outline: readonly Point[]): boolean {
  if (node.points.some((p) => isInside(p, outline))) return true;
  const [a, b] = node.points;
  return b !== undefined && edgesOf(outline).some(([c, d]) => crosses(a!, b, c, d));
}

function isInside(p: Point, outline: readonly Point[]): boolean {
  let inside = false;
  for (const [a, b] of edgesOf(outline)) {
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

function crosses(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}
