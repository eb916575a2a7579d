import assert from "node:assert/strict";
import { join } from "node:path";
import { readDxf } from "../../core/commands/import/dxf.ts";
import { readSvg } from "../../core/commands/import/svg.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/board-tools/board-tools.kicad_pcb");

const dxf = `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n1\n0\nENDSEC\n0\nSECTION\n2\nENTITIES
0\nLINE\n8\n0\n10\n0\n20\n0\n11\n1\n21\n2
0\nARC\n10\n0\n20\n0\n40\n1\n50\n0\n51\n90
0\nLWPOLYLINE\n90\n2\n70\n1\n10\n0\n20\n0\n42\n1\n10\n1\n20\n0
0\nTEXT\n1\nhello\n0\nENDSEC\n0\nEOF\n`;

describe("pcb.importGraphics", () => {
  it("reads DXF in its unit, with y up, arcs and bulges", () => {
    const { shapes, left } = readDxf(dxf);
    assert.deepEqual(shapes[0], {
      shape: "line",
      points: [
        { x: 0, y: 0 },
        { x: 25.4, y: -50.8 },
      ],
    });
    const arc = shapes[1]!.points.map((p) => [Math.round(p.x * 1e4) / 1e4, Math.round(p.y * 1e4) / 1e4]);
    assert.deepEqual(arc, [
      [25.4, 0],
      [17.9605, -17.9605],
      [0, -25.4],
    ]);
    // A bulge of 1 is half a circle, to the right of its way.
    assert.deepEqual(shapes[2]!.points[1], { x: 12.7, y: 12.7 });
    assert.deepEqual([...left], [["TEXT", 1]]);
  });
  it("reads SVG by its page, with transforms, filled polygons and curves", () => {
    const { shapes } = readSvg(
      '<svg width="20mm" height="10mm" viewBox="0 0 40 20"><g transform="translate(2 0)"><path d="M0 0h4v4z"/><circle cx="10" cy="10" r="2" fill="none"/></g></svg>',
    );
    assert.equal(shapes[0]!.shape, "poly");
    assert.deepEqual(shapes[0]!.points, [
      { x: 1, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 2 },
    ]);
    assert.equal(shapes.filter((shape) => shape.shape === "curve").length, 4);
  });
  it("brings shapes in as one group, and refuses what is no drawing", async () => {
    const { doc, result } = await checkEdit({
      file,
      command: "pcb.importGraphics",
      args: { layer: "F.SilkS", text: dxf, at: [110, 90], scale: 0.1 },
    });
    assert.match(result.notes!.join(" "), /4 shapes came in\. Left out: 1 TEXT/);
    assert.equal([...doc.items.ofKind("group")].length, 2);
    await checkRefused({
      file,
      command: "pcb.importGraphics",
      args: { layer: "F.SilkS", text: "<svg><path" },
      code: "invalid-args",
    });
    await checkRefused({
      file,
      command: "pcb.importGraphics",
      args: { layer: "F.SilkS", text: "hello" },
      code: "invalid-args",
      message: /no shapes/,
    });
  });
});
