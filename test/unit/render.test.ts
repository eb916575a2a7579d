import assert from "node:assert/strict";
import { decodeBase64, encodeBase64 } from "../../core/base/base64.ts";
import type { Box } from "../../core/base/nm.ts";
import { boundsOf, makeBounds } from "../../core/engines/render/bounds.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { arcThrough } from "../../core/engines/render/curves.ts";
import { hitTest, spatialIndexOf, updateSpatialIndex } from "../../core/engines/render/hit-test.ts";
import { paintDoc, paintItem } from "../../core/engines/render/paint.ts";
import { strokeLine } from "../../core/engines/render/pen.ts";
import { composePicture } from "../../core/engines/render/picture.ts";
import { decodePng, encodePng } from "../../core/engines/render/png.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import { addBand, addCapsule, addDisc, addEdge, fill, makeRaster } from "../../core/engines/render/raster.ts";
import { makeRecording } from "../../core/engines/render/recording.ts";
import { sceneOf } from "../../core/engines/render/scene.ts";
import { writeSvg } from "../../core/engines/render/svg.ts";
import { expandText } from "../../core/engines/render/text-variables.ts";
import { drawingOrder, kicadBoard, layerColor, themeFor } from "../../core/engines/render/themes.ts";
import type { Doc } from "../../core/model/document.ts";
import { readText } from "../../core/model/document.ts";
import { applyStep, setStep } from "../../core/model/step.ts";

const layers = `(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (2 "B.Cu" signal) (1 "F.Mask" user) (3 "B.Mask" user)
  (13 "F.Paste" user) (5 "F.SilkS" user "F.Silkscreen") (25 "Edge.Cuts" user))`;

function board(body: string, setup = ""): Doc {
  const { doc, problems } = readText(
    `(kicad_pcb (version 20241229) (generator "test") ${layers} (setup ${setup})\n${body})`,
  );
  assert.deepEqual(problems, []);
  return doc!;
}

function sheet(body: string, symbols = ""): Doc {
  const { doc, problems } = readText(
    `(kicad_sch (version 20250114) (generator "test") (uuid "root") (paper "A4")\n(lib_symbols ${symbols})\n${body})`,
  );
  assert.deepEqual(problems, []);
  return doc!;
}

/** The box around a document's ink on one layer, in mm. */
function inkBox(doc: Doc, layer: string): number[] {
  const bounds = makeBounds((name) => name === layer);
  paintDoc(doc, bounds);
  return boxMm(bounds.box());
}

function boxMm(box: Box): number[] {
  return [box.minX, box.minY, box.maxX, box.maxY].map((v) => Math.round(v / 100) / 10_000);
}

function drawnLayers(doc: Doc): string[] {
  const recording = makeRecording();
  paintDoc(doc, recording);
  return [...recording.layers.keys()];
}

/** Sum of a mask in pixels. */
function area(draw: (r: ReturnType<typeof makeRaster>) => void, evenOdd = false, size = 64): number {
  const raster = makeRaster(size, size);
  const mask = new Uint8Array(size * size);
  draw(raster);
  fill(raster, mask, evenOdd);
  return mask.reduce((sum, v) => sum + v, 0) / 255;
}

function ring(r: ReturnType<typeof makeRaster>, ...points: number[]): void {
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    addEdge(r, points[i]!, points[i + 1]!, points[j]!, points[j + 1]!);
  }
}

describe("raster", () => {
  it("covers exactly the area of a shape", () => {
    assert.ok(Math.abs(area((r) => ring(r, 10.25, 10.5, 20.75, 10.5, 20.75, 13.25, 10.25, 13.25)) - 28.875) < 0.1);
    assert.ok(Math.abs(area((r) => ring(r, 5, 5, 45, 25, 5, 45)) - 800) < 1);
    assert.ok(Math.abs(area((r) => addDisc(r, 32.3, 31.7, 20)) / (Math.PI * 400) - 1) < 0.01);
    assert.ok(
      Math.abs(area((r) => addCapsule(r, 15, 20, 45, 40, 6)) / (12 * Math.hypot(30, 20) + Math.PI * 36) - 1) < 0.01,
    );
    assert.ok(
      Math.abs(area((r) => addBand(r, 32, 32, 20, 0, Math.PI * 2, 3)) / (Math.PI * (23 ** 2 - 17 ** 2)) - 1) < 0.01,
    );
  });

  it("cuts shapes at the picture's border", () => {
    assert.ok(Math.abs(area((r) => ring(r, -100, -100, 32, -100, 32, 200, -100, 200)) - 32 * 64) < 1);
    assert.ok(
      Math.abs(area((r) => ring(r, -1000, 32, 1000, 31, 1000, 1000, -1000, 1000)) - (64 * 64 - 64 * 31.484)) < 2,
    );
    assert.equal(
      area((r) => ring(r, 70, 0, 90, 0, 90, 64, 70, 64)),
      0,
    );
  });

  it("adds overlapping pieces up, and leaves holes of even-odd rings free", () => {
    const twice = (r: ReturnType<typeof makeRaster>) => {
      ring(r, 10, 10, 30, 10, 30, 30, 10, 30);
      ring(r, 10, 10, 30, 10, 30, 30, 10, 30);
    };
    assert.equal(area(twice), 400);
    assert.equal(area(twice, true), 0);
  });
});

