import { fieldValue } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Part } from "../netlist/parts.ts";
import { symbolPath } from "../netlist/parts.ts";

export interface BackAnnotationOptions {
  /** How footprints find their symbols: by the link that they keep, or by reference. */
  readonly match: "uuid" | "reference";
  readonly references: boolean;
  readonly values: boolean;
  readonly footprints: boolean;
  /** "Do not populate" and "exclude from bill of materials". */
  readonly attributes: boolean;
  /** Fields but Reference, Value and Footprint. */
  readonly fields: boolean;
  /** Whether fields that a footprint has not got go from its symbol too. */
  readonly removeFields: boolean;
}

/** A symbol's field that gets another text; null takes it away. */
export interface FieldChange {
  readonly part: Part;
  readonly name: string;
  readonly to: string | null;
}

/** What the schematic is to take over from the board. */
export interface BackAnnotation {
  readonly references: readonly { readonly part: Part; readonly reference: string }[];
  readonly fields: readonly FieldChange[];
  readonly flags: readonly { readonly part: Part; readonly flag: "dnp" | "inBom"; readonly to: boolean }[];
  /** What changes, and what cannot be taken over; one line each. */
  readonly notes: readonly string[];
}

/** A footprint with the units of the symbol that it stands for. */
export interface LinkedFootprint {
  readonly footprint: Item;
  readonly units: readonly Part[];
}

/** Footprints with their symbols. `notes` say which found none, and which symbols no footprint. */
export function linkFootprints(
  board: Doc,
  netlist: Netlist,
  match: "uuid" | "reference",
): { readonly links: readonly LinkedFootprint[]; readonly notes: readonly string[] } {
  const byReference = new Map<string, Part[]>();
  const byPath = new Map<string, Part>();
  for (const part of netlist.parts) {
    if (part.reference.startsWith("#") || part.power !== null || !part.onBoard) continue;
    byPath.set(symbolPath(part), part);
    const units = byReference.get(part.reference);
    if (units === undefined) byReference.set(part.reference, [part]);
    else units.push(part);
  }
  const notes: string[] = [];
  const links: LinkedFootprint[] = [];
  const taken = new Map<string, string>();
  for (const footprint of board.items.ofKind("footprint")) {
    const reference = fieldValue(footprint, "Reference");
    if ((footprint["attributes"] as readonly string[] | undefined)?.includes("board_only") === true) continue;
    const known = match === "reference" ? reference : byPath.get(String(footprint["path"] ?? ""))?.reference;
    const units = known === undefined ? undefined : byReference.get(known);
    // Parts that no number tells apart go by themselves.
    const own = known?.endsWith("?") ? units?.filter((each) => symbolPath(each) === footprint["path"]) : units;
    if (own === undefined || own.length === 0) {
      notes.push(`${reference || footprint.id} has no symbol: nothing is taken over from it.`);
      continue;
    }
    const key = own.map((each) => symbolPath(each)).join();
    const other = taken.get(key);
    if (other !== undefined) notes.push(`${reference} and ${other} stand for one symbol: ${other} counts.`);
    else {
      taken.set(key, reference);
      links.push({ footprint, units: own });
    }
  }
  const linked = new Set(links.flatMap((link) => link.units));
  const without = [...byReference].filter(([, units]) => !units.some((unit) => linked.has(unit))).map(([name]) => name);
  if (without.length > 0)
    notes.push(`On the board are no footprints of ${without.slice(0, 20).join(", ")}${more(without.length)}.`);
  return { links, notes };
}

function more(count: number): string {
  return count > 20 ? ` and ${count - 20} more` : "";
}

