import assert from "node:assert/strict";
import { encodeText } from "../../core/format/text.ts";
import { parseTree } from "../../core/format/tree.ts";
import { arcOfToday } from "../../core/model/board/old-arc.ts";

describe("arcs of KiCad 5", () => {
  // What pcbnew 9.0.8 reads of the same footprint.
  const cases = {
    "(fp_arc (start 1 2) (end 3 2) (angle 90) (layer F.SilkS) (width 0.2))":
      "(fp_arc (start 3 2) (mid 2.414214 3.414214) (end 1 4) (layer F.SilkS) (width 0.2))",
    "(fp_arc (start 1 2) (end 3 2.5) (angle -60) (layer F.Fab) (width 0.2))":
      "(fp_arc (start 2.433013 0.517949) (mid 2.982051 1.433013) (end 3 2.5) (layer F.Fab) (width 0.2))",
    "(fp_arc (start -1.9 -0.3) (end -1.900 -0.4) (angle 180) (layer F.CrtYd) (width 0.2))":
      "(fp_arc (start -1.9 -0.4) (mid -1.8 -0.3) (end -1.9 -0.2) (layer F.CrtYd) (width 0.2))",
  };
  for (const [old, now] of Object.entries(cases))
    it(`are written as today: ${old}`, () => assert.equal(arcOfToday(parseTree(encodeText(old)), 0), now));

  it("and nothing else is", () => {
    for (const text of ["(fp_arc (start 3 2) (mid 2.4 3.4) (end 1 4))", "(fp_line (start 1 2) (end 3 4))"])
      assert.equal(arcOfToday(parseTree(encodeText(text)), 0), null);
  });
});
