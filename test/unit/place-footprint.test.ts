// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Item } from "../../core/model/item.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const resistor = readFileSync(join(folder, "blinky.pretty/R_0805.kicad_mod"), "utf8");
const start = {
  file: join(folder, "blinky.kicad_pcb"),
  path: "/p/b.kicad_pcb",
  others: {
    "/p/fp-lib-table":
      '(fp_lib_table\n  (version 7)\n  (lib (name "own")(type "KiCad")(uri "${KIPRJMOD}/own.pretty")(options "")(descr ""))\n' +
      '  (lib (name "off")(type "KiCad")(uri "${KIPRJMOD}/own.pretty")(options "")(descr "")(disabled))\n' +
      '  (lib (name "old")(type "Legacy")(uri "${KIPRJMOD}/old.mod")(options "")(descr ""))\n)\n',
    "/p/own.pretty/R_0805.kicad_mod": resistor,
    "/p/loose.pretty/R2.kicad_mod": resistor,
  },
};
const command = "pcb.placeFootprint";

describe("pcb.placeFootprint", () => {
  it("writes a part of a library with its fields, nets and uuids", async () => {
    const args = {
      footprint: "own:R_0805",
      at: [112, 70],
      rotation: 90,
      reference: "R9",
      value: "1k",
      padNets: { 1: "GND", 2: "NEW" },
      fields: { MPN: 'RC0805 "F"' },
    };
    const { doc, result, removedLines } = await checkEdit({ ...start, command, args });
    const item = [...doc.items.ofKind("footprint")].at(-1)!;
    assert.deepEqual(item["at"], { x: 112e6, y: 70e6, angle: 90 });
    assert.equal(item["libId"], "own:R_0805");
    const field = (name: string) => item.children.find((child: Item) => child["name"] === name);
    assert.equal(field("Reference")?.["value"], "R9");
    assert.equal(field("MPN")?.["value"], 'RC0805 "F"');
    assert.equal(field("MPN")?.["hide"], true);
    const pads = item.children.filter((child: Item) => child.kind === "pad");
    assert.deepEqual(
      pads.map((pad: Item) => [pad["number"], pad["net"], (pad["at"] as { angle: number }).angle]),
      [
        ["1", "GND", 90],
        ["2", "NEW", 90],
      ],
    );
    const uuids = item.children.flatMap((child: Item) => ("uuid" in child ? [child["uuid"]] : []));
    assert.equal(new Set(uuids).size, uuids.length);
    assert.ok(!uuids.includes(null) && uuids.every((uuid) => !resistor.includes(String(uuid))));
    assert.deepEqual(removedLines, []);
    assert.deepEqual(result.notes, [
      "The net NEW is new.",
      "R9.1 now joins pads of /OUT and GND: nets stayed as they were.",
    ]);
  });

  it("takes a folder that is in no table, and says so", async () => {
    const { result } = await checkEdit({ ...start, command, args: { footprint: "loose:R2", at: [1, 2] } });
    assert.match(result.notes![0]!, /in no table/);
  });

  it("refuses what is not there with what is", async () => {
    const refuse = (footprint: string, message: RegExp, hint: RegExp, more = {}) =>
      checkRefused({ ...start, command, args: { footprint, at: [1, 2], ...more }, code: "not-found", message, hint });
    await refuse("own:R_0806", /no such footprint/, /own:R_0805/);
    await refuse("owm:R_0805", /no library owm/, /own/);
    await refuse("off:R_0805", /is disabled in \/p\/fp-lib-table/, /./);
    await refuse("old:X", /of type Legacy/, /./);
    await refuse("none.kicad_mod", /no such file/, /./);
    await checkRefused({
      ...start,
      command,
      args: { footprint: "own:R_0805", at: [1, 2], padNets: { 7: "GND" } },
      code: "invalid-args",
      message: /its pads are 1, 2/,
    });
  });
});