describe("arcs and pens", () => {
  it("finds the arc through three points, either way round", () => {
    const up = arcThrough({ x: 10, y: 0 }, { x: 0, y: -10 }, { x: -10, y: 0 })!;
    assert.deepEqual([up.cx, up.cy, up.radius, up.from, up.sweep].map(Math.round), [0, 0, 10, 0, 180]);
    const down = arcThrough({ x: 10, y: 0 }, { x: 0, y: 10 }, { x: -10, y: 0 })!;
    assert.equal(Math.round(down.sweep), -180);
    assert.equal(arcThrough({ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0 }), null);
  });

  it("cuts a line into dashes whose ink ends where the line ends", () => {
    const recording = makeRecording();
    recording.layer("x");
    strokeLine(recording, [0, 0, 10_000_000, 0], 100_000, "dash");
    const bounds = makeBounds();
    let dashes = 0;
    const { data } = recording.layers.get("x")!;
    for (let i = 0; i < data.length; i += 7) dashes++;
    assert.equal(dashes, 7, `${data.length} numbers`);
    strokeLine(bounds, [0, 0, 10_000_000, 0], 100_000, "dash");
    assert.ok(bounds.box().maxX <= 10_050_000);
  });
});

describe("board painters", () => {
  it("turns a pad with its footprint's place and its own angle", () => {
    const doc = board(`(footprint "L:R" (layer "F.Cu") (uuid "f") (at 100 50 90)
      (pad "1" smd rect (at 2 0 90) (size 1 0.5) (layers "F.Cu" "F.Mask" "F.Paste") (uuid "p")))`);
    // The footprint's x axis points up the screen.
    assert.deepEqual(inkBox(doc, "F.Cu"), [99.75, 47.5, 100.25, 48.5]);
  });

  it("grows the mask by the nearest margin that is set", () => {
    const pad = (own: string) => `(pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu" "F.Mask") ${own} (uuid "p"))`;
    const with_ = (own: string, fp: string) =>
      board(`(footprint "L:R" (layer "F.Cu") (uuid "f") (at 10 10) ${fp} ${pad(own)})`, "(pad_to_mask_clearance 0.1)");
    assert.deepEqual(inkBox(with_("", ""), "F.Mask"), [9.4, 9.4, 10.6, 10.6]);
    assert.deepEqual(inkBox(with_("", "(solder_mask_margin 0.2)"), "F.Mask"), [9.3, 9.3, 10.7, 10.7]);
    assert.deepEqual(
      inkBox(with_("(solder_mask_margin 0.3)", "(solder_mask_margin 0.2)"), "F.Mask"),
      [9.2, 9.2, 10.8, 10.8],
    );
  });

  it("draws every shape of a pad in its own size", () => {
    const shapes: [string, string][] = [
      ["circle", "(size 2 2)"],
      ["oval", "(size 2 1)"],
      ["roundrect", "(size 2 1) (roundrect_rratio 0.25)"],
      ["roundrect", "(size 2 1) (roundrect_rratio 0.1) (chamfer_ratio 0.2) (chamfer top_left)"],
      ["trapezoid", "(size 2 1) (rect_delta 0 0.5)"],
    ];
    for (const [shape, size] of shapes) {
      const doc = board(`(footprint "L:R" (layer "F.Cu") (uuid "f") (at 10 10)
        (pad "1" smd ${shape} (at 0 0) ${size} (layers "F.Cu") (uuid "p")))`);
      const [minX, , maxX] = inkBox(doc, "F.Cu");
      const width = shape === "trapezoid" ? 2.5 : 2;
      assert.equal(Math.round((maxX! - minX!) * 1000) / 1000, width, shape);
    }
    const custom = board(`(footprint "L:R" (layer "F.Cu") (uuid "f") (at 10 10) (pad "1" smd custom (at 0 0) (size 1 1)
      (layers "F.Cu") (options (clearance outline) (anchor circle))
      (primitives (gr_poly (pts (xy 0 0) (xy 3 0) (xy 3 1)) (width 0.2) (fill yes)) (gr_circle (center -2 0) (end -1 0) (width 0) (fill yes))) (uuid "p")))`);
    assert.deepEqual(inkBox(custom, "F.Cu"), [7, 9, 13.1, 11.1]);
  });

  it("puts a via on the copper it joins, and its hole and itself on layers of their own", () => {
    const through = board(`(via (at 5 5) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 0) (uuid "v"))`);
    assert.deepEqual(drawnLayers(through), ["F.Cu", "In1.Cu", "B.Cu", "via", "hole.via"]);
    const blind = board(`(via blind (at 5 5) (size 0.8) (drill 0.4) (layers "F.Cu" "In1.Cu") (net 0) (uuid "v"))`);
    assert.deepEqual(drawnLayers(blind), ["F.Cu", "In1.Cu", "via", "hole.via"]);
    const open = board(
      `(via (at 5 5) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (tenting (front no) (back yes)) (net 0) (uuid "v"))`,
    );
    assert.ok(drawnLayers(open).includes("F.Mask") && !drawnLayers(open).includes("B.Mask"));
  });

  it("hides what is hidden and fills in variables of footprints", () => {
    const text = (extra: string, value: string) => `(footprint "Lib:Name" (layer "F.Cu") (uuid "f") (at 10 10)
      (property "Reference" "R7" (at 0 0 0) (layer "F.SilkS") (hide yes) (uuid "r") (effects (font (size 1 1) (thickness 0.1))))
      (fp_text user "${value}" (at 0 3 0) (layer "F.SilkS") ${extra} (uuid "t") (effects (font (size 1 1) (thickness 0.1)))))`;
    assert.deepEqual(drawnLayers(board(text("(hide yes)", "X"))), []);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's variable.
    const variable = inkBox(board(text("", "${REFERENCE}")), "F.SilkS");
    assert.deepEqual(variable, inkBox(board(text("", "R7")), "F.SilkS"));
  });

  it("cuts a knocked-out text out of its box", () => {
    const doc = board(`(gr_text "I" (at 10 10 0) (layer "F.SilkS" knockout) (uuid "t")
      (effects (font (size 1 1) (thickness 0.2))))`);
    const [minX, minY, maxX, maxY] = inkBox(doc, "F.SilkS") as [number, number, number, number];
    const scene = sceneOf(doc, { layers: ["F.SilkS"], region: null, side: "front" });
    const width = 400;
    const height = Math.round((width * (maxY - minY)) / (maxX - minX));
    const region = { minX: minX * 1e6, minY: minY * 1e6, maxX: maxX * 1e6, maxY: maxY * 1e6 };
    const pixels = composePicture(scene.recording, scene.order, { region, width, height }, themeFor("board", "print"));
    const shade = (x: number, y: number) =>
      pixels.data[3 * (Math.round(y * (height - 1)) * width + Math.round(x * (width - 1)))]!;
    assert.ok(shade(0.02, 0.5) < 40, "the box is filled");
    assert.ok(shade(0.5, 0.5) > 215, "the letter is not");
  });
});

