import { severe } from "./rule-boards-shapes.ts";
import type { Pen, RuleBoard } from "./rule-sheet.ts";
import { everywhere, Sheet } from "./rule-sheet.ts";

const sides = ["F", "B"] as const;
const SMD = "smd rect (at 0 0 ANGLE) (size 1 0.6)";
const HOLE = "np_thru_hole circle (at 0 0 ANGLE) (size 1 1) (drill 1)";
const SLOT = "np_thru_hole oval (at 0 0 ANGLE) (size 1 2) (drill oval 1 2)";
const PLATED = "thru_hole circle (at 0 0 ANGLE) (size 1.6 1.6) (drill 0.8)";

interface ZoneMore {
  /** The area that is filled, relative to the case. */
  readonly fill?: readonly (readonly [number, number])[];
  readonly keepout?: string;
  readonly clearance?: number;
  readonly priority?: number;
  readonly name?: string;
}

type Points = readonly (readonly [number, number])[];

const square = (x: number, y: number, half: number): Points => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

function zone(pen: Pen, net: string, layer: string, outline: Points, more: ZoneMore = {}): void {
  const { fill = null, keepout = "", clearance = 0.2, priority = 0, name = "" } = more;
  pen.raw((at, id) => {
    const pts = (points: Points) => `(pts ${points.map(([x, y]) => `(xy ${at(x, y)})`).join(" ")})`;
    const body = keepout === "" ? "" : `(keepout ${keepout})`;
    return `(zone (net ${pen.net(net)}) (net_name "${net}") (layer "${layer}") (uuid "${id()}") ${name === "" ? "" : `(name "${name}")`} (hatch edge 0.5) ${priority === 0 ? "" : `(priority ${priority})`} (connect_pads (clearance ${clearance})) (min_thickness 0.2) (filled_areas_thickness no) ${body} (fill ${fill === null ? "" : "yes"} (thermal_gap 0.3) (thermal_bridge_width 0.3)) (polygon ${pts(outline)}) ${fill === null ? "" : `(filled_polygon (layer "${layer}") ${pts(fill)})`})`;
  });
}

function ring(pen: Pen, x: number, y: number, r: number): void {
  pen.raw(
    (at, id) =>
      `(gr_circle (center ${at(x, y)}) (end ${at(x + r, y)}) (stroke (width 0.1) (type solid)) (fill no) (layer "Edge.Cuts") (uuid "${id()}"))`,
  );
}

/** Holes near to holes, and copper near to holes. */
export function holes(): RuleBoard {
  const sheet = new Sheet("holes", "");
  for (const gap of [0.2, 0.248, 0.25, 0.3]) {
    for (const angle of [0, 90, 37]) {
      const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      sheet.add(`vias' holes ${gap}, ${angle}`, (pen) => pen.via("N", 0, 0).via("N", (0.3 + gap) * c, (0.3 + gap) * s));
      sheet.add(`two unplated holes ${gap}, ${angle}`, (pen) =>
        pen
          .footprint(0, 0, angle, "F", [{ head: HOLE, rest: everywhere }])
          .footprint((1 + gap) * c, (1 + gap) * s, angle, "F", [{ head: HOLE, rest: everywhere }]),
      );
    }
    for (const layer of ["F.Cu", "In1.Cu", "B.Cu"]) {
      sheet.add(`a hole and a track ${gap} on ${layer}`, (pen) =>
        pen.footprint(0, 0, 0, "F", [{ head: HOLE, rest: everywhere }]).track("N", -2, 0.6 + gap, 2, 0.6 + gap, layer),
      );
      sheet.add(`a slot and a track ${gap} on ${layer}`, (pen) =>
        pen.footprint(0, 0, 90, "F", [{ head: SLOT, rest: everywhere }]).track("N", -2, 0.6 + gap, 2, 0.6 + gap, layer),
      );
    }
    sheet.add(`a hole and an arc ${gap}`, (pen) =>
      pen.footprint(0, 0, 0, "B", [{ head: HOLE, rest: everywhere }]).arc("N", 0, 0, 0.6 + gap),
    );
  }
  for (const [name, x] of [
    ["at one place", 0],
    ["almost at one place", 0.001],
    ["beside each other", 0.9],
  ] as const) {
    sheet.add(`vias ${name}`, (pen) => pen.via("N", 0, 0).via("N", x, 0));
    sheet.add(`a via and a pad ${name}`, (pen) =>
      pen.via("N", 0, 0).footprint(x, 0, 0, "F", [{ head: PLATED, net: "N", rest: everywhere }]),
    );
    sheet.add(`pads ${name}`, (pen) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: PLATED, net: "N", rest: everywhere }])
        .footprint(x, 0, 90, "B", [{ head: PLATED, net: "N", rest: everywhere }]),
    );
    sheet.add(`a plated and an unplated hole ${name}`, (pen) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: HOLE, rest: everywhere }])
        .footprint(0, x, 0, "F", [{ head: PLATED, net: "N", rest: everywhere }]),
    );
    sheet.add(`vias of two sizes ${name}`, (pen) => pen.via("N", 0, 0).via("N", x, 0, '"F.Cu" "B.Cu"', "", 0.9, 0.5));
    sheet.add(`a via and a pad on the back ${name}`, (pen) =>
      pen.footprint(x, 0, 33, "B", [{ head: PLATED, net: "N", rest: everywhere }]).via("N", 0, 0),
    );
    sheet.add(`two pads of one footprint ${name}`, (pen) =>
      pen.footprint(0, 0, 0, "F", [
        { head: PLATED, net: "N", rest: everywhere },
        { number: "2", head: PLATED.replace("at 0 0", `at ${x} 0`), net: "N", rest: everywhere },
      ]),
    );
    sheet.add(`two slots ${name}`, (pen) =>
      pen
        .footprint(0, 0, 33, "F", [{ head: SLOT, rest: everywhere }])
        .footprint(x, 0, 213, "B", [{ head: SLOT, rest: everywhere }]),
    );
    sheet.add(`unplated holes ${name}`, (pen) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: HOLE, rest: everywhere }])
        .footprint(x, 0, 45, "F", [{ head: HOLE, rest: everywhere }]),
    );
  }
  return sheet.done();
}

