import assert from "node:assert/strict";
import { connect } from "../../core/engines/connect/clusters.ts";
import { readText } from "../../core/model/document.ts";

const head = `(kicad_pcb (version 20241229) (generator "pcbnew")
	(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (2 "B.Cu" signal))
	(net 0 "")
	(net 1 "A")
`;
const track = (x1: number, y1: number, x2: number, y2: number, layer = "F.Cu") =>
  `\t(segment (start ${x1} ${y1}) (end ${x2} ${y2}) (width 0.2) (layer "${layer}") (net 1) (uuid "${x1} ${y1} ${x2} ${y2} ${layer}"))\n`;
const missing = (body: string) => {
  const { doc, problems } = readText(`${head}${body})\n`);
  assert.deepEqual(problems, []);
  return connect(doc!).flatMap((state) => state.missing);
};

describe("copper contact", () => {
  it("joins what overlaps, not what only touches at the rim", () => {
    assert.equal(missing(track(0, 0, 10, 0) + track(5, 0.19, 5, 5)).length, 0);
    assert.equal(missing(track(0, 0, 10, 0) + track(5, 0.2, 5, 5)).length, 1);
    assert.equal(missing(track(0, 0, 10, 0) + track(5, -5, 5, 5)).length, 0);
  });
  it("needs a via to change the layer, and a blind one only where it goes", () => {
    const two = track(0, 0, 5, 0) + track(5, 0, 10, 0, "B.Cu");
    const via = (words: string, layers: string) =>
      `\t(via ${words} (at 5 0) (size 0.6) (drill 0.3) (layers ${layers}) (net 1) (uuid "v"))\n`;
    assert.equal(missing(two).length, 1);
    assert.equal(missing(two + via("", '"F.Cu" "B.Cu"')).length, 0);
    assert.equal(missing(two + via("blind", '"F.Cu" "In1.Cu"')).length, 1);
  });
  it("takes an arc as an arc, not as its chord", () => {
    const arc = '\t(arc (start 0 0) (mid 5 5) (end 10 0) (width 0.2) (layer "F.Cu") (net 1) (uuid "arc"))\n';
    assert.equal(missing(arc + track(5, 5, 5, 9)).length, 0);
    assert.equal(missing(arc + track(5, 0, 5, 2)).length, 1);
  });
  it("tells the places and the distance of what is missing", () => {
    const [link] = missing(track(0, 0, 1, 0) + track(4, 4, 9, 9));
    assert.deepEqual([link!.fromPlace, link!.toPlace, link!.length], [{ x: 1e6, y: 0 }, { x: 4e6, y: 4e6 }, 5e6]);
  });
  it("counts one connection fewer than clusters", () => {
    const many = Array.from({ length: 12 }, (_, i) => track(10 * i, 0, 10 * i + 1, 0)).join("");
    assert.equal(missing(many).length, 11);
  });
  it("knows pads turned with their footprint, on either side", () => {
    const footprint = (layer: string) => `\t(footprint "F" (layer "${layer}") (uuid "f") (at 10 10 90)
		(pad "1" smd rect (at 2 0 90) (size 2 0.4) (layers "${layer}") (net 1 "A") (uuid "p"))
	)\n`;
    // The pad lies at (10, 8), 0.4 wide and 2 high.
    assert.equal(missing(footprint("F.Cu") + track(10, 7.2, 15, 7.2)).length, 0);
    assert.equal(missing(footprint("F.Cu") + track(10.4, 8, 15, 8)).length, 1);
    assert.equal(missing(footprint("B.Cu") + track(10, 7.2, 15, 7.2)).length, 1);
  });
});

describe("a zone's fill", () => {
  const zone = (x: number, uuid: string) =>
    `\t(zone (net 1) (net_name "A") (layer "F.Cu") (uuid "${uuid}") (polygon (pts (xy ${x} 0) (xy ${x + 10} 0) (xy ${x + 10} 10) (xy ${x} 10)))
		(filled_polygon (layer "F.Cu") (pts (xy ${x} 0) (xy ${x + 10} 0) (xy ${x + 10} 10) (xy ${x} 10)))\n\t)\n`;
  it("is one with a fill that shares its edge", () => {
    const ends = track(1, 1, 2, 2) + track(28, 1, 29, 2);
    assert.equal(missing(`${ends}${zone(0, "a")}${zone(10, "b")}${zone(20, "c")}`).length, 0);
    assert.equal(missing(`${ends}${zone(0, "a")}${zone(20, "c")}`).length, 1);
  });
});
