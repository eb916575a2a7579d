import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgedParity } from "../../core/commands/check/board-parity.ts";
import { exclusionText } from "../../core/engines/check/exclusions.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { checkParity } from "../../core/engines/parity/check.ts";
import { readText } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { designOf } from "../laws/sheets.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky/blinky");
const text = readFileSync(`${blinky}.kicad_pcb`, "utf8");
const netlist = buildNetlist(designOf(`${blinky}.kicad_sch`));

/** Differences of the sample's board after a change of its text, which must change something. */
function differences(...changes: readonly [RegExp | string, string][]) {
  let board = text;
  for (const [from, to] of changes) {
    const next = board.replace(from, to);
    assert.notEqual(next, board, String(from));
    board = next;
  }
  return checkParity(readText(board).doc!, netlist);
}

describe("parity of board and schematic", () => {
  it("finds nothing in the sample", () => assert.deepEqual(differences(), []));

  it("tells what is missing, extra and there twice", () => {
    const renamed = differences(['"Reference" "R1"', '"Reference" "R77"']);
    assert.deepEqual(
      renamed.map(({ type, reference, detail }) => [type, reference, detail]),
      [
        ["missing_footprint", "R1", `Missing footprint R1 (${netlist.parts.find((p) => p.reference === "R1")!.value})`],
        ["extra_footprint", "R77", "its symbol is R1 now"],
      ],
    );
    const twice = differences(['"Reference" "R1"', '"Reference" "C1"']).map(({ type }) => type);
    assert.ok(twice.includes("duplicate_footprints") && twice.includes("missing_footprint"), twice.join());
  });

  it("tells both sides of what differs", () => {
    const value = netlist.parts.find((part) => part.reference === "R1")!.value;
    const [found, ...rest] = differences([`"Value" "${value}"`, '"Value" "47k"']);
    assert.deepEqual(rest, []);
    assert.deepEqual([found!.type, found!.board, found!.schematic], ["footprint_symbol_mismatch", "47k", value]);
    const board = readText(text).doc!;
    const pad = [...board.items.ofKind("footprint")].flatMap((each) =>
      each.children.filter((c) => c.kind === "pad"),
    )[0]!;
    const net = String(pad["net"]);
    const renamed = differences([new RegExp(`"${net.replace(/[()/+]/g, "\\$&")}"`, "g"), '"OTHER"']);
    assert.ok(renamed.length > 0);
    for (const each of renamed)
      assert.deepEqual([each.type, each.board, each.schematic], ["net_conflict", "OTHER", net]);
  });

  it("takes severities and exclusions of the project", () => {
    const board = readText(text.replace('"Reference" "R1"', '"Reference" "R77"')).doc!;
    const levels = (json: object) => {
      const settings = readProjectSettings(JSON.stringify(json));
      return judgedParity(board, netlist, { settings, fields: true }).map(({ type, level }) => [type, level]);
    };
    const [missing, extra] = checkParity(board, netlist);
    assert.deepEqual(levels({}), [
      ["missing_footprint", "warning"],
      ["extra_footprint", "warning"],
    ]);
    const rule_severities = { missing_footprint: "ignore" };
    const drc_exclusions = [exclusionText({ ...extra!, type: "extra_footprint" })];
    assert.deepEqual(levels({ board: { design_settings: { rule_severities, drc_exclusions } } }), [
      ["extra_footprint", "exclusion"],
    ]);
    assert.equal(missing!.items.length, 0);
  });
});