/** What a board says of its symbols that the schematic says differently. Where uses of one sheet disagree nothing changes. */
export function backAnnotation(
  links: readonly LinkedFootprint[],
  netlist: Netlist,
  options: BackAnnotationOptions,
): BackAnnotation {
  const references: BackAnnotation["references"][number][] = [];
  const wishes = new Map<string, Wish[]>();
  const notes: string[] = [];
  for (const { footprint, units } of links) {
    const reference = fieldValue(footprint, "Reference");
    if (options.references && options.match === "uuid" && reference !== units[0]!.reference && reference !== "") {
      notes.push(`Renames ${units[0]!.reference} to ${reference}.`);
      for (const part of units) references.push({ part, reference });
    }
    for (const part of units) wish(part, footprint, netlist, options, wishes);
  }
  notes.push(...doubles(references, netlist));
  const fields: FieldChange[] = [];
  const flags: BackAnnotation["flags"][number][] = [];
  for (const group of wishes.values()) {
    const [first] = group as [Wish];
    if (group.every((each) => each.to === each.from)) continue;
    const { part, name, from, to } = group.find((each) => each.to !== each.from)!;
    if (group.some((each) => each.to !== to)) {
      const said = group.map((each) => `${each.part.reference} ${quoted(each.to)}`).join(", ");
      notes.push(`${name} stays ${quoted(first.from)}: uses of one sheet would differ (${said}).`);
      continue;
    }
    if (name === "dnp" || name === "inBom") {
      if (part.symbol[name] === (to === "yes")) {
        notes.push(`${FLAGS[name]} of ${part.reference} comes from its sheet and stays ${from}.`);
        continue;
      }
      flags.push({ part, flag: name, to: to === "yes" });
    } else fields.push({ part, name, to });
    const line =
      to === null
        ? `Takes ${name} away from ${part.reference}.`
        : from === null
          ? `Adds ${name} to ${part.reference}: ${quoted(to)}.`
          : `Changes ${FLAGS[name] ?? name} of ${part.reference} from ${quoted(from)} to ${quoted(to)}.`;
    if (!notes.includes(line)) notes.push(line);
  }
  return { references, fields, flags, notes };
}

const FLAGS: Readonly<Record<string, string>> = { dnp: "do not populate", inBom: "in bill of materials" };

/** What one use of a symbol says and what its footprint says; null where there is no such field. */
interface Wish {
  readonly part: Part;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

function wish(
  part: Part,
  footprint: Item,
  netlist: Netlist,
  options: BackAnnotationOptions,
  wishes: Map<string, Wish[]>,
): void {
  const note = (name: string, from: string | null, to: string | null) => {
    const key = `${part.sheet.file}\0${part.symbol.id}\0${name}`;
    const group = wishes.get(key);
    if (group === undefined) wishes.set(key, [{ part, name, from, to }]);
    else group.push({ part, name, from, to });
  };
  const shown = shownFields(part, netlist);
  if (options.values) {
    const to = fieldValue(footprint, "Value");
    // KiCad's netlist spells an empty value so.
    note("Value", part.value, to === "~" && part.value === "" ? "" : to);
  }
  if (options.footprints) note("Footprint", shown.get("Footprint") ?? "", String(footprint["libId"] ?? ""));
  if (options.attributes) {
    const words = (footprint["attributes"] as readonly string[] | undefined) ?? [];
    note("dnp", yesNo(part.dnp), yesNo(words.includes("dnp")));
    note("inBom", yesNo(part.inBom), yesNo(!words.includes("exclude_from_bom")));
  }
  if (!options.fields) return;
  const own = new Map<string, string>();
  for (const child of footprint.children)
    if (child.kind === "property") own.set(child["name"] as string, child["value"] as string);
  for (const [name, to] of own) {
    if (APART.has(name) || name.startsWith("ki_")) continue;
    const from = shown.get(name) ?? null;
    // An empty field says no more than none.
    if ((from ?? "") !== to) note(name, from, to);
    else note(name, from, from);
  }
  if (!options.removeFields) return;
  for (const [name, from] of shown)
    if (!APART.has(name) && !KEPT.has(name) && !name.startsWith("ki_") && !own.has(name)) note(name, from, null);
}

const APART: ReadonlySet<string> = new Set(["Reference", "Value", "Footprint", "Component Class"]);
/** Fields that every symbol has. */
const KEPT: ReadonlySet<string> = new Set(["Datasheet", "Description"]);

function shownFields(part: Part, netlist: Netlist): Map<string, string> {
  const { ofSymbol } = netlist.textOf(part.sheet);
  const found = new Map<string, string>();
  for (const child of (part.symbol as unknown as Item).children)
    if (child.kind === "property") found.set(child["name"] as string, ofSymbol(child["value"] as string, part));
  return found;
}

/** Warns of references that two parts would have. */
function doubles(references: BackAnnotation["references"], netlist: Netlist): string[] {
  const renamed = new Map(references.map(({ part, reference }) => [part, reference]));
  const owners = new Map<string, Set<string>>();
  for (const part of netlist.parts) {
    const now = renamed.get(part) ?? part.reference;
    owners.set(now, (owners.get(now) ?? new Set()).add(part.reference));
  }
  const wanted = new Set(references.map(({ reference }) => reference));
  return [...owners]
    .filter(([name, before]) => wanted.has(name) && before.size > 1)
    .map(([name]) => `${name} is there twice now.`);
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}

function quoted(text: string | null): string {
  return text === null ? "nothing" : JSON.stringify(text);
}
