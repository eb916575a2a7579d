import { severe } from "./rule-boards-shapes.ts";
import type { Pen, RuleBoard } from "./rule-sheet.ts";
import { Sheet } from "./rule-sheet.ts";

type Ring = readonly (readonly [x: number, y: number])[];

/** A body with a spike of so many degrees, as long as `reach`, pointing to the right; turned by `angle`. */
function spike(degrees: number, reach = 3, angle = 0): Ring {
  const half = reach * Math.tan((degrees * Math.PI) / 360);
  const ring: Ring = [
    [reach, 0],
    [0, half],
    [0, half + 1],
    [-1, half + 1.2],
    [-1, -half - 1.2],
    [0, -half - 1],
    [0, -half],
  ];
  const [s, c] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return ring.map(([x, y]) => [x * c - y * s, x * s + y * c]);
}

function places(ring: Ring, at: (x: number, y: number) => string): string {
  return ring.map(([x, y]) => `(xy ${at(x, y)})`).join(" ");
}

function drawn(pen: Pen, ring: Ring, layer: string, width = 0): Pen {
  return pen.raw(
    (at, id) =>
      `(gr_poly (pts ${places(ring, at)}) (stroke (width ${width}) (type solid)) (fill yes) (layer "${layer}") (uuid "${id()}"))`,
  );
}

function filled(pen: Pen, ring: Ring, layer: string, island = ring): Pen {
  const net = pen.net("Z");
  return pen.raw(
    (at, id) =>
      `(zone (net ${net}) (net_name "Z") (layer "${layer}") (uuid "${id()}") (hatch edge 0.5) (connect_pads (clearance 0.2)) (min_thickness 0.1) (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.3)) (polygon (pts ${places(ring, at)})) (filled_polygon (layer "${layer}") (pts ${places(island, at)})))`,
  );
}

/** Sharp corners of copper: in drawings, fills and pads, on all layers, turned, covered and cut by other copper. */
export function slivers(): RuleBoard[] {
  const sheets = ["F.Cu", "B.Cu"].map((layer) => {
    const sheet = new Sheet(`slivers on ${layer}`, "");
    const inner = layer === "F.Cu" ? "In1.Cu" : "In2.Cu";
    for (const degrees of [10, 19.5, 20.5, 30])
      sheet.add(`${degrees} degrees`, (pen) => drawn(pen, spike(degrees), layer));
    for (const degrees of [12, 25]) sheet.add(`${degrees} degrees inside`, (pen) => drawn(pen, spike(degrees), inner));
    for (const angle of [33, 90, 211])
      for (const degrees of [15, 22])
        sheet.add(`${degrees} degrees, turned by ${angle}`, (pen) => drawn(pen, spike(degrees, 3, angle), layer));
    sheet.add("with a pen", (pen) => drawn(pen, spike(12), layer, 0.1));
    // Sides that come apart by less than the least width.
    sheet.add("a short one", (pen) => drawn(pen, spike(15, 0.25), layer));
    sheet.add("one that is long enough", (pen) => drawn(pen, spike(15, 0.4), layer));
    sheet.add("few corners", (pen) =>
      drawn(
        pen,
        [
          [0, 0],
          [3, 0.2],
          [3, -0.2],
        ],
        layer,
      ),
    );
    sheet.add("few corners and a track", (pen) =>
      drawn(
        pen,
        [
          [0, 0],
          [3, 0.2],
          [3, -0.2],
        ],
        layer,
      ).track("", 2.8, 0, 5, 0, layer),
    );
    sheet.add("under a track", (pen) => drawn(pen, spike(12), layer).track("", 2.9, 0, 5, 0, layer));
    sheet.add("beside a track", (pen) => drawn(pen, spike(12), layer).track("", 3.5, -2, 3.5, 2, layer));
    sheet.add("cut by a track near its tip", (pen) => drawn(pen, spike(12), layer).track("", 2.6, -2, 2.6, 2, layer));
    sheet.add("cut by a track far from its tip", (pen) => drawn(pen, spike(12), layer).track("", 1, -2, 1, 2, layer));
    sheet.add("a sharp gap", (pen) =>
      drawn(
        pen,
        [
          [0, 0],
          [3, 0.2],
          [3, 2],
          [-2, 2],
          [-2, -2],
          [3, -2],
          [3, -0.2],
        ],
        layer,
      ),
    );
    sheet.add("a sharp fill", (pen) => filled(pen, spike(12), layer));
    sheet.add("a blunt fill", (pen) => filled(pen, spike(40), layer));
    sheet.add("a fill with a sharp hole", (pen) =>
      filled(
        pen,
        [
          [-4, -4],
          [4, -4],
          [4, 4],
          [-4, 4],
        ],
        layer,
        [
          [-4, -4],
          [4, -4],
          [4, 4],
          [-4, 4],
          [-4, 0],
          [-2, 0],
          [2, 2],
          [1, 0],
          [0.9, -2],
          [0.8, 0],
          [-2, 0],
          [-4, 0],
        ],
      ),
    );
    sheet.add("a sharp pad", (pen) =>
      pen.footprint(0, 0, 30, layer.startsWith("F") ? "F" : "B", [
        {
          head: "smd custom (at 0 0 ANGLE) (size 0.5 0.5)",
          rest: `(options (clearance outline) (anchor rect)) (primitives (gr_poly (pts ${places(spike(14), (x, y) => `${x} ${y}`)}) (width 0) (fill yes)))`,
        },
      ]),
    );
    sheet.add("two that make one blunt corner", (pen) => {
      drawn(pen, spike(15, 3, 0), layer);
      drawn(pen, spike(15, 3, 10), layer);
    });
    return sheet.done(severe("copper_sliver"));
  });
  return sheets;
}
