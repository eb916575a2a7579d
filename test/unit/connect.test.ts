import assert from "node:assert/strict";
import { connect } from "../../core/engines/connect/clusters.ts";
import { FillShape } from "../../core/engines/connect/fill-shape.ts";
import { pushArc, shape, shapesMeet } from "../../core/engines/connect/shape.ts";
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
  const ring: number[] = [];
  for (let i = 0; i < 2000; i++) ring.push(1e6 * Math.cos((i * Math.PI) / 1000), 1e6 * Math.sin((i * Math.PI) / 1000));
  const disc = new FillShape(ring, 0);
  it("answers as the circle that it is", () => {
    for (let i = 0; i < 2000; i++) {
      const angle = i * 2.399963;
      const radius = 1.3e6 * Math.sqrt(i / 2000);
      if (Math.abs(radius - 1e6) < 10) continue;
      assert.equal(disc.contains(radius * Math.cos(angle), radius * Math.sin(angle)), radius < 1e6);
    }
  });
  it("meets copper that reaches its edge", () => {
    assert.equal(disc.meets(shape([1.2e6, 0, 2e6, 0], 0.21e6, false)), true);
    assert.equal(disc.meets(shape([1.2e6, 0, 2e6, 0], 0.19e6, false)), false);
    assert.equal(disc.meets(shape([-3e6, -3e6, 3e6, -3e6, 3e6, 3e6, -3e6, 3e6], 0, true)), true);
  });
  it("is one with a fill that shares its edge", () => {
    const square = (x: number) => new FillShape([x, 0, x + 10, 0, x + 10, 10, x, 10], 0);
    assert.equal(square(0).meetsFill(square(10)), true);
    assert.equal(square(0).meetsFill(square(12)), false);
  });
});

describe("shapes", () => {
  it("meet inside each other's area", () => {
    const big = shape([0, 0, 100, 0, 100, 100, 0, 100], 0, true);
    assert.equal(shapesMeet(big, shape([50, 50], 1, false)), true);
    assert.equal(shapesMeet(shape([50, 50], 1, false), big), true);
    assert.equal(shapesMeet(shape([0, 0, 100, 0], 1, false), shape([50, 50], 1, false)), false);
  });
  it("have arcs near their circle, a whole turn too", () => {
    for (const end of [
      { x: 0, y: 1e6 },
      { x: 1e6, y: 0 },
    ]) {
      const points: number[] = [];
      pushArc(points, { x: 1e6, y: 0 }, { x: -1e6, y: 0 }, end);
      for (let i = 0; i < points.length; i += 2) assert.ok(Math.abs(Math.hypot(points[i]!, points[i + 1]!) - 1e6) < 1);
    }
  });
});
