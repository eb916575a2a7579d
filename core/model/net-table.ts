import { textOf } from "../format/text.ts";
import { parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import { hasNamedNets } from "./field.ts";
import type { Item, ItemId } from "./item.ts";
import { bytesOfText } from "./rewrite.ts";
import type { Step } from "./step.ts";
import { addStep, applyStep, invertStep } from "./step.ts";

/** Whether a board's items say their nets by the number of a row in its table: all boards before KiCad 10. */
export function hasNetTable(doc: Doc): boolean {
  return doc.kind === "board" && !hasNamedNets(doc.file);
}

/**
 * The steps that give a net a row in the table of a board before KiCad 10; none where it has one. A new net gets the
 * next number, one that was there before gets the number it had, which older text of items still says.
 */
export function netRowSteps(doc: Doc, name: string): Step[] {
  const { netCodes, netNames } = doc.file;
  if (!hasNetTable(doc) || name === "" || netCodes.has(name)) return [];
  const steps: Step[] = [];
  // A board without any net lacks even the row of "no net".
  const first = netCodes.size === 0 ? addStep(doc, "net", "net:0", { code: 0, name: "" }) : null;
  if (first !== null) steps.push(first);
  const after = first === null ? doc : applyStep(doc, first);
  let code = 1;
  let had: number | undefined;
  for (const [taken, owner] of netNames) {
    if (taken >= code) code = taken + 1;
    if (owner === name) had = taken;
  }
  code = had ?? code;
  steps.push(addStep(after, "net", `net:${code}`, { code, name }));
  return steps;
}

/**
 * Steps that tell a document the nets whose rows went in another one of the same history: text of items may still say
 * their numbers.
 */
export function goneNetSteps(before: Doc, after: Doc): Step[] {
  if (!hasNetTable(after)) return [];
  const steps: Step[] = [];
  for (const [code, name] of after.file.netNames) {
    if (before.file.netNames.has(code) || after.items.entry(`net:${code}`) !== undefined) continue;
    const add = addStep(before, "net", `net:${code}`, { code, name });
    steps.push(add, invertStep(add));
  }
  return steps;
}

/**
 * An item that steps leave on a net without a row; null when there is none. It would be written without its net. Steps
 * may take the row away, or bring an item back whose net went meanwhile.
 */
export function withoutItsNet(before: Doc, doc: Doc, steps: readonly Step[]): Item | null {
  if (!hasNetTable(doc)) return null;
  const isLost = (net: unknown) => typeof net === "string" && net !== "" && !doc.file.netCodes.has(net);
  const gone = new Set<unknown>();
  const touched = new Set<ItemId>();
  for (const step of steps) {
    if (step.in !== undefined) touched.add(step.in);
    else if (step.op === "set") touched.add(step.id);
    else if (step.op === "add") touched.add(step.item.id);
    if (step.op !== "remove" || step.item.kind !== "net") continue;
    const name = textOf(parseTree(bytesOfText(step.item)), 3);
    if (isLost(name)) gone.add(name);
  }
  for (const id of touched) {
    const item = doc.items.get(id);
    if (item === undefined) continue;
    const had = netsOf(before.items.get(id));
    // A file may name nets that its table has not: that is as it was.
    for (const each of [item, ...item.children]) if (isLost(each["net"]) && !had.has(each["net"])) return each;
  }
  if (gone.size === 0) return null;
  // Only what was changed since it was read can be on a net that came since, so the rest is not read.
  for (const entry of doc.items.entries) {
    if ("source" in entry) continue;
    const item = entry.item();
    for (const each of [item, ...item.children]) if (gone.has(each["net"])) return each;
  }
  return null;
}

/** Steps that bring items from another document with the same numbers, behind the rows of their nets that are missing. */
export function withNetRows(doc: Doc, there: Doc, steps: readonly Step[]): readonly Step[] {
  if (!hasNetTable(doc)) return steps;
  const has = new Set<unknown>(doc.file.netCodes.keys());
  const rows: Step[] = [];
  for (const step of steps) {
    if (step.op === "remove") continue;
    const id = step.in ?? (step.op === "set" ? step.id : step.item.id);
    if (step.op === "add" && step.item.kind === "net") has.add(there.items.get(id)?.["name"]);
    for (const net of netsOf(there.items.get(id))) {
      const code = there.file.netCodes.get(net as string);
      if (net === "" || code === undefined || has.has(net)) continue;
      has.add(net);
      rows.push(addStep(doc, "net", `net:${code}`, { code, name: net }));
    }
  }
  return rows.length === 0 ? steps : [...rows, ...steps];
}

function netsOf(item: Item | undefined): Set<unknown> {
  return new Set(item === undefined ? [] : [item, ...item.children].map((each) => each["net"]));
}
