import type { Pen, RuleBoard } from "./rule-sheet.ts";
import { everywhere, Sheet } from "./rule-sheet.ts";

const RULE = `(rule own (constraint creepage (min 2mm)) (condition "A.NetName == 'P*' && B.NetName == 'Q*'"))`;

/** Distances along the board's surface: straight, around slots and holes, along the board's rim. */
export function creepage(): RuleBoard {
  const sheet = new Sheet("creepage", RULE);
  let n = 0;
  const add = (name: string, draw: (pen: Pen, p: string, q: string) => void) => {
    const [p, q] = [`P${++n}`, `Q${n}`];
    sheet.add(name, (pen) => draw(pen, p, q));
  };
  for (const gap of [0.5, 1.999, 2.001]) {
    for (const layer of ["F.Cu", "In1.Cu", "B.Cu"])
      add(`tracks ${gap} apart on ${layer}`, (pen, p, q) =>
        pen.track(p, 0, 0, 4, 0, layer).track(q, 0, 0.2 + gap, 4, 0.2 + gap, layer),
      );
    add(`slanted tracks ${gap} apart`, (pen, p, q) =>
      pen.track(p, 0, 0, 2, 2).track(q, (0.2 + gap) * Math.SQRT2, 0, 2 + (0.2 + gap) * Math.SQRT2, 2),
    );
    add(`an end and a track ${gap} apart`, (pen, p, q) =>
      pen.track(p, 0, 0, 3, 0).track(q, 3.2 + gap, -2, 3.2 + gap, 3),
    );
    add(`vias ${gap} apart`, (pen, p, q) => pen.via(p, 0, 0).via(q, 0.6 + gap, 0));
    add(`a via and a track ${gap} apart`, (pen, p, q) => pen.via(p, 0, 0).track(q, -2, 0.4 + gap, 2, 0.4 + gap));
    add(`pads ${gap} apart`, (pen, p, q) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: p }])
        .footprint(1 + gap, 0, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 2)", net: q }]),
    );
    add(`turned pads ${gap} apart on the back`, (pen, p, q) =>
      pen
        .footprint(0, 0, 90, "B", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: p }])
        .footprint(1 + gap, 0, 90, "B", [{ head: "smd oval (at 0 0 ANGLE) (size 2 1)", net: q }]),
    );
    add(`pads with holes ${gap} apart`, (pen, p, q) =>
      pen
        .footprint(0, 0, 0, "F", [
          { head: "thru_hole circle (at 0 0 ANGLE) (size 1.6 1.6) (drill 0.8)", net: p, rest: everywhere },
        ])
        .footprint(1.6 + gap, 0, 0, "F", [
          { head: "thru_hole circle (at 0 0 ANGLE) (size 1.6 1.6) (drill 0.8)", net: q, rest: everywhere },
        ]),
    );
    add(`an arc and a track ${gap} apart`, (pen, p, q) => pen.arc(p, 0, 0, 2).track(q, -3, -2.2 - gap, 3, -2.2 - gap));
  }
  add("two pairs of items", (pen, p, q) =>
    pen.track(p, 0, 0, 3, 0).track(p, 0, 4, 3, 4).track(q, 0, 1, 3, 1).track(q, 0, 3.5, 3, 3.5),
  );
  add("on two layers", (pen, p, q) =>
    pen.via(p, 0, 0).via(q, 1, 0).track(p, 0, 3, 3, 3, "B.Cu").track(q, 0, 4, 3, 4, "B.Cu"),
  );
  // Of tracks that cross KiCad makes one net.
  const square = (net: string, x: number, y: number) =>
    [x, y, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net }]] as const;
  add("pads on each other", (pen, p, q) => pen.footprint(...square(p, 0, 0)).footprint(...square(q, 0.5, 0)));
  add("pads on each other, and others near each other", (pen, p, q) =>
    pen
      .footprint(...square(p, 0, 0))
      .footprint(...square(q, 0.5, 0))
      .footprint(...square(p, 3, 0))
      .footprint(...square(q, 5, 0)),
  );
  add("a track between them", (pen, p, q) =>
    pen.track(p, 0, 0, 3, 0).track("X", 1, 0.7, 2, 0.7).track(q, 0, 1.4, 3, 1.4),
  );
  add("2 apart", (pen, p, q) => pen.track(p, 0, 0, 3, 0).track(q, 0, 2.2, 3, 2.2));
  add("on different layers", (pen, p, q) => pen.track(p, 0, 0, 3, 0).track(q, 0, 1, 3, 1, "B.Cu"));
  add("of no net", (pen, p) => pen.track(p, 0, 0, 3, 0).track("", 0, 1, 3, 1));
  add("a pad of no net", (pen, p) =>
    pen.track(p, 0, 0, 3, 0).footprint(1, 1.5, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)" }]),
  );
  add("a line on copper", (pen, p, q) =>
    pen
      .track(p, 0, 0, 3, 0)
      .raw(
        (at, id) =>
          `(gr_line (start ${at(0, 1)}) (end ${at(3, 1)}) (stroke (width 0.2) (type default)) (layer "F.Cu") (net ${pen.net(q)}) (uuid "${id()}"))`,
      ),
  );
  add("a fill", (pen, p, q) =>
    pen
      .track(p, 0, 0, 3, 0)
      .raw(
        (at, id) =>
          `(zone (filled_areas_thickness no) (net ${pen.net(q)}) (net_name "${q}") (layer "F.Cu") (uuid "${id()}") (hatch edge 0.5) (connect_pads (clearance 0.2)) (min_thickness 0.2) (fill yes (thermal_gap 0.5) (thermal_bridge_width 0.5)) (polygon (pts (xy ${at(0, 1)}) (xy ${at(3, 1)}) (xy ${at(3, 3)}) (xy ${at(0, 3)}))) (filled_polygon (layer "F.Cu") (pts (xy ${at(0, 1)}) (xy ${at(3, 1)}) (xy ${at(3, 3)}) (xy ${at(0, 3)}))))`,
      ),
  );
  for (const shape of ["roundrect", "oval"])
    add(`a turned pad, ${shape}`, (pen, p, q) =>
      pen
        .track(p, 0, 0, 3, 0)
        .footprint(1, 1.5, 30, "F", [
          { head: `smd ${shape} (at 0 0 ANGLE) (size 1 1) (roundrect_rratio 0.25)`, net: q },
        ]),
    );
  add("a custom pad of a line", (pen, p, q) =>
    pen.track(p, 0, 0, 3, 0).footprint(1, 1.8, 0, "F", [
      {
        head: "smd custom (at 0 0 ANGLE) (size 0.5 0.5)",
        rest: '(layers "F.Cu") (options (clearance outline) (anchor circle)) (primitives (gr_line (start 0 0) (end 2 -1) (width 0.2)))',
        net: q,
      },
    ]),
  );
  add("of other nets", (pen) => pen.track(`Y${n}`, 0, 0, 3, 0).track(`Z${n}`, 0, 0.5, 3, 0.5));
  return sheet.done();
}