/** Copper near to an edge inside the board. */
export function edges(): RuleBoard {
  const sheet = new Sheet("edges", "");
  for (const gap of [0, 0.499, 0.501, 0.6]) {
    const y = 1 + 0.05 + gap;
    for (const layer of ["F.Cu", "In2.Cu", "B.Cu"])
      sheet.add(`a track ${gap} on ${layer}`, (pen) => {
        ring(pen, 0, 0, 1);
        pen.track("N", -2, y + 0.1, 2, y + 0.1, layer);
      });
    sheet.add(`an arc ${gap}`, (pen) => {
      ring(pen, 0, 0, 1);
      pen.arc("N", 0, 0, y + 0.1);
    });
    sheet.add(`a via ${gap}`, (pen) => {
      ring(pen, 0, 0, 1);
      pen.via("N", 0, y + 0.3);
    });
    for (const [angle, side] of [
      [0, "F"],
      [90, "B"],
    ] as const)
      sheet.add(`a pad ${gap}, ${angle} on ${side}`, (pen) => {
        ring(pen, 0, 0, 1);
        pen.footprint(0, y + (angle === 0 ? 0.3 : 0.5), angle, side, [{ head: SMD, net: "N" }]);
      });
  }
  return sheet.done();
}

/** What rules and rule areas forbid. */
export function disallow(): RuleBoard {
  const sheet = new Sheet(
    "disallow",
    `(rule v (constraint disallow via) (condition "A.NetName == 'V*'"))
(rule t (constraint disallow track) (condition "A.NetName == 'T*'"))
(rule p (constraint disallow pad) (condition "A.NetName == 'P*'"))
(rule m (constraint disallow micro_via buried_via) (condition "A.NetName == 'M*'"))
(rule h (constraint disallow hole) (condition "A.NetName == 'H*'"))
(rule i (layer inner) (constraint disallow track) (condition "A.NetName == 'I*'"))`,
  );
  for (const net of ["V", "T", "P", "M", "H", "I"]) {
    sheet.add(`a via of ${net}`, (pen) => pen.via(net, 0, 0));
    sheet.add(`a microvia of ${net}`, (pen) => pen.via(net, 0, 0, '"F.Cu" "In1.Cu"', "micro"));
    sheet.add(`a track of ${net}`, (pen) => pen.track(net, 0, 0, 2, 0));
    sheet.add(`an inner track of ${net}`, (pen) => pen.track(net, 0, 0, 2, 0, "In1.Cu"));
    sheet.add(`an arc of ${net}`, (pen) => pen.arc(net, 0, 0, 2));
    sheet.add(`a pad of ${net}`, (pen) => pen.footprint(0, 0, 33, "F", [{ head: SMD, net }]));
    sheet.add(`a plated pad of ${net}`, (pen) =>
      pen.footprint(0, 0, 0, "B", [{ head: PLATED, net, rest: everywhere }]),
    );
  }
  const all = ["tracks", "vias", "pads", "copperpour", "footprints"];
  for (const kind of all) {
    const keepout = all.map((each) => `(${each} ${each === kind ? "not_allowed" : "allowed"})`).join(" ");
    for (const layer of ["F.Cu", "B.Cu"]) {
      const area = (pen: Pen) => zone(pen, "", layer, square(0, 0, 2), { keepout });
      sheet.add(`a track in an area against ${kind} on ${layer}`, (pen) => {
        area(pen);
        pen.track("N", -1, 0, 1, 0);
      });
      sheet.add(`a track that leaves an area against ${kind} on ${layer}`, (pen) => {
        area(pen);
        pen.track("N", 1, 0, 4, 1);
      });
      sheet.add(`a via in an area against ${kind} on ${layer}`, (pen) => {
        area(pen);
        pen.via("N", 0, 0);
      });
      sheet.add(`a pad in an area against ${kind} on ${layer}`, (pen) => {
        area(pen);
        pen.footprint(0, 0, 45, "F", [{ head: SMD, net: "N" }]);
      });
      sheet.add(`beside an area against ${kind} on ${layer}`, (pen) => {
        area(pen);
        pen
          .track("N", -1, 2.11, 1, 2.11)
          .via("N", 3, 0)
          .footprint(0, 3, 0, "F", [{ head: SMD, net: "N" }]);
      });
    }
  }
  return sheet.done();
}

