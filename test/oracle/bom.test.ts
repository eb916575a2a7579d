import assert from "node:assert/strict";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { compareValues } from "../../core/engines/netlist/value-order.ts";
import { bomCases, compareBom } from "../laws/bom-agreement.ts";
import { hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { demoRoot } from "../laws/schematic-roots.ts";
import { designOf } from "../laws/sheets.ts";

const { title, skip } = needs("bills of materials against KiCad", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(240_000);

  it("are the same bytes, whatever the options", async () => {
    const { file } = demoRoot("complex_hierarchy/complex_hierarchy");
    const netlist = buildNetlist(designOf(file));
    for (const call of bomCases) assert.deepEqual(await compareBom(file, netlist, call), [], JSON.stringify(call));
  });
});

describe("the order of values in tables", () => {
  it("goes by the last number with its prefix, behind what stands before it", () => {
    const sorted = ["1k", "10", "4.7uF", "820pF", "2M", "BC547", "100n", "1K5"].sort(compareValues);
    assert.deepEqual(sorted, ["820pF", "100n", "4.7uF", "10", "1k", "2M", "1K5", "BC547"]);
  });
});
