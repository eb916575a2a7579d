import type { Point } from "../../base/nm.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { suitsFilter } from "../netlist/footprint-filters.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { ParityFinding, ParityType } from "./finding.ts";
import type { SymbolSide } from "./symbol-side.ts";
import { symbolSides } from "./symbol-side.ts";

export interface ParityOptions {
  /** Which kinds are looked for; all when left out. */
  readonly wants?: (type: ParityType) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * Where a board differs from its schematic, as KiCad 9's design rule check tells it: parts and footprints find each
 * other by reference. Changes nothing.
 */
export function checkParity(board: Doc, netlist: Netlist, options: ParityOptions = {}): ParityFinding[] {
  const found: ParityFinding[] = [];
  const wants = options.wants ?? (() => true);
  const report = (finding: ParityFinding) => {
    if (wants(finding.type)) found.push(finding);
  };
  const footprints = [...board.items.ofKind("footprint")];
  duplicates(footprints, report);
  const first = new Map<string, Item>();
  for (const each of footprints) if (!first.has(referenceOf(each))) first.set(referenceOf(each), each);
  const sides = symbolSides(netlist);
  for (const side of sides) {
    options.signal?.throwIfAborted();
    const footprint = first.get(side.reference);
    if (footprint === undefined) {
      const detail = `Missing footprint ${side.reference} (${side.value})`;
      report({ type: "missing_footprint", detail, items: [], at: { x: 0, y: 0 }, reference: side.reference });
    } else {
      attributes(footprint, side, report);
      fields(footprint, side, report);
      pads(footprint, side, report);
    }
  }
  const references = new Set(sides.map((side) => side.reference));
  const paths = new Map(sides.flatMap((side) => side.paths.map((path) => [path, side.reference])));
  for (const each of footprints) {
    const reference = referenceOf(each);
    if (references.has(reference) || isBoardOnly(each)) continue;
    const symbol = paths.get(String(each["path"] ?? ""));
    const detail = symbol === undefined ? "" : `its symbol is ${symbol} now`;
    report({ type: "extra_footprint", detail, items: [each.id], at: placeOf(each), reference });
  }
  return found;
}

type Report = (finding: ParityFinding) => void;

function duplicates(footprints: readonly Item[], report: Report): void {
  const seen = new Map<string, Item>();
  for (const each of footprints) {
    const reference = referenceOf(each);
    const other = seen.get(reference.toLowerCase());
    if (other === undefined) seen.set(reference.toLowerCase(), each);
    else if (!isBoardOnly(each))
      report({
        ...{ type: "duplicate_footprints", detail: reference, items: [each.id, other.id] },
        ...{ at: placeOf(each), reference },
      });
  }
}

function attributes(footprint: Item, side: SymbolSide, report: Report): void {
  const { reference } = side;
  const about = { items: [footprint.id], at: placeOf(footprint), reference };
  const value = fieldValue(footprint, "Value");
  if (value !== side.value)
    report({
      ...{ ...about, type: "footprint_symbol_mismatch", board: value, schematic: side.value },
      detail: `Value (${value}) doesn't match symbol value (${side.value})`,
    });
  const libId = String(footprint["libId"] ?? "");
  if (libId !== side.footprint)
    report({
      ...{ ...about, type: "footprint_symbol_mismatch", board: libId, schematic: side.footprint },
      detail: `${libId} doesn't match footprint given by symbol (${side.footprint})`,
    });
  if (side.filters.length > 0 && !side.filters.some((filter) => suitsFilter(filter, libId)))
    report({
      ...{ ...about, type: "footprint_filters_mismatch", board: libId, schematic: side.filters.join(" ") },
      detail: `${libId} doesn't match symbol's footprint filters (${side.filters.join(" ")})`,
    });
  const words = (footprint["attributes"] as readonly string[] | undefined) ?? [];
  for (const [word, name, wanted] of [
    ["dnp", "Do not populate", side.dnp],
    ["exclude_from_bom", "Exclude from bill of materials", side.excludedFromBom],
  ] as const)
    if (words.includes(word) !== wanted)
      report({
        ...{ ...about, type: "footprint_symbol_mismatch", board: yesNo(!wanted), schematic: yesNo(wanted) },
        detail: `'${name}' settings differ`,
      });
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}

/** The first field that differs: one finding a footprint, as in KiCad 10. */
function fields(footprint: Item, side: SymbolSide, report: Report): void {
  const own = new Map<string, string>();
  for (const child of footprint.children)
    if (child.kind === "property") own.set(child["name"] as string, child["value"] as string);
  for (const [name, schematic] of side.fields) {
    const board = own.get(name);
    // Before KiCad 8 footprints had no such fields of their own, and an empty one says nothing.
    if (board === schematic || name === "Component Class" || (board === undefined && schematic === "")) continue;
    const detail =
      board === undefined
        ? `Missing symbol field '${name}' in footprint`
        : `Field '${name}' differs (PCB: '${board}', Schematic: '${schematic}')`;
    report({
      ...{ type: "footprint_symbol_field_mismatch", detail, items: [footprint.id], at: placeOf(footprint) },
      ...{ reference: side.reference, schematic },
      ...(board === undefined ? {} : { board }),
    });
    return;
  }
}

function pads(footprint: Item, side: SymbolSide, report: Report): void {
  const { reference } = side;
  const numbers = new Set<string>();
  const at = placeOf(footprint);
  for (const child of footprint.children) {
    if (child.kind !== "pad") continue;
    const pad = child as unknown as Pad;
    numbers.add(pad.number);
    if (!canHaveNumber(pad)) continue;
    const net = (child["net"] as string | null) ?? "";
    const wanted = side.nets.get(pad.number);
    const said = (detail: string) =>
      report({
        ...{ type: "net_conflict", detail, items: [child.id], at, reference },
        ...{ board: net, schematic: wanted ?? "" },
      });
    if (net !== "" && wanted === undefined) said("No corresponding pin found in schematic");
    else if (net === "" && (wanted ?? "") !== "") said(`Pad missing net given by schematic (${wanted})`);
    // Of several unconnected pads of one number the board counts on.
    else if (net !== (wanted ?? "") && !(net.startsWith("unconnected-") && net.startsWith(wanted ?? "")))
      said(`Pad net (${net}) doesn't match net given by schematic (${wanted})`);
  }
  for (const [number, net] of side.nets) {
    if (numbers.has(number)) continue;
    const pin = net.startsWith("unconnected-") ? number : `${number} (${net})`;
    report({
      ...{ type: "net_conflict", detail: `No pad found for pin ${pin} in schematic`, items: [footprint.id], at },
      ...{ reference, schematic: net },
    });
  }
}

/** Unplated holes and openings without copper have no number that counts. */
function canHaveNumber(pad: Pad): boolean {
  return pad.type !== "np_thru_hole" && pad.layers.some((layer) => layer.endsWith(".Cu"));
}

function isBoardOnly(footprint: Item): boolean {
  return (footprint["attributes"] as readonly string[] | undefined)?.includes("board_only") === true;
}

function referenceOf(footprint: Item): string {
  return fieldValue(footprint, "Reference");
}

function placeOf(footprint: Item): Point {
  const { x, y } = footprint["at"] as Point;
  return { x, y };
}
