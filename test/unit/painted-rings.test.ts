import assert from "node:assert/strict";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintDoc } from "../../core/engines/render/paint.ts";
import { makeRecording } from "../../core/engines/render/recording.ts";
import { readDoc } from "../../core/model/document.ts";

const table = '(0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal)';
const unused = "(remove_unused_layers yes) (keep_end_layers yes)";

/** How many shapes there are on the first inner layer of a board of these items. */
function ringsOn(layer: string, ...items: readonly string[]): number {
  const { doc } = readDoc(
    Buffer.from(
      `(kicad_pcb (version 20241229) (generator "pcbnew") (general (thickness 1.6)) (paper "A4")
        (layers ${table}) (net 0 "") (net 1 "N1") (net 2 "N2")\n${items.join("\n")}\n)\n`,
    ),
  );
  const recording = makeRecording((name) => name === layer);
  paintDoc(doc!, recording, contextOf(doc!));
  return (recording.layers.get(layer)?.data.length ?? 0) / 4;
}

const via = (id: number, x: number, net = 1, more = unused) =>
  `(via (at ${x} 50) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") ${more} (net ${net}) (uuid "via-${id}"))`;
const pad = (id: number, x: number, net = 1) =>
  `(footprint "a:b" (layer "F.Cu") (uuid "part-${id}") (at ${x} 50) (attr through_hole)
    (pad "1" thru_hole circle (at 0 0) (size 0.8 0.8) (drill 0.4) (layers "*.Cu" "*.Mask") ${unused} (net ${net} "N${net}") (uuid "pad-${id}")))`;

describe("rings on inner layers as drawn", () => {
  it("are left away where nothing comes, and kept where another via or plated pad of the net touches", () => {
    assert.equal(ringsOn("In1.Cu", via(1, 50)), 0);
    assert.equal(ringsOn("F.Cu", via(1, 50)), 1);
    assert.equal(ringsOn("In1.Cu", via(1, 50), via(2, 60)), 0);
    assert.equal(ringsOn("In1.Cu", via(1, 50), via(2, 50.7)), 2);
    assert.equal(ringsOn("In1.Cu", via(1, 50), via(2, 50.7, 2)), 0);
    // One that loses no ring keeps the other's.
    assert.equal(ringsOn("In1.Cu", via(1, 50), via(2, 50.7, 1, "")), 2);
    assert.equal(ringsOn("In1.Cu", via(1, 50), pad(2, 50.7)), 2);
    assert.equal(ringsOn("In2.Cu", pad(1, 50), pad(2, 50.7)), 2);
    assert.equal(ringsOn("In1.Cu", pad(1, 50), pad(2, 50.7, 2)), 0);
  });
});
