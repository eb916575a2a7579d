// biome-ignore-all lint/suspicious/noTemplateCurlyInString: KiCad's names of columns look like variables.
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

  it("group and sort by what fields say themselves, and have all units in a row", async () => {
    for (const [name, call] of [
      ["simulation/power_supplies/buck_conv/buck_conv", { groupBy: ["Value"] }],
      ["simulation/power_supplies/boost/smps-com", { fields: ["Reference", "Value"], sortField: "Value" }],
      ["simulation/rectifier/rectifier", { fields: ["Reference", "Value"], sortField: "Value" }],
      ["sonde xilinx/sonde xilinx", { fields: ["Reference", "${SYMBOL_NAME}"] }],
      ["royalblue54L_feather/RoyalBlue54L-Feather", { includeExcluded: true }],
      ["kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213", {}],
    ] as const) {
      const { file } = demoRoot(name);
      assert.deepEqual(await compareBom(file, buildNetlist(designOf(file)), call), [], name);
    }
  });
});

describe("the order of values in tables", () => {
  it("goes by the last number with its prefix, behind what stands before it", () => {
    const sorted = ["1k", "10", "4.7uF", "820pF", "2M", "BC547", "100n", "1K5"].sort(compareValues);
    assert.deepEqual(sorted, ["820pF", "100n", "4.7uF", "10", "1k", "2M", "1K5", "BC547"]);
  });
});
