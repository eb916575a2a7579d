import assert from "node:assert/strict";
import { makeBounds } from "../../core/engines/render/bounds.ts";
import { paintDoc } from "../../core/engines/render/paint.ts";
import { makeRecording } from "../../core/engines/render/recording.ts";
import type { Pad } from "../../core/model/board/pad.ts";
import type { Via } from "../../core/model/board/via.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText, readText } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { viaShape } from "../../core/model/shape/item-shapes.ts";
import { padCopper } from "../../core/model/shape/pad-copper.ts";
import { applyStep, setStep } from "../../core/model/step.ts";

const layers = `(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (1 "F.Mask" user)
  (3 "B.Mask" user) (13 "F.Paste" user))`;

function read(text: string): Doc {
  const { doc, problems } = readText(text);
  assert.deepEqual(problems, []);
  return doc!;
}

function board(body: string, version = 20241229): Doc {
  return read(`(kicad_pcb (version ${version}) (generator "test") ${layers} (setup)\n${body})`);
}

function ink(doc: Doc, layer: string): number[] {
  const bounds = makeBounds((name) => name === layer);
  paintDoc(doc, bounds);
  const { minX, minY, maxX, maxY } = bounds.box();
  return [minX, minY, maxX, maxY].map((v) => Math.round(v / 1000) / 1000);
}

function drawn(doc: Doc): string[] {
  const recording = makeRecording();
  paintDoc(doc, recording);
  return [...recording.layers.keys()];
}

function item(doc: Doc, id: string, inside?: string): Item {
  const owner = doc.items.get(id)!;
  return inside === undefined ? owner : owner.children.find((child) => child.id === inside)!;
}

/**
 * The document with properties set and nothing saved. What it shows must be what the file shows that is written of it,
 * read anew.
 */
function edited(doc: Doc, id: string, change: Readonly<Record<string, unknown>>, inside?: string): Doc {
  const target = item(doc, id, inside);
  const step = setStep(target, change, inside === undefined ? undefined : doc.items.get(id)!);
  assert.ok(step !== null);
  const after = applyStep(doc, step);
  const again = read(docText(after));
  const shown = (each: Doc) => {
    const recording = makeRecording();
    paintDoc(each, recording);
    return JSON.stringify([...recording.layers]);
  };
  assert.equal(shown(after), shown(again));
  assert.notEqual(shown(after), shown(doc));
  return after;
}

const through = `(via (at 5 5) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 0) (uuid "v"))`;
const plated = `(footprint "L:R" (layer "F.Cu") (uuid "f") (at 10 10)
  (pad "1" thru_hole circle (at 0 0) (size 1 1) (drill 0.5) (layers "*.Cu" "F.Mask" "F.Paste") (uuid "p")))`;

