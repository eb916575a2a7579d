import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { shownFields } from "./export-tree.ts";
import { compareNumbered, compareText } from "./names.ts";
import type { Netlist } from "./netlist.ts";
import type { Part } from "./parts.ts";
import { compareValues } from "./value-order.ts";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: KiCad names its own columns like variables.

/** A column of the bill of materials. */
export interface BomField {
  /** A field of the parts, or `${QUANTITY}`, `${ITEM_NUMBER}`, `${DNP}`, `${EXCLUDE_FROM_BOM}`, … */
  readonly name: string;
  readonly label: string;
  /** Whether parts that differ here stand in different rows. */
  readonly groupBy: boolean;
}

export interface BomOptions {
  readonly fields: readonly BomField[];
  /** Fields that are grouped by but not shown. */
  readonly hidden: readonly BomField[];
  readonly sortField: string;
  readonly ascending: boolean;
  /** Only references with this in them; `*` stands for any signs, `?` for one. */
  readonly filter: string;
  readonly excludeDnp: boolean;
  readonly includeExcluded: boolean;
  readonly referenceDelimiter: string;
  /** Between the ends of a run such as R1-R4; "" writes each reference. */
  readonly rangeDelimiter: string;
}

/** A row: one part, or several that are alike. */
export interface BomRow {
  readonly references: readonly string[];
  /** Values by the fields' order. */
  readonly values: readonly string[];
}

/** The bill of materials as KiCad's field table makes it. */
export function billOfMaterials(netlist: Netlist, options: BomOptions): BomRow[] {
  const units = bomParts(netlist, options);
  const parts = [...units.keys()];
  const texts = new Map(parts.map((part) => [part, shownFields(part, netlist)]));
  const value = (part: Part, name: string): string => partValue(part, name, texts.get(part)!);
  // Rows are made and sorted by the fields' own words: two of `${SIM.PARAMS}` are alike, whatever they come to.
  const written = (part: Part, name: string): string => {
    const own = propertyValue(part.symbol as unknown as Item, name);
    return own.includes("${") ? own : value(part, name);
  };
  const grouped = [...options.fields, ...options.hidden].filter((field) => field.groupBy);
  const groups: Part[][] = [];
  const byKey = new Map<string, Part[]>();
  for (const part of parts) {
    const key = JSON.stringify(
      grouped.map(({ name }) => (name === "Reference" ? prefixOf(part.reference) : written(part, name))),
    );
    const there = grouped.length === 0 ? undefined : byKey.get(key);
    if (there !== undefined) there.push(part);
    else {
      const fresh = [part];
      byKey.set(key, fresh);
      groups.push(fresh);
    }
  }
  const byReference = (a: Part, b: Part) =>
    compareNumbered(a.reference, b.reference, false) || compareText(a.reference, b.reference);
  for (const group of groups) group.sort(byReference);
  const sortValue = (group: readonly Part[]) =>
    options.sortField === "${QUANTITY}" || options.sortField === "Quantity"
      ? String(group.length)
      : written(group[0]!, options.sortField);
  groups.sort((a, b) => {
    const [m, n] = [sortValue(a).trim(), sortValue(b).trim()];
    const order = options.sortField === "Reference" ? 0 : compareValues(m, n);
    return (options.ascending ? 1 : -1) * (order || byReference(a[0]!, b[0]!));
  });
  return groups.map((group, i) => {
    const references = group.map((part) => part.reference);
    const values = options.fields.map(({ name }) => {
      if (name === "Reference") return shorthand(references, options);
      if (name === "${QUANTITY}" || name === "Quantity") return String(group.length);
      if (name === "${ITEM_NUMBER}") return String(i + 1);
      // Where alike parts differ in what they are not grouped by, all they say is shown.
      const all = group.flatMap((part) => [
        value(part, name),
        ...units.get(part)!.map((unit) => partValue(unit, name, texts.get(part)!)),
      ]);
      const said = [...new Set(all)].filter((each) => each !== "");
      return said.sort(compareText).join(",");
    });
    return { references, values };
  });
}