/** Ways that KiCad 9.0.8 does not see, each with how long it is, in mm; null where it is too long to be told. */
export function unseenWays(): RuleBoard & { readonly lengths: readonly (number | null)[] } {
  const sheet = new Sheet("creepage around", RULE);
  const lengths: (number | null)[] = [];
  const add = (name: string, length: number | null, draw: (pen: Pen, p: string, q: string) => void) => {
    const n = lengths.push(length);
    sheet.add(name, (pen) => draw(pen, `P${n}`, `Q${n}`));
  };
  const pen05 = "(stroke (width 0.05) (type default))";
  const slot = (x1: number, y1: number, x2: number, y2: number) => (at: At, id: () => string) =>
    `(gr_rect (start ${at(x1, y1)}) (end ${at(x2, y2)}) ${pen05} (fill no) (layer "Edge.Cuts") (uuid "${id()}"))`;
  const round = (x: number, y: number, r: number) => (at: At, id: () => string) =>
    `(gr_circle (center ${at(x, y)}) (end ${at(x + r, y)}) ${pen05} (fill no) (layer "Edge.Cuts") (uuid "${id()}"))`;
  // Two ends with round tips of 0.1 and a slot of 0.2 between them: over its corners on either side.
  const half = (high: number, reach: number) => Math.hypot(reach, high) - 0.1;
  for (const high of [0.4, 0.6, 0.9])
    add(`a slot ${2 * high} high`, told(0.2 + 2 * half(high, 0.5)), (pen, p, q) =>
      pen
        .track(p, -1, 0, 0, 0)
        .track(q, 1.2, 0, 2, 0)
        .raw(slot(0.5, -high, 0.7, high)),
    );
  add("a slot that one way around is shorter of", told(0.2 + 2 * half(0.3, 0.5)), (pen, p, q) =>
    pen
      .track(p, -1, 0, 0, 0)
      .track(q, 1.2, 0, 2, 0)
      .raw(slot(0.5, -3, 0.7, 0.3)),
  );
  // Tangents to a circle and the arc between: vias of 0.6 whose middles lie d from the circle's.
  const over = (d: number, r: number) => 2 * (Math.sqrt(d * d - r * r) - 0.3) + r * (Math.PI - 2 * Math.acos(r / d));
  for (const r of [0.25, 0.5, 0.6])
    add(`a round cutout of ${r}`, told(over(1, r)), (pen, p, q) =>
      pen
        .via(p, -1, 0)
        .via(q, 1, 0)
        .raw(round(0, 0, r)),
    );
  for (const drill of [0.5, 1, 1.2])
    add(`an unplated hole of ${drill}`, told(over(1, drill / 2)), (pen, p, q) =>
      pen
        .via(p, -1, 0)
        .via(q, 1, 0)
        .footprint(0, 0, 0, "F", [
          {
            head: `np_thru_hole circle (at 0 0 ANGLE) (size ${drill} ${drill}) (drill ${drill})`,
            rest: everywhere,
          },
        ]),
    );
  add("two slots, one after the other", told(0.4 + 0.4 + 2 * half(0.3, 0.3)), (pen, p, q) =>
    pen
      .track(p, -1, 0, 0, 0)
      .track(q, 1.4, 0, 2, 0)
      .raw(slot(0.3, -2, 0.5, 0.3))
      .raw(slot(0.9, -2, 1.1, 0.3)),
  );
  add("a wall", null, (pen, p, q) =>
    pen
      .track(p, -1, 0, 0, 0)
      .track(q, 0.6, 0, 2, 0)
      .raw(slot(0.2, -3, 0.4, 3)),
  );
  add(
    "a rectangle, turned",
    told(0.9 - (0.5 * Math.cos(Math.PI / 6) + 0.5 * Math.sin(Math.PI / 6)) + 0.8),
    (pen, p, q) =>
      pen.track(p, 0, 0, 3, 0).footprint(1, 1.8, 30, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: q }]),
  );
  add("a pad with a chamfer", told(1.2), (pen, p, q) =>
    pen.track(p, 0, 0, 3, 0).footprint(1, 1.8, 0, "F", [
      {
        head: "smd roundrect (at 0 0 ANGLE) (size 1 1)",
        rest: '(layers "F.Cu") (roundrect_rratio 0) (chamfer_ratio 0.2) (chamfer top_left)',
        net: q,
      },
    ]),
  );
  return { ...sheet.done(), lengths };
}

type At = (x: number, y: number) => string;

function told(length: number): number | null {
  return length < 2 ? length : null;
}
