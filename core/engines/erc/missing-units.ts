import type { Netlist } from "../netlist/netlist.ts";
import type { Part } from "../netlist/parts.ts";
import { unitSign } from "../netlist/parts.ts";
import { libraryPins, outlineSymbolsOf } from "../sheet/symbol-pins.ts";
import { partsByReference } from "./parts.ts";
import type { RawFinding } from "./rule.ts";
import { partSubject } from "./subject.ts";

/** Parts that lack units for which `matters` holds: with a pin of a type, or any when `type` is null. */
export function* missingUnits(
  netlist: Netlist,
  type: string | null,
  say: (reference: string, units: string) => string,
): Iterable<RawFinding> {
  for (const parts of partsByReference(netlist)) {
    const part = parts[0]!;
    const placed = new Set(parts.map((each) => each.unit));
    if (parts.length === part.unitCount) continue;
    const missing: number[] = [];
    for (let unit = 1; unit <= part.unitCount; unit++)
      if (!placed.has(unit) && (type === null || hasPin(part, unit, type))) missing.push(unit);
    if (missing.length === 0) continue;
    const names = missing.slice(0, 3).map((unit) => unitSign(unit, netlist.design));
    const units = `[ ${[...names, ...(missing.length > 3 ? ["....."] : [])].join(", ")} ]`;
    yield { sheet: part.sheet, items: [partSubject(part)], message: say(part.reference, units) };
  }
}

function hasPin(part: Part, unit: number, type: string): boolean {
  const library = outlineSymbolsOf(part.sheet.doc);
  return libraryPins(part.definition!, unit, 1, library).some((pin) => pin.type === type);
}