/** One part for each reference, the lowest unit of it, with all its units. */
function bomParts(netlist: Netlist, options: BomOptions): Map<Part, readonly Part[]> {
  const found = new Map<string, Part[]>();
  for (const part of netlist.parts) {
    if (part.reference.startsWith("#")) continue;
    if (!part.inBom && !options.includeExcluded) continue;
    if (part.dnp && options.excludeDnp) continue;
    if (!matches(part.reference, options.filter)) continue;
    const known = found.get(part.reference);
    if (known === undefined) found.set(part.reference, [part]);
    else known.push(part);
  }
  const lowest = (units: readonly Part[]) => units.reduce((low, unit) => (unit.unit < low.unit ? unit : low));
  return new Map([...found.values()].map((units) => [lowest(units), units]));
}

function matches(reference: string, filter: string): boolean {
  if (filter === "") return true;
  const [text, pattern] = [reference.toLowerCase(), filter.toLowerCase()];
  if (!/[*?]/.test(pattern)) return text.includes(pattern);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(source).test(text);
}

function partValue(part: Part, name: string, fields: ReadonlyMap<string, string>): string {
  // A field of the part stands before what KiCad works out.
  const own = /^\$\{(.*)\}$/.exec(name);
  const named = own === null ? undefined : fields.get(own[1]!);
  if (named !== undefined) return named;
  switch (name) {
    case "Reference":
      return part.reference;
    case "${DNP}":
      return part.dnp ? "DNP" : "";
    case "${EXCLUDE_FROM_BOM}":
      return part.inBom ? "" : "Excluded from BOM";
    case "${EXCLUDE_FROM_BOARD}":
      return part.onBoard ? "" : "Excluded from board";
    case "${EXCLUDE_FROM_SIM}":
      return part.inSimulation ? "" : "Excluded from simulation";
    case "${SYMBOL_NAME}":
      return (part.symbol.libId ?? "").split(":").at(-1)!;
    case "${SYMBOL_LIBRARY}":
      return (part.symbol.libId ?? "").includes(":") ? (part.symbol.libId ?? "").split(":")[0]! : "";
    default:
      return fields.get(name) ?? "";
  }
}

function prefixOf(reference: string): string {
  return reference.replace(/\d+$/, "");
}

/** `R1-R3,R5`: runs of three and more by their ends. */
function shorthand(references: readonly string[], { referenceDelimiter, rangeDelimiter }: BomOptions): string {
  const pieces: string[] = [];
  for (let i = 0; i < references.length; ) {
    let end = i + 1;
    while (end < references.length && follows(references[end - 1]!, references[end]!)) end++;
    if (rangeDelimiter !== "" && end - i > 2) pieces.push(`${references[i]}${rangeDelimiter}${references[end - 1]}`);
    else pieces.push(...references.slice(i, end));
    i = end;
  }
  return pieces.join(referenceDelimiter);
}

function follows(a: string, b: string): boolean {
  const [m, n] = [/^(.*?)(\d+)$/.exec(a), /^(.*?)(\d+)$/.exec(b)];
  return m !== null && n !== null && m[1] === n[1] && Number(n[2]) === Number(m[2]) + 1;
}

export interface BomFormat {
  readonly fieldDelimiter: string;
  readonly stringDelimiter: string;
  readonly keepTabs: boolean;
  readonly keepLineBreaks: boolean;
}

/** The table as text, with its head line. */
export function writeBom(rows: readonly BomRow[], fields: readonly BomField[], format: BomFormat): string {
  const cell = (text: string) => {
    let shown = text;
    if (!format.keepLineBreaks) shown = shown.replace(/[\r\n]/g, "");
    if (!format.keepTabs) shown = shown.replaceAll("\t", "");
    const mark = format.stringDelimiter;
    return mark === "" ? shown : mark + shown.replaceAll(mark, mark + mark) + mark;
  };
  const line = (cells: readonly string[]) => `${cells.map(cell).join(format.fieldDelimiter)}\n`;
  return [fields.map((field) => field.label), ...rows.map((row) => row.values)].map(line).join("");
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
