import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { encodeText } from "../../core/format/text.ts";
import { Census } from "../laws/census.ts";

const blinky = (ending: string) => readFileSync(`examples/blinky/blinky.${ending}`);

describe("the shape tables", () => {
  it("read every list of the example", () => {
    const census = new Census();
    census.add(blinky("kicad_pcb"));
    census.add(blinky("kicad_sch"));
    assert.deepEqual(census.result(), []);
  });

  it("do not know what no KiCad writes, and it is named", () => {
    const census = new Census();
    census.add(
      encodeText(
        `(kicad_pcb (version 20241229) (from_the_future 1) (zone (net 0) (layer "F.Cu") (fill yes (glow 3))) ` +
          `(footprint "R" (layer "F.Cu") (at 1 2) (pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (taste "sour"))))`,
      ),
    );
    assert.deepEqual(
      census.result().map(({ path }) => path),
      ["board:from_the_future", "board:zone/fill/glow", "board:footprint/pad/taste"],
    );
  });
});