/** Copper of two nets that meets. */
export function shorts(): RuleBoard {
  const sheet = new Sheet("shorts", "");
  // Tracks without pads take the net of what they touch when KiCad loads a board: every case has pads.
  const held = (pen: Pen, net: string, x: number, y: number) =>
    pen.footprint(x, y, 0, "F", [{ head: PLATED, net, rest: everywhere }]);
  for (const layer of ["F.Cu", "In1.Cu", "In2.Cu", "B.Cu"])
    for (const [name, x2, y2] of [
      ["cross", 0, 4],
      ["cross aslant", 2, 4],
      ["do not cross", 4, 3],
    ] as const)
      sheet.add(`tracks that ${name} on ${layer}`, (pen) => {
        held(pen, "A", -4, 0);
        held(pen, "B", name === "do not cross" ? 4 : 0, -4);
        pen.track("A", -4, 0, 3, 0, layer);
        if (name === "do not cross") pen.track("B", 4, -4, x2, y2, layer);
        else pen.track("B", 0, -4, x2, y2, layer);
      });
  for (const side of sides)
    for (const angle of [0, 90, 45]) {
      sheet.add(`pads over each other, ${angle} on ${side}`, (pen) =>
        pen
          .footprint(0, 0, angle, side, [{ head: SMD, net: "A" }])
          .footprint(0.3, 0, 0, side, [{ head: SMD, net: "B" }]),
      );
      sheet.add(`a track over a pad, ${angle} on ${side}`, (pen) => {
        held(pen, "A", -4, 0);
        pen.track("A", -4, 0, 4, 0, `${side}.Cu`).footprint(2, 0, angle, side, [{ head: SMD, net: "B" }]);
      });
    }
  for (const [name, x] of [
    ["overlap", 1.5],
    ["lie apart", 2.5],
    ["touch", 2],
  ] as const)
    for (const layer of ["F.Cu", "In1.Cu", "In2.Cu", "B.Cu"]) {
      sheet.add(`zones that ${name} on ${layer}`, (pen) => {
        zone(pen, "A", layer, square(0, 0, 1));
        zone(pen, "B", layer, square(x, 0.3, 1));
      });
      sheet.add(`zones of two ranks that ${name} on ${layer}`, (pen) => {
        zone(pen, "A", layer, square(0, 0, 1));
        zone(pen, "B", layer, square(x, 0.3, 1), { priority: 1 });
      });
      sheet.add(`zones of one net that ${name} on ${layer}`, (pen) => {
        zone(pen, "A", layer, square(0, 0, 1));
        zone(pen, "A", layer, square(x, 0.3, 1));
      });
    }
  return sheet.done();
}