describe("what an edited item shows before it is saved", () => {
  it("draws a via's mask as its tenting says", () => {
    const doc = board(through);
    assert.ok(!drawn(doc).includes("F.Mask"));
    const open = edited(doc, "v", { tenting: { front: false, back: true } });
    assert.deepEqual([drawn(open).includes("F.Mask"), drawn(open).includes("B.Mask")], [true, false]);
  });

  it("gives a via the rings of its padstack, in the picture and as copper", () => {
    const padstack = { mode: "front_inner_back", layers: [{ name: "Inner", size: 500_000 }] };
    const after = edited(board(through), "v", { padstack });
    assert.deepEqual(ink(after, "In1.Cu"), [4.75, 4.75, 5.25, 5.25]);
    assert.deepEqual(ink(after, "F.Cu"), [4.6, 4.6, 5.4, 5.4]);
    const shape = viaShape(item(after, "v") as unknown as Via, "In2.Cu");
    assert.equal(shape.radius, 250_000);
  });

  it("takes rings away where nothing connects, and keeps those of the ends and of zones", () => {
    const onCopper = (doc: Doc) => drawn(doc).filter((layer) => layer.endsWith(".Cu"));
    const none = edited(board(through), "v", { removeUnusedLayers: true });
    assert.deepEqual(onCopper(none), []);
    const ends = edited(none, "v", { keepEndLayers: true });
    assert.deepEqual(onCopper(ends), ["F.Cu", "B.Cu"]);
    const zones = edited(ends, "v", { zoneLayerConnections: ["In2.Cu"] });
    assert.deepEqual(onCopper(zones), ["F.Cu", "In2.Cu", "B.Cu"]);
    assert.deepEqual(onCopper(edited(board(through, 20260206), "v", { startEndOnly: true })), ["F.Cu", "B.Cu"]);
  });

  it("gives a pad the copper of its padstack, and takes unused layers away", () => {
    const inner = {
      ...{ name: "Inner", shape: "rect", size: { x: 3_000_000, y: 2_000_000 }, rectDelta: null, offset: null },
      ...{ roundrectRatio: null, chamferRatio: null, chamfer: [], options: null, primitives: [], thermalAngle: null },
      ...{ thermalGap: null, thermalWidth: null, clearance: null, zoneConnect: null },
    };
    const after = edited(board(plated), "f", { padstack: { mode: "front_inner_back", layers: [inner] } }, "p");
    assert.deepEqual(ink(after, "In1.Cu"), [8.5, 9, 11.5, 11]);
    assert.deepEqual(ink(after, "B.Cu"), [9.5, 9.5, 10.5, 10.5]);
    const [shape] = padCopper(item(after, "f", "p") as unknown as Pad, { x: 0, y: 0, angle: 0 }, "In1.Cu");
    assert.ok(shape !== undefined && "rings" in shape);
    const less = edited(board(plated), "f", { removeUnusedLayers: true, keepEndLayers: true }, "p");
    assert.deepEqual(
      drawn(less).filter((layer) => layer.endsWith(".Cu")),
      ["F.Cu", "B.Cu"],
    );
  });

  it("shrinks paste by the footprint's ratio", () => {
    const after = edited(board(plated), "f", { solderPasteRatio: -0.1 });
    assert.deepEqual(ink(after, "F.Paste"), [9.6, 9.6, 10.4, 10.4]);
  });

  it("opens the mask over a graphic that names a mask layer, by its own margin", () => {
    const line = `(gr_line (start 0 0) (end 10 0) (stroke (width 1) (type solid)) (layer "F.Cu") (uuid "g"))`;
    const open = edited(board(line), "g", { layers: ["F.Cu", "F.Mask"], layer: "" });
    assert.deepEqual(ink(open, "F.Mask"), [-0.5, -0.5, 10.5, 0.5]);
    const wide = edited(open, "g", { maskMargin: 100_000 });
    assert.deepEqual(ink(wide, "F.Mask"), [-0.6, -0.6, 10.6, 0.6]);
    assert.deepEqual(ink(wide, "F.Cu"), [-0.5, -0.5, 10.5, 0.5]);
  });

  it("draws the alternate function that a library pin offers", () => {
    const sheet = (pin: string) =>
      read(`(kicad_sch (version 20250114) (generator "test") (uuid "root") (paper "A4")
      (lib_symbols (symbol "L:U" (pin_names (offset 1)) (symbol "U_1_1"
        (pin passive line (at 0 0 0) (length 2.54) (name "A") (number "1") ${pin}))))
      (symbol (lib_id "L:U") (at 50 50 0) (unit 1) (uuid "s") (pin "1" (uuid "q") (alternate "B"))))`);
    const shown = (doc: Doc) => {
      const recording = makeRecording();
      paintDoc(doc, recording);
      return JSON.stringify(recording.layers.get("sch.pin"));
    };
    const plain = shown(sheet(""));
    assert.notEqual(shown(sheet(`(alternate "B" output inverted)`)), plain);
    assert.equal(shown(sheet(`(alternate "C" output inverted)`)), plain);
  });
});