describe("schematic painters", () => {
  const resistor = `(symbol "D:R" (pin_names (offset 0) (hide yes)) (pin_numbers (hide yes)) (symbol "R_0_1"
      (rectangle (start -1 -2) (end 1 2) (stroke (width 0.2) (type default)) (fill (type none))))
    (symbol "R_1_1" (pin passive line (at 0 5 270) (length 3) (name "~" (effects (font (size 1 1)))) (number "1" (effects (font (size 1 1)))))
      (pin passive line (at 0 -4 90) (length 2) (name "~" (effects (font (size 1 1)))) (number "2" (effects (font (size 1 1)))))))`;
  const place = (at: string, extra = "") =>
    sheet(`(symbol (lib_id "D:R") (at ${at}) ${extra} (unit 1) (uuid "s"))`, resistor);

  it("turns and mirrors symbols as KiCad does", () => {
    // Pin 1 lies 5 above, pin 2 lies 4 below; the pen adds 0.0762 at the ends.
    const y = (doc: Doc) =>
      [inkBox(doc, "sch.pin")[1]!, inkBox(doc, "sch.pin")[3]!].map((v) => Math.round(v * 10) / 10);
    const x = (doc: Doc) =>
      [inkBox(doc, "sch.pin")[0]!, inkBox(doc, "sch.pin")[2]!].map((v) => Math.round(v * 10) / 10);
    assert.deepEqual(y(place("100 100 0")), [94.9, 104.1]);
    assert.deepEqual(y(place("100 100 180")), [95.9, 105.1]);
    assert.deepEqual(y(place("100 100 0", "(mirror x)")), [95.9, 105.1]);
    assert.deepEqual(x(place("100 100 90")), [94.9, 104.1]);
    assert.deepEqual(x(place("100 100 90", "(mirror y)")), [95.9, 105.1]);
  });

  it("shows nothing but the frame for a symbol that the sheet does not know", () => {
    assert.deepEqual(drawnLayers(sheet(`(symbol (lib_id "X:Y") (at 1 1 0) (unit 1) (uuid "s"))`)), ["sch.worksheet"]);
  });

  it("draws the colours that the file names", () => {
    const recording = makeRecording();
    paintDoc(
      sheet(`(wire (pts (xy 1 1) (xy 9 1)) (stroke (width 0) (type default) (color 255 0 16 1)) (uuid "w"))`),
      recording,
    );
    const own = [...recording.layers.values()].find((shapes) => shapes.layer === "sch.wire")!;
    assert.deepEqual(own.color, { rgb: 0xff0010, alpha: 1 });
  });

  it("takes line widths and label distances from the project", () => {
    const options = projectOptions(
      JSON.stringify({
        schematic: { drawing: { default_wire_thickness: 10, text_offset_ratio: 0.5 } },
        text_variables: { A: "b" },
      }),
    );
    assert.equal(options.sheetSettings?.wireWidth, 254_000);
    assert.equal(options.sheetSettings?.textOffsetRatio, 0.5);
    assert.deepEqual(options.variables, { A: "b" });
    assert.deepEqual(projectOptions("no json"), {});
  });
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: KiCad's variables look like that.
describe("text variables", () => {
  it("resolves the item's, the title block's and the project's, and leaves the rest", () => {
    const { doc } = readText(`(kicad_pcb (version 20241229) (title_block (title "T ${"${REVISION}"}") (rev "3")))`);
    const cx = contextOf(doc!, { variables: { P: "project" } });
    assert.equal(
      expandText("${TITLE}/${P}/${OWN}/${NONE}", cx, (n) => (n === "OWN" ? "own" : undefined)),
      "T 3/project/own/${NONE}",
    );
  });

  it("ends on variables that name themselves", () => {
    const cx = contextOf(board(""), { variables: { A: "${A}x" } });
    assert.ok(expandText("${A}", cx).length < 100);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.

describe("hit test", () => {
  const doc = board(`(footprint "L:R" (layer "F.Cu") (uuid "f") (at 20 20)
      (pad "1" thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers "*.Cu") (uuid "p1")))
    (segment (start 0 0) (end 40 0) (width 0.5) (layer "F.Cu") (net 0) (uuid "t"))
    (segment (start 0 0) (end 40 0) (width 0.5) (layer "B.Cu") (net 0) (uuid "b"))
    (zone (net 0) (layer "F.Cu") (uuid "z") (hatch edge 0.5) (polygon (pts (xy 10 10) (xy 30 10) (xy 30 30) (xy 10 30)))
      (filled_polygon (layer "F.Cu") (pts (xy 10 10) (xy 30 10) (xy 30 30) (xy 10 30))))`);
  const at = (x: number, y: number) => ({ x: x * 1e6, y: y * 1e6 });

  it("finds the part of a footprint before the zone behind it", () => {
    const hits = hitTest(doc, at(20.5, 20));
    assert.deepEqual(
      hits.map((hit) => hit.part ?? hit.id),
      ["p1", "z"],
    );
  });

  it("looks only at visible layers, and as far as told", () => {
    assert.deepEqual(
      hitTest(doc, at(5, 0), { visible: (layer) => layer === "B.Cu" }).map((hit) => hit.id),
      ["b"],
    );
    assert.deepEqual(hitTest(doc, at(5, 0.4)), []);
    const near = hitTest(doc, at(5, 0.4), { tolerance: 200_000 });
    assert.deepEqual(near.map((hit) => [hit.id, hit.distance]).sort(), [
      ["b", 150_000],
      ["t", 150_000],
    ]);
  });

  it("finds the same through an index, also after a change", () => {
    const index = spatialIndexOf(doc);
    for (const [x, y] of [
      [20.5, 20],
      [5, 0],
      [29, 11],
      [50, 50],
    ] as const)
      assert.deepEqual(hitTest(doc, at(x, y), { index }), hitTest(doc, at(x, y)));
    const moved = applyStep(doc, setStep(doc.items.get("t")!, { end: at(40, 39) })!);
    const updated = updateSpatialIndex(index, moved, ["t"]);
    for (const [x, y] of [
      [20, 19.5],
      [5, 0],
    ] as const)
      assert.deepEqual(hitTest(moved, at(x, y), { index: updated }), hitTest(moved, at(x, y)));
    assert.ok(hitTest(moved, at(20, 19.5), { index: updated }).some((hit) => hit.id === "t"));
  });

  it("measures an item alone", () => {
    assert.deepEqual(boxMm(boundsOf(contextOf(doc), doc.items.get("t")!)), [-0.25, -0.25, 40.25, 0.25]);
  });
});

describe("pictures", () => {
  const doc =
    board(`(gr_rect (start 0 0) (end 20 10) (stroke (width 0.1) (type default)) (fill no) (layer "Edge.Cuts") (uuid "e"))
    (segment (start 2 5) (end 8 5) (width 2) (layer "F.Cu") (net 0) (uuid "t"))`);

  it("shows each item where it is, in its layer's colour", () => {
    const scene = sceneOf(doc, { layers: null, region: null, side: "front" });
    assert.deepEqual(boxMm(scene.region), [-1.05, -1.05, 21.05, 11.05]);
    const view = { region: { minX: 0, minY: 0, maxX: 20e6, maxY: 10e6 }, width: 200, height: 100 };
    const front = composePicture(scene.recording, scene.order, view, kicadBoard);
    const pixel = (p: typeof front, x: number, y: number) => [
      ...p.data.subarray(3 * (y * 200 + x), 3 * (y * 200 + x) + 3),
    ];
    const color = layerColor(kicadBoard, "F.Cu").rgb;
    assert.deepEqual(pixel(front, 50, 50), [color >> 16, (color >> 8) & 255, color & 255]);
    assert.deepEqual(pixel(front, 150, 50), [0x00, 0x10, 0x23]);
    const back = composePicture(scene.recording, scene.order, { ...view, mirror: true }, kicadBoard);
    assert.deepEqual(pixel(back, 149, 50), pixel(front, 50, 50));
  });

  it("survives PNG and base64", () => {
    const data = new Uint8Array(5 * 3 * 3).map((_, i) => i * 5);
    const file = encodePng({ width: 5, height: 3, data });
    assert.deepEqual(decodeBase64(encodeBase64(file)), new Uint8Array(file));
    const again = decodePng(encodeBase64(file))!;
    assert.deepEqual([again.width, again.height, again.data[4], again.data[7]], [5, 3, 15, 255]);
    assert.equal(decodePng("bm8gcG5n"), null);
  });

  it("writes an SVG with one group a layer, in drawing order", () => {
    const scene = sceneOf(doc, { layers: null, region: null, side: "front" });
    const text = writeSvg(scene.recording, scene.order, scene, kicadBoard);
    assert.deepEqual(
      [...text.matchAll(/data-layer="([^"]*)"/g)].map((m) => m[1]),
      ["F.Cu", "Edge.Cuts"],
    );
    assert.match(text, /<path d="M2 5L8 5" stroke-width="2"\/>/);
    assert.equal(text.match(/<g[ >]/g)!.length, text.match(/<\/g>/g)!.length);
  });

  it("refuses a layer that is not there, with those that are", () => {
    assert.throws(
      () => sceneOf(doc, { layers: ["F.Copper"], region: null, side: "front" }),
      (error: { code: string; hint: string }) => error.code === "invalid-args" && error.hint.includes("F.Cu"),
    );
  });

  it("turns the stack over for a view from behind", () => {
    const cx = contextOf(doc);
    const order = (side: "front" | "back") => drawingOrder(cx, side).filter((layer) => layer.endsWith(".Cu"));
    assert.deepEqual(order("front"), ["B.Cu", "In1.Cu", "F.Cu"]);
    assert.deepEqual(order("back"), ["F.Cu", "In1.Cu", "B.Cu"]);
  });

  it("has balanced begins and ends, whatever is drawn", () => {
    let depth = 0;
    const quiet = { layer() {}, polyline() {}, arc() {}, disc() {}, polygon() {} };
    const cx = contextOf(doc);
    for (const entry of doc.items.entries) {
      paintItem(cx, entry.item(), { ...quiet, begin: () => void depth++, end: () => void depth-- });
      assert.equal(depth, 0);
    }
  });
});