/** Fills: pieces without a pad, spokes, necks. The board's rule asks for connections of 0.3 mm. */
export function fills(): RuleBoard {
  const sheet = new Sheet("fills", "");
  for (const layer of ["F.Cu", "In1.Cu", "In2.Cu", "B.Cu"]) {
    sheet.add(`a fill without a pad on ${layer}`, (pen) =>
      zone(pen, "N", layer, square(0, 0, 2), { fill: square(0, 0, 1.9) }),
    );
    sheet.add(`a fill with a pad on ${layer}`, (pen) => {
      zone(pen, "N", layer, square(0, 0, 2), { fill: square(0, 0, 1.9) });
      pen.footprint(0, 0, 0, "F", [{ head: PLATED, net: "N", rest: `${everywhere} (zone_connect 2)` }]);
    });
    sheet.add(`a fill with a via on ${layer}`, (pen) => {
      zone(pen, "N", layer, square(0, 0, 2), { fill: square(0, 0, 1.9) });
      pen.via("N", 0, 0);
    });
    for (const width of [0.2, 0.28, 0.31, 0.5])
      sheet.add(`a neck of ${width} on ${layer}`, (pen) => {
        const h = width / 2;
        zone(pen, "N", layer, square(0, 0, 4), {
          fill: [
            [-3, -2],
            [-1, -2],
            [-0.1, -h],
            [0.1, -h],
            [1, -2],
            [3, -2],
            [3, 2],
            [1, 2],
            [0.1, h],
            [-0.1, h],
            [-1, 2],
            [-3, 2],
          ],
        });
        pen.via("N", -2, 0).via("N", 2, 0);
      });
    for (const [spokes, first] of [
      [1, 0],
      [1, 1],
      [1, 3],
      [2, 0],
      [3, 1],
      [4, 0],
    ] as const)
      sheet.add(`${spokes} spokes from ${first} on ${layer}`, (pen) => {
        // A frame around the pad with spokes that reach in from the left, right, top and bottom.
        const [g, w, o] = [1.1, 0.15, 3];
        const on = (i: number) => (i + 4 - first) % 4 < spokes;
        const side = (i: number, out: Points): Points => (on(i) ? out : []);
        const inner: Points = [
          [-g, -g],
          ...side(2, [
            [-w, -g],
            [-w, -0.5],
            [w, -0.5],
            [w, -g],
          ]),
          [g, -g],
          ...side(1, [
            [g, -w],
            [0.5, -w],
            [0.5, w],
            [g, w],
          ]),
          [g, g],
          ...side(3, [
            [w, g],
            [w, 0.5],
            [-w, 0.5],
            [-w, g],
          ]),
          [-g, g],
          ...side(0, [
            [-g, w],
            [-0.5, w],
            [-0.5, -w],
            [-g, -w],
          ]),
          [-g, -g],
        ];
        zone(pen, "N", layer, square(0, 0, o), {
          fill: [[-o, -o], ...inner, [-o, -o], [-o, o], [o, o], [o, -o]],
        });
        pen.footprint(0, 0, 0, "F", [{ head: PLATED, net: "N", rest: everywhere }]).via("N", 2.5, 2.5);
      });
  }
  return sheet.done({
    "rule.kicad_pro": JSON.stringify({ board: { design_settings: { rules: { min_connection: 0.3 } } } }),
  });
}

/** Openings of the mask over copper of two nets. */
export function mask(): RuleBoard {
  const sheet = new Sheet("mask", "");
  const opening = (pen: Pen, side: "F" | "B", x1: number, y1: number, x2: number, y2: number, width = 0.2) =>
    pen.raw(
      (at, id) =>
        `(gr_line (start ${at(x1, y1)}) (end ${at(x2, y2)}) (stroke (width ${width}) (type solid)) (layer "${side}.Mask") (uuid "${id()}"))`,
    );
  for (const side of sides)
    for (const angle of [0, 90]) {
      for (const gap of [0.099, 0.101, -0.001]) {
        const margin = gap < 0 ? "" : "(solder_mask_margin 0.05)";
        sheet.add(`pads ${gap} apart, ${angle} on ${side}`, (pen) =>
          pen
            .footprint(0, 0, 0, side, [{ head: SMD, net: "A", rest: margin }])
            .footprint(1 + gap + (angle === 90 ? -0.2 : 0), 0, angle, side, [{ head: SMD, net: "B", rest: margin }]),
        );
      }
      sheet.add(`an opening over two tracks, ${angle} on ${side}`, (pen) => {
        pen.track("A", -2, 0, 2, 0, `${side}.Cu`).track("B", -2, 1, 2, 1, `${side}.Cu`);
        if (angle === 0) opening(pen, side, 0, -1, 0, 2);
        else opening(pen, side, -2, 0.5, 2, 0.5);
      });
      sheet.add(`an opening over two tracks of a net, ${angle} on ${side}`, (pen) => {
        pen.track("A", -2, 0, 2, 0, `${side}.Cu`).track("A", -2, 1, 2, 1, `${side}.Cu`);
        opening(pen, side, angle / 90, -1, 0, 2);
      });
      sheet.add(`an opening over a track and a pad, ${angle} on ${side}`, (pen) => {
        pen.track("A", -2, 0, 2, 0, `${side}.Cu`).footprint(0, 1.5, angle, side, [{ head: SMD, net: "B" }]);
        opening(pen, side, 0, -1, 0, 2);
      });
      sheet.add(`a pad's opening over a track, ${angle} on ${side}`, (pen) =>
        pen
          .track("A", -2, 0.7, 2, 0.7, `${side}.Cu`)
          .footprint(0, 0, angle, side, [{ head: SMD, net: "B", rest: "(solder_mask_margin 0.4)" }]),
      );
    }
  return sheet.done();
}

