import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../core/engines/erc/check.ts";
import { runErc } from "../../core/engines/erc/check.ts";
import { rules } from "../../core/engines/erc/rules.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { readText } from "../../core/model/document.ts";
import { PIN_TYPES, pinMapOf } from "../../core/model/project/pin-map.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { openWorld } from "../laws/check-edit.ts";
import { designOf } from "../laws/sheets.ts";

const root = join(import.meta.dirname, "../..");
const blinky = join(root, "examples/blinky/blinky.kicad_sch");

/** Types found in a sheet with `R1` at (50, 50) and `R2` at (100, 50) whose lower pins are flagged. */
function typesOf(drawing: string, settings = "{}", change = (text: string) => text): string[] {
  return findingsOf(drawing, settings, change)
    .map((each) => each.type)
    .sort();
}

function findingsOf(drawing: string, settings = "{}", change = (text: string) => text): Finding[] {
  const part = (ref: string, x: number) =>
    `(symbol (lib_id "Device:R") (at ${x} 50 0) (unit 1) (in_bom yes) (on_board yes) (uuid "${ref}") ` +
    `(property "Reference" "${ref}" (at 0 0 0)) (property "Value" "1k" (at 0 0 0)) (pin "1" (uuid "${ref}-1")) ` +
    `(instances (project "t" (path "/root" (reference "${ref}") (unit 1)))))(no_connect (at ${x} 52.54) (uuid "n${ref}"))`;
  const text =
    '(kicad_sch (version 20250114) (generator "eeschema") (uuid "root") (lib_symbols (symbol "Device:R" ' +
    '(property "Reference" "R" (at 0 0 0)) (symbol "R_1_1" (pin passive line (at 0 2.54 270) (length 1.27) (name "~") ' +
    '(number "1")) (pin passive line (at 0 -2.54 90) (length 1.27) (name "~") (number "2"))))) ' +
    `${part("R1", 50)} ${part("R2", 100)} ${drawing})`;
  const { doc, problems } = readText(change(text));
  assert.deepEqual(problems, []);
  const sheet = { path: "/root", name: "Root", page: "1", file: "/t.kicad_sch", doc: doc! };
  const found = runErc(buildNetlist({ project: "t", sheets: [sheet], settings: readProjectSettings(settings) }));
  return found.filter((each) => each.type !== "endpoint_off_grid");
}

const wire = (...p: number[]) => `(wire (pts (xy ${p[0]} ${p[1]}) (xy ${p[2]} ${p[3]})) (uuid "w${p.join("-")}"))`;
const label = (name: string, x: number, y: number, kind = "label") =>
  `(${kind} "${name}" (at ${x} ${y} 0) (uuid "${name}${x}${y}"))`;
const joined = wire(50, 47.46, 100, 47.46);

describe("electrical rules", () => {
  it("has every rule file in its list, each type once", () => {
    const files = readdirSync(join(root, "core/engines/erc/rules"));
    assert.equal(rules.length, files.length);
    assert.equal(new Set(rules.map((rule) => rule.type)).size, rules.length);
  });

  it("finds nothing in the sample, and nothing wrong with two joined parts", () => {
    assert.deepEqual(runErc(buildNetlist(designOf(blinky))), []);
    assert.deepEqual(typesOf(joined), []);
  });

  it("tells what leads nowhere", () => {
    assert.deepEqual(typesOf(""), ["pin_not_connected", "pin_not_connected"]);
    assert.deepEqual(typesOf(joined + wire(10, 10, 20, 10)), [
      "unconnected_wire_endpoint",
      "unconnected_wire_endpoint",
      "wire_dangling",
    ]);
    assert.deepEqual(typesOf(joined + label("A", 10, 10)), ["label_dangling"]);
    assert.deepEqual(typesOf(joined + label("A", 10, 10, "global_label")), ["global_label_dangling"]);
    assert.deepEqual(typesOf(`${joined}(no_connect (at 10 10) (uuid "n"))`), ["no_connect_dangling"]);
  });

  it("tells of names that clash or nearly do", () => {
    assert.deepEqual(typesOf(joined + label("A", 50, 47.46) + label("B", 100, 47.46)), ["multiple_net_names"]);
    assert.deepEqual(typesOf(label("A", 50, 47.46) + label("A", 100, 47.46, "global_label")), [
      "same_local_global_label",
    ]);
    const similar = typesOf(joined + label("A", 50, 47.46) + label("a", 100, 47.46));
    assert.deepEqual(similar, ["multiple_net_names", "similar_labels"]);
  });

  it("tells what texts say themselves", () => {
    const note = (text: string) => `(text "${text}" (at 20 20 0) (effects (font (size 1.27 1.27))) (uuid "t"))`;
    const found = findingsOf(joined + note(`\${ERC_ERROR no fuse yet}`));
    assert.deepEqual(
      found.map((each) => [each.type, each.severity, each.description]),
      [["generic-error", "error", "no fuse yet"]],
    );
    assert.deepEqual(typesOf(joined + note(`\${ERC_WARNING look again} here`)), ["generic-warning"]);
  });

  it("tells of pins of one number on different nets", () => {
    const symbol = '(number "2")';
    assert.deepEqual(
      typesOf(joined, "{}", (text) => text.replace(symbol, '(number "1")')),
      ["duplicate_pins", "duplicate_pins"],
    );
  });

  it("tells of a flag on a connected net", () => {
    assert.deepEqual(typesOf(`${joined}(no_connect (at 50 47.46) (uuid "n"))`), ["no_connect_connected"]);
  });

  it("goes by the project's severities and exclusions", () => {
    const with_ = (erc: unknown) => JSON.stringify({ erc });
    assert.deepEqual(typesOf("", with_({ rule_severities: { pin_not_connected: "ignore" } })), []);
    const [first] = findingsOf("", with_({ rule_severities: { pin_not_connected: "warning" } }));
    assert.equal(first!.severity, "warning");
    const nil = "00000000-0000-0000-0000-000000000000";
    const row = `pin_not_connected|500000|474600|R1-1|${nil}|/root|/root|`;
    const excluded = findingsOf("", with_({ erc_exclusions: [[row, "a test point"]] }));
    assert.deepEqual(
      excluded.map((each) => each.excluded?.comment ?? null),
      ["a test point", null],
    );
  });

  it("has a table of pin types that reads the same both ways", () => {
    const map = pinMapOf(null);
    for (const [i] of PIN_TYPES.entries()) for (const [j] of PIN_TYPES.entries()) assert.equal(map[i]![j], map[j]![i]);
  });

  it("answers with counts, and fails when asked to", async () => {
    const world = await openWorld({ file: blinky, path: "/blinky.kicad_sch" });
    const wires = [...world.doc().items.ofKind("wire")].slice(0, 1).map((item) => item.id);
    await world.run("sch.delete", { items: wires });
    const report = (await world.run("check.erc", { path: "/blinky.kicad_sch" })) as {
      counts: { error: number; warning: number };
      text: string;
    };
    assert.ok(report.counts.error + report.counts.warning > 0);
    assert.equal(report.text.split("\n").length, report.counts.error + report.counts.warning);
    await assert.rejects(
      world.run("check.erc", { path: "/blinky.kicad_sch", failOn: "warning" }),
      (error: { code: string }) => error.code === "check-failed",
    );
    await assert.rejects(
      world.run("check.erc", { path: "/blinky.kicad_sch", types: ["nonsense"] }),
      (error: { code: string }) => error.code === "invalid-args",
    );
  });
});
