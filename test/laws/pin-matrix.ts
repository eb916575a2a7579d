import { PIN_TYPES } from "../../core/model/project/pin-map.ts";
import { ercTypes } from "./erc-cases.ts";

const font = "(effects (font (size 1.27 1.27)))";
const rootId = "10000000-0000-4000-8000-000000000000";

/**
 * A schematic in which every two types of pins meet once, each pair on a net of its own (X1 and X2 and so on), and a
 * project whose table of pin types is `map` and which ignores every other check. Half of the pairs stand the other way round, so that no order is favoured.
 */
export function pinMatrixFiles(map: readonly (readonly number[])[] | null): { schematic: string; project: string } {
  let nextId = 0;
  const id = () => `c0de0000-0000-4000-8000-${String(++nextId).padStart(12, "0")}`;
  const text = (key: string, value: string) => `(property "${key}" "${value}" (at 0 0 0) ${font})`;
  const symbols = PIN_TYPES.map(
    (type) =>
      `(symbol "T:${type}" (exclude_from_sim no) (in_bom yes) (on_board yes) ${text("Reference", "X")} ${text("Value", type)}
      ${text("Footprint", "")} (symbol "${type}_1_1" (pin ${type} line (at 0 0 180) (length 2.54) (name "${type}" ${font}) (number "1" ${font}))))`,
  );
  const drawn: string[] = [];
  let count = 0;
  const part = (type: string, x: number, y: number) => {
    const reference = `X${++count}`;
    drawn.push(`(symbol (lib_id "T:${type}") (at ${x} ${y} 0) (unit 1) (exclude_from_sim no) (in_bom yes) (on_board yes)
      (dnp no) (uuid "${id()}") ${text("Reference", reference)} ${text("Value", type)} ${text("Footprint", "")}
      (pin "1" (uuid "${id()}")) (instances (project "pins" (path "/${rootId}" (reference "${reference}") (unit 1)))))`);
  };
  for (const [i, a] of PIN_TYPES.entries())
    for (const [j, b] of PIN_TYPES.slice(i).entries()) {
      const [x, y] = [50.8 + 25.4 * i, 50.8 + 12.7 * j];
      const [first, second] = (i + j) % 2 === 0 ? [a, b] : [b, a];
      part(first, x, y);
      part(second, x + 10.16, y);
      drawn.push(
        `(wire (pts (xy ${x} ${y}) (xy ${x + 10.16} ${y})) (stroke (width 0) (type default)) (uuid "${id()}"))`,
      );
    }
  const schematic = `(kicad_sch (version 20250114) (generator "eeschema") (generator_version "9.0") (uuid "${rootId}")
    (paper "A0") (lib_symbols ${symbols.join("\n")})\n${drawn.join("\n")}\n(sheet_instances (path "/" (page "1"))))\n`;
  const ignored = ercTypes.filter((type) => type !== "pin_to_pin").map((type) => [type, "ignore"]);
  const erc = { rule_severities: Object.fromEntries(ignored), ...(map === null ? {} : { pin_map: map }) };
  return { schematic, project: JSON.stringify({ erc }) };
}
