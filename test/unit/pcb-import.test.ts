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
  it("reads DXF splines of the first three degrees exactly, and with weights by chords", () => {
    const spline = (degree: number, knots: string, xy: string, more = "") =>
      `0\nSECTION\n2\nENTITIES\n0\nSPLINE\n71\n${degree}\n${knots
        .split(" ")
        .map((knot) => `40\n${knot}`)
        .join("\n")}${more}\n${xy
        .split(" ")
        .map((value, i) => `${i % 2 === 0 ? 10 : 20}\n${value}`)
        .join("\n")}\n0\nENDSEC\n`;
    // A clamped cubic of one span is its control points; of two spans they meet smoothly.
    const one = readDxf(spline(3, "0 0 0 0 1 1 1 1", "0 0 1 2 3 2 4 0")).shapes;
    assert.deepEqual(one, [
      {
        shape: "curve",
        points: [
          { x: 0, y: 0 },
          { x: 1, y: -2 },
          { x: 3, y: -2 },
          { x: 4, y: 0 },
        ],
      },
    ]);
    const two = readDxf(spline(3, "0 0 0 0 1 2 2 2 2", "0 0 1 2 3 2 4 0 6 0")).shapes;
    assert.equal(two.length, 2);
    assert.deepEqual(two[0]!.points[3], two[1]!.points[0]);
    assert.deepEqual(two[1]!.points[3]!.x, 6);
    // A quarter of a circle as a rational quadratic: every place is one away from the middle.
    const weights = `\n41\n1\n41\n${Math.SQRT1_2}\n41\n1`;
    const arc = readDxf(spline(2, "0 0 0 1 1 1", "1 0 1 1 0 1", weights)).shapes;
    assert.equal(arc.length, 16);
    for (const { points } of arc) assert.ok(Math.abs(Math.hypot(points[1]!.x, points[1]!.y) - 1) < 1e-9);
    assert.deepEqual(
      [...readDxf("0\nSECTION\n2\nENTITIES\n0\nSPLINE\n71\n3\n11\n0\n21\n0\n0\nENDSEC\n").left],
      [["SPLINE", 1]],
    );
  });
  it("puts DXF blocks where they are inserted: scaled, turned, in rows, stretched, in each other", () => {
    const drawing = (insert: string) =>
      readDxf(
        `0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nIN\n10\n1\n20\n0\n0\nLINE\n10\n1\n20\n0\n11\n2\n21\n0\n0\nCIRCLE\n10\n1\n20\n0\n40\n1\n0\nENDBLK\n` +
          `0\nBLOCK\n2\nOUT\n10\n0\n20\n0\n0\nINSERT\n2\nIN\n10\n5\n20\n0\n0\nENDBLK\n0\nENDSEC\n` +
          `0\nSECTION\n2\nENTITIES\n0\nINSERT\n${insert}\n0\nENDSEC\n`,
      ).shapes.map(({ shape, points }) => [
        shape,
        points.map((p) => [Number(p.x.toFixed(6)), Number(p.y.toFixed(6)) + 0]),
      ]);
    const turned = drawing("2\nIN\n10\n10\n20\n20\n41\n2\n42\n2\n50\n90");
    assert.deepEqual(turned[0], [
      "line",
      [
        [10, -20],
        [10, -22],
      ],
    ]);
    assert.equal(drawing("2\nIN\n70\n3\n71\n2\n44\n10\n45\n10").length, 12);
    assert.deepEqual(drawing("2\nOUT\n10\n1")[0], [
      "line",
      [
        [6, 0],
        [7, 0],
      ],
    ]);
    const stretched = drawing("2\nIN\n41\n2\n42\n1");
    assert.deepEqual(
      stretched.map(([shape]) => shape),
      ["line", "curve", "curve", "curve", "curve"],
    );
    assert.deepEqual((stretched[1] as [string, number[][]])[1][0], [2, 0]);
  });
  it("reads DXF ellipses", () => {
    const { shapes } = readDxf(
      "0\nSECTION\n2\nENTITIES\n0\nELLIPSE\n10\n5\n20\n0\n11\n3\n21\n0\n40\n0.5\n41\n0\n42\n6.283185307\n0\nENDSEC\n",
    );
    assert.equal(shapes.length, 4);
    assert.deepEqual(shapes[0]!.points[0], { x: 8, y: 0 });
    assert.ok(Math.abs(shapes[0]!.points[3]!.y + 1.5) < 1e-6);
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