/** Footprints that do not fit their pads, unknown variables, layers that are not there, assertions. */
export function words(): RuleBoard {
  const sheet = new Sheet(
    "words",
    `(rule wide (constraint assertion "A.Width >= 0.2mm") (condition "A.Type == 'Track'"))`,
  );
  for (const side of sides)
    for (const angle of [0, 90, 33, 211]) {
      for (const attr of ["smd", "through_hole"])
        for (const [name, head, rest] of [
          ["SMD", SMD, ""],
          ["plated", PLATED, everywhere],
          ["unplated", HOLE, everywhere],
        ] as const)
          sheet.add(`${attr} with a ${name} pad, ${angle} on ${side}`, (pen) =>
            pen.raw(
              (at, id) =>
                `(footprint "Own:X" (layer "${side}.Cu") (uuid "${id()}") (at ${at(0, 0)} ${angle}) (attr ${attr}) (pad "1" ${head.replace("ANGLE", String(angle))} ${rest || `(layers "${side}.Cu")`} (uuid "${id()}")))`,
            ),
          );
      for (const drill of ["", "(drill 0)", "(drill 0.5)"])
        sheet.add(`a plated pad with "${drill}", ${angle} on ${side}`, (pen) =>
          pen.footprint(0, 0, angle, side, [
            { head: `thru_hole circle (at 0 0 ANGLE) (size 1 1) ${drill}`, rest: everywhere },
          ]),
        );
      for (const value of [
        "plain",
        "$" + "{NOBODY}",
        "$" + "{LAYER}",
        "x $" + "{SOMEBODY} y",
        "$" + "{DRC_WARNING look}",
        "$" + "{DRC_ERROR stop}",
      ])
        sheet.add(`"${value}", ${angle} on ${side}`, (pen) =>
          pen.raw(
            (at, id) =>
              `(gr_text "${value}" (at ${at(0, 0)} ${angle}) (layer "${side}.Fab") (uuid "${id()}") (effects (font (size 1 1) (thickness 0.15))${side === "B" ? " (justify mirror)" : ""}))`,
          ),
        );
    }
  for (const layer of ["F.Cu", "In1.Cu", "In2.Cu", "In3.Cu", "In4.Cu", "B.Cu"]) {
    sheet.add(`a track on ${layer}`, (pen) => pen.track(`N${layer}`, 0, 0, 2, 0, layer));
    sheet.add(`a thin track on ${layer}`, (pen) => pen.track(`M${layer}`, 0, 0, 2, 0, layer, 0.19));
    sheet.add(`a slanted thin track on ${layer}`, (pen) => pen.track(`P${layer}`, 0, 0, 2, 1.3, layer, 0.19));
    sheet.add(`an arc on ${layer}`, (pen) => pen.arc(`O${layer}`, 0, 0, 2, layer));
    sheet.add(`a text on ${layer}`, (pen) =>
      pen.raw(
        (at, id) =>
          `(gr_text "Ag" (at ${at(0, 0)} 0) (layer "${layer}") (uuid "${id()}") (effects (font (size 1 1) (thickness 0.15))${layer === "B.Cu" ? " (justify mirror)" : ""}))`,
      ),
    );
    sheet.add(`a line on ${layer}`, (pen) =>
      pen.raw(
        (at, id) =>
          `(gr_line (start ${at(0, 0)}) (end ${at(2, 0)}) (stroke (width 0.2) (type solid)) (layer "${layer}") (uuid "${id()}"))`,
      ),
    );
  }
  return sheet.done(severe("footprint_type_mismatch", "through_hole_pad_without_hole"));
}
