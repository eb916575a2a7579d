import { compareText } from "../netlist/names.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Part } from "../netlist/parts.ts";

export interface AnnotateOptions {
  /** Within a sheet: from left to right, or from top to bottom. */
  readonly order: "x" | "y";
  /** Numbers are greater than this; or those of each sheet than a hundred or a thousand times its page's place. */
  readonly start: number | "sheet100" | "sheet1000";
  /** Also parts that have a number. */
  readonly renumber: boolean;
  /** Which parts; the numbers of the others are taken. */
  readonly wanted: (part: Part) => boolean;
}

/** A part's new reference. */
export interface NewReference {
  readonly part: Part;
  readonly reference: string;
}

/**
 * Numbers parts as KiCad does: prefix by prefix, sheets in the order of pages, then by place. Units that were one part
 * stay one; open units of one kind and value share a part as far as its units go round. Only what changes is answered.
 */
export function annotate(netlist: Netlist, options: AnnotateOptions): NewReference[] {
  const parts = netlist.parts.filter((part) => part.definition !== undefined || part.reference !== "");
  const open = new Set(parts.filter((part) => options.wanted(part) && (options.renumber || !hasNumber(part))));
  const taken = new Map<string, Set<number>>();
  for (const part of parts) {
    const { prefix, number } = splitReference(part.reference);
    if (!open.has(part) && number !== null) setOf(taken, prefix).add(number);
  }
  const packages = packagesOf(parts.filter((part) => open.has(part)));
  const done = new Set<Part>();
  const found: NewReference[] = [];
  for (const part of [...open].sort((a, b) => compareParts(a, b, options.order))) {
    if (done.has(part)) continue;
    const { prefix } = splitReference(part.reference);
    const used = setOf(taken, prefix);
    let number = startFor(part, options.start) + 1;
    while (used.has(number)) number++;
    used.add(number);
    for (const unit of packages.get(part) ?? unitsFor(part, open, done, packages)) {
      done.add(unit);
      const reference = `${prefix}${prefix.startsWith("#") ? "0" : ""}${number}`;
      if (reference !== unit.reference) found.push({ part: unit, reference });
    }
  }
  return found;
}

/** `R?`, `R` and `R12` in two parts; null where there is no number. */
export function splitReference(reference: string): { readonly prefix: string; readonly number: number | null } {
  const match = /^(.*?)(\d+)$/s.exec(reference);
  return match === null
    ? { prefix: reference.replace(/\?+$/, ""), number: null }
    : { prefix: match[1]!, number: Number(match[2]) };
}

function hasNumber(part: Part): boolean {
  return part.annotated && splitReference(part.reference).number !== null;
}

function compareParts(a: Part, b: Part, order: "x" | "y"): number {
  const [m, n] = [splitReference(a.reference).prefix, splitReference(b.reference).prefix];
  const [p, q] = [a.symbol.at, b.symbol.at];
  const across = p.x - q.x;
  const down = p.y - q.y;
  return (
    compareText(m.toLowerCase(), n.toLowerCase()) ||
    a.sheet.index - b.sheet.index ||
    (order === "x" ? across || down : down || across) ||
    compareText(a.symbol.id, b.symbol.id)
  );
}

function startFor(part: Part, start: AnnotateOptions["start"]): number {
  if (start === "sheet100") return (part.sheet.index + 1) * 100;
  if (start === "sheet1000") return (part.sheet.index + 1) * 1000;
  return start;
}

/** Units that have one reference now: they stay together. */
function packagesOf(parts: readonly Part[]): Map<Part, Part[]> {
  const byReference = new Map<string, Part[]>();
  for (const part of parts) {
    if (part.unitCount < 2 || !hasNumber(part)) continue;
    const there = byReference.get(part.reference);
    if (there === undefined) byReference.set(part.reference, [part]);
    else there.push(part);
  }
  const found = new Map<Part, Part[]>();
  for (const units of byReference.values()) {
    // A unit that is there twice is two parts.
    const unique = units.filter((unit, i) => units.findIndex((other) => other.unit === unit.unit) === i);
    for (const unit of unique) found.set(unit, unique);
  }
  return found;
}

/** The part itself with other open units of its kind and value, each unit once. */
function unitsFor(
  part: Part,
  open: ReadonlySet<Part>,
  done: ReadonlySet<Part>,
  packages: ReadonlyMap<Part, unknown>,
): Part[] {
  if (part.unitCount < 2) return [part];
  const units = new Map<number, Part>([[part.unit, part]]);
  for (const other of open) {
    if (done.has(other) || packages.has(other) || units.has(other.unit)) continue;
    if (other.symbol.libId === part.symbol.libId && other.value === part.value) units.set(other.unit, other);
  }
  return [...units.values()];
}

function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  let set = map.get(key);
  if (set === undefined) {
    set = new Set();
    map.set(key, set);
  }
  return set;
}
