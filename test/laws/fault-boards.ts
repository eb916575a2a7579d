import type { RuleBoard } from "./rule-sheet.ts";

// Where the case that is drawn now lies, which it is, and how many ids it has: every case has a board's edge of its own.
let originX = 0;
let originY = 0;
let number = 0;
let serial = 0;

function uuid(): string {
  return `${String(number).padStart(8, "0")}-0000-4000-8000-${String(++serial).padStart(12, "0")}`;
}

/** A place of the case as a place of the board. */
function xy(x: number, y: number): string {
  return `${Math.round((originX + x) * 1e6) / 1e6} ${Math.round((originY + y) * 1e6) / 1e6}`;
}

/** Nets A, B and C of each case are its own. */
function netOf(net: number): number {
  return net === 0 ? 0 : 3 * number + net;
}

function netName(net: number): string {
  return `${"ABC"[net - 1]}${number === 0 ? "" : number}`;
}

const EDGE = () =>
  `(gr_rect (start ${xy(80, 80)}) (end ${xy(130, 130)}) (stroke (width 0.1) (type default)) (fill no) (layer "Edge.Cuts") (uuid "${uuid()}"))`;

function board(nets: readonly string[], items: readonly string[]): string {
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
  (general (thickness 1.6)) (paper "A4")
  (layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (7 "B.SilkS" user) (1 "F.Mask" user) (3 "B.Mask" user) (25 "Edge.Cuts" user) (31 "F.CrtYd" user) (29 "B.CrtYd" user) (35 "F.Fab" user) (33 "B.Fab" user))
  (setup (pad_to_mask_clearance 0.05))
  (net 0 "") ${nets.map((name, i) => `(net ${i + 1} "${name}")`).join(" ")}
  ${items.join("\n  ")}
)
`;
}

function track(x1: number, y1: number, x2: number, y2: number, net: number, layer = "F.Cu", width = 0.2): string {
  return `(segment (start ${xy(x1, y1)}) (end ${xy(x2, y2)}) (width ${width}) (layer "${layer}") (net ${netOf(net)}) (uuid "${uuid()}"))`;
}

function arc(x: number, y: number, r: number, net: number, layer = "F.Cu"): string {
  return `(arc (start ${xy(x - r, y)}) (mid ${xy(x, y - r)}) (end ${xy(x + r, y)}) (width 0.2) (layer "${layer}") (net ${netOf(net)}) (uuid "${uuid()}"))`;
}

function via(x: number, y: number, net: number, size = 0.6, drill = 0.3, more = ""): string {
  const span = more === "" ? '"F.Cu" "B.Cu"' : '"F.Cu" "In1.Cu"';
  return `(via ${more} (at ${xy(x, y)}) (size ${size}) (drill ${drill}) (layers ${span}) (net ${netOf(net)}) (uuid "${uuid()}"))`;
}

interface PadPlan {
  readonly type?: string;
  readonly shape?: string;
  readonly size?: string;
  readonly more?: string;
  readonly layers?: string;
  readonly net?: number;
  readonly at?: string;
}

/** A footprint with pads at places of its own; on the back it is mirrored as KiCad writes it. */
function footprint(
  x: number,
  y: number,
  angle: number,
  side: "F" | "B",
  pads: readonly PadPlan[],
  more: readonly string[] = [],
): string {
  const body = pads.map(
    (
      {
        type = "smd",
        shape = "rect",
        size = "1 0.6",
        more: rest = "",
        layers = `"${side}.Cu" "${side}.Mask"`,
        net = 1,
        at = "0 0",
      },
      i,
    ) => {
      return `(pad "${i + 1}" ${type} ${shape} (at ${at} ${angle}) (size ${size}) ${rest} (layers ${layers}) ${net === 0 ? "" : `(net ${netOf(net)} "${netName(net)}")`} (uuid "${uuid()}"))`;
    },
  );
  return `(footprint "Own:X" (layer "${side}.Cu") (uuid "${uuid()}") (at ${xy(x, y)} ${angle}) (property "Reference" "X1" (at 0 -9 0) (layer "${side}.Fab") (hide yes) (uuid "${uuid()}") (effects (font (size 1 1) (thickness 0.15)))) (attr smd) ${[...body, ...more].join(" ")})`;
}

function courtyard(side: "F" | "B", half: number): string {
  return `(fp_rect (start ${-half} ${-half}) (end ${half} ${half}) (stroke (width 0.05) (type default)) (fill no) (layer "${side}.CrtYd") (uuid "${uuid()}"))`;
}

function text(
  x: number,
  y: number,
  layer: string,
  height: number,
  pen: number,
  mirror = layer.startsWith("B."),
  angle = 0,
): string {
  return `(gr_text "Ag" (at ${xy(x, y)} ${angle}) (layer "${layer}") (uuid "${uuid()}") (effects (font (size ${height} ${height}) (thickness ${pen}))${mirror ? " (justify mirror)" : ""}))`;
}

function ink(x1: number, y1: number, x2: number, y2: number, layer: string, width = 0.1): string {
  return `(gr_line (start ${xy(x1, y1)}) (end ${xy(x2, y2)}) (stroke (width ${width}) (type solid)) (layer "${layer}") (uuid "${uuid()}"))`;
}

interface Case {
  readonly name: string;
  readonly draw: () => readonly string[];
  /** Of a case that has a board of its own. */
  readonly rules: string;
}

const PITCH = 60;
const COLUMNS = 10;

function boardOf(name: string, cases: readonly Case[], rules: string): RuleBoard {
  const items: string[] = [];
  const nets: string[] = [];
  for (const [i, { draw }] of cases.entries()) {
    [number, serial] = [i, 0];
    originX = PITCH * (i % COLUMNS) - 60;
    originY = PITCH * Math.floor(i / COLUMNS) - 60;
    items.push(EDGE(), ...draw());
    nets.push(...[1, 2, 3].map(netName));
  }
  return { name, board: board(nets, items), rules, cases: cases.map((each) => each.name), files: {} };
}

/** All of them: those without rules of their own on one board; ids are the same with every call. */
export function faultBoards(): RuleBoard[] {
  const cases: Case[] = [];
  const add = (name: string, draw: Case["draw"], rules = "") => cases.push({ name, draw, rules });

  // Clearance: 0.2 mm of the default class.
  for (const [what, gap] of [
    ["just right", 0.2],
    ["just wrong", 0.199],
  ] as const) {
    add(`tracks ${what}`, () => [track(90, 90, 100, 90, 1), track(90, 90.2 + gap, 100, 90.2 + gap, 2)]);
    add(`tracks on an inner layer ${what}`, () => [
      track(90, 90, 100, 90, 1, "In1.Cu"),
      track(90, 90.2 + gap, 100, 90.2 + gap, 2, "In1.Cu"),
    ]);
    add(`tracks across, by their ends, ${what}`, () => [track(90, 90, 100, 90, 1), track(95, 90.2 + gap, 95, 99, 2)]);
    add(`an arc and a track ${what}`, () => [
      arc(95, 100, 4, 1),
      track(90, 100 - 4 - 0.2 - gap, 100, 100 - 4 - 0.2 - gap, 2),
    ]);
    add(`two arcs ${what}`, () => [arc(95, 100, 4, 1), arc(95, 100, 4.2 + gap, 2)]);
    add(`a via and a track ${what}`, () => [via(95, 95, 1), track(90, 95 + 0.4 + gap, 100, 95 + 0.4 + gap, 2, "B.Cu")]);
    add(`a pad and a track ${what}`, () => [
      footprint(95, 95, 0, "F", [{}]),
      track(90, 95.4 + gap, 100, 95.4 + gap, 2),
    ]);
    add(`a turned pad and a track ${what}`, () => [
      footprint(95, 95, 90, "F", [{}]),
      track(90, 95.6 + gap, 100, 95.6 + gap, 2),
    ]);
    add(`a pad on the back ${what}`, () => [
      footprint(95, 95, 0, "B", [{ shape: "oval" }]),
      track(90, 95.4 + gap, 100, 95.4 + gap, 2, "B.Cu"),
    ]);
    add(`a round-cornered pad, by its corner, ${what}`, () => [
      footprint(95, 95, 0, "F", [{ shape: "roundrect", more: "(roundrect_rratio 0.25)", size: "1 1" }]),
      via(95 + 0.25 + (0.25 + 0.3 + gap) * Math.SQRT1_2, 95 + 0.25 + (0.25 + 0.3 + gap) * Math.SQRT1_2, 2),
    ]);
    add(`a custom pad ${what}`, () => [
      footprint(95, 95, 0, "F", [
        {
          shape: "custom",
          size: "0.5 0.5",
          more: "(options (clearance outline) (anchor rect)) (primitives (gr_poly (pts (xy 0 0) (xy 2 0) (xy 2 1)) (width 0) (fill yes)))",
        },
      ]),
      track(97 + 0.1 + gap, 90, 97 + 0.1 + gap, 100, 2),
    ]);
    add(`two pads ${what}`, () => [footprint(95, 95, 0, "F", [{}, { at: `${1 + gap} 0`, net: 2 }])]);
  }
  // Tracks that meet no pad take the net of whatever they touch when KiCad loads a board: these have one each.
  const ends = () => [footprint(90, 90, 0, "F", [{}]), footprint(95, 85, 0, "F", [{ net: 2 }])];
  add("tracks that cross", () => [...ends(), track(90, 90, 100, 90, 1), track(95, 85, 95, 95, 2)]);
  add("tracks on different layers that cross", () => [track(90, 90, 100, 90, 1), track(95, 85, 95, 95, 2, "B.Cu")]);

  // Holes: 0.25 mm between them, copper 0.25 mm away.
  for (const [what, gap] of [
    ["just right", 0.25],
    ["just wrong", 0.248],
  ] as const) {
    add(`via holes ${what}`, () => [via(95, 95, 1), via(95 + 0.3 + gap, 95, 1)]);
    add(`a via's and a pad's hole ${what}`, () => [
      via(95, 95, 1),
      footprint(95 + 0.15 + 0.5 + gap, 95, 0, "F", [
        { type: "thru_hole", shape: "circle", size: "1.6 1.6", more: "(drill 1)", layers: '"*.Cu" "*.Mask"' },
      ]),
    ]);
    add(`an unplated hole and a track ${what}`, () => [
      footprint(95, 95, 0, "F", [
        { type: "np_thru_hole", shape: "circle", size: "2 2", more: "(drill 2)", layers: '"*.Cu" "*.Mask"', net: 0 },
      ]),
      track(90, 96.1 + gap, 100, 96.1 + gap, 1),
    ]);
    add(`an unplated slot and a track ${what}`, () => [
      footprint(95, 95, 90, "F", [
        {
          type: "np_thru_hole",
          shape: "oval",
          size: "1 3",
          more: "(drill oval 1 3)",
          layers: '"*.Cu" "*.Mask"',
          net: 0,
        },
      ]),
      track(90, 95.6 + gap, 100, 95.6 + gap, 1),
    ]);
  }

  // Edges: 0.5 mm.
  for (const [what, gap] of [
    ["just right", 0.5],
    ["just wrong", 0.499],
  ] as const) {
    add(`a track at the edge ${what}`, () => [track(90, 80.1 + gap, 100, 80.1 + gap, 1)]);
    add(`an upright track at the edge ${what}`, () => [track(130 - 0.1 - gap, 90, 130 - 0.1 - gap, 100, 1, "B.Cu")]);
    add(`a via at the edge ${what}`, () => [via(80.3 + gap, 100, 1)]);
    add(`a pad at the edge ${what}`, () => [footprint(80.5 + gap, 100, 180, "F", [{}])]);
  }

  // Sizes.
  for (const [name, size, drill, more] of [
    ["a via of 0.5 mm", 0.5, 0.3, ""],
    ["a via of 0.499 mm", 0.499, 0.299, ""],
    ["a via with a ring of 0.1 mm", 0.6, 0.4, ""],
    ["a via with a ring of 0.099 mm", 0.598, 0.4, ""],
    ["a microvia of 0.2 mm", 0.3, 0.1, "micro"],
    ["a microvia too small", 0.19, 0.09, "micro"],
    ["a blind via", 0.6, 0.3, "blind"],
    ["a blind via too small", 0.45, 0.25, "blind"],
  ] as const)
    add(name, () => [via(95, 95, 1, size, drill, more)]);

  // Courtyards.
  for (const [what, apart] of [
    ["touching", 4],
    ["overlapping", 3.99],
    ["apart", 4.01],
  ] as const) {
    add(`courtyards ${what}`, () => [
      footprint(95, 95, 0, "F", [{}], [courtyard("F", 2)]),
      footprint(95 + apart, 95, 0, "F", [{}], [courtyard("F", 2)]),
    ]);
    add(`courtyards ${what}, one turned`, () => [
      footprint(95, 95, 90, "F", [{}], [courtyard("F", 2)]),
      footprint(95 + apart, 96, 0, "F", [{}], [courtyard("F", 2)]),
    ]);
    add(`courtyards ${what} on both sides`, () => [
      footprint(95, 95, 0, "F", [{}], [courtyard("F", 2)]),
      footprint(95 + apart, 95, 0, "B", [{}], [courtyard("B", 2)]),
    ]);
  }

  // Texts and silkscreen.
  for (const [name, height, pen] of [
    ["high enough", 0.8, 0.1],
    ["too low", 0.79, 0.1],
    ["thick enough", 1, 0.08],
    ["too thin", 1, 0.079],
  ] as const) {
    add(`a text ${name}`, () => [text(95, 95, "F.SilkS", height, pen)]);
    add(`a text ${name} on the back`, () => [text(95, 95, "B.SilkS", height, pen)]);
  }
  add("a mirrored text in front", () => [text(95, 95, "F.SilkS", 1, 0.15, true)]);
  add("a plain text on the back", () => [text(95, 95, "B.SilkS", 1, 0.15, false)]);
  add("a mirrored text on copper", () => [text(95, 95, "F.Cu", 1, 0.15, true)]);
  add("two texts apart", () => [text(95, 95, "F.SilkS", 1, 0.15), text(95, 97, "F.SilkS", 1, 0.15)]);
  add("two texts over each other", () => [
    text(95, 95, "F.SilkS", 1, 0.15),
    text(95, 95.5, "F.SilkS", 1, 0.15, false, 90),
  ]);
  add("a text over a line", () => [text(95, 95, "F.SilkS", 1, 0.15), ink(90, 95, 100, 95, "F.SilkS")]);
  add("a line over a pad", () => [footprint(95, 95, 0, "F", [{}]), ink(90, 95, 100, 95, "F.SilkS")]);
  add("a line in the mask's margin", () => [footprint(95, 95, 0, "F", [{}]), ink(90, 95.38, 100, 95.38, "F.SilkS")]);
  add("a line beside the mask", () => [footprint(95, 95, 0, "F", [{}]), ink(90, 95.41, 100, 95.41, "F.SilkS")]);
  add("a line over the edge", () => [ink(75, 95, 85, 95, "F.SilkS")]);
  add("a text on the edge's layer", () => [text(95, 95, "Edge.Cuts", 1, 0.15)]);

  // Mask.
  for (const [what, gap] of [
    ["apart", 0.101],
    ["melting", 0.099],
  ] as const)
    add(`openings ${what}`, () => [
      footprint(95, 95, 0, "F", [{ net: 1 }]),
      footprint(96 + gap, 95, 0, "F", [{ net: 2 }]),
    ]);

  // Custom rules.
  const rule = (body: string) => `(version 1)\n(rule "own" ${body})\n`;
  const pair = () => [track(90, 90, 100, 90, 1), track(90, 91, 100, 91, 2)];
  add("a rule for all", pair, rule("(constraint clearance (min 1mm))"));
  add("a rule for one net", pair, rule(`(constraint clearance (min 1mm)) (condition "A.NetName == 'B'")`));
  add(
    "a rule for a net that is not there",
    pair,
    rule(`(constraint clearance (min 1mm)) (condition "A.NetName == 'X'")`),
  );
  add("a rule for another layer", pair, rule(`(layer inner) (constraint clearance (min 1mm))`));
  add(
    "a rule that ignores",
    pair,
    `${rule("(constraint clearance (min 1mm))")}(rule "not" (severity ignore) (constraint clearance (min 1mm)))`,
  );
  add("a rule that forbids", () => [via(95, 95, 1)], rule(`(constraint disallow via) (condition "A.NetName == 'A'")`));
  add("a rule that forbids holes", () => [via(95, 95, 1)], rule("(constraint disallow hole)"));
  add("a rule for widths", pair, rule("(constraint track_width (min 0.25mm))"));
  add("a rule for the largest width", pair, rule("(constraint track_width (max 0.15mm))"));
  add("a broken file", pair, "(version 1)\n(rule own (constraint clearance (min 1)))");
  add("an assertion", pair, rule(`(constraint assertion "A.Width > 0.3mm") (condition "A.Type == 'Track'")`));
  const plain = cases.filter(({ rules }) => rules === "");
  return [
    boardOf("one fault each", plain, ""),
    ...cases.filter(({ rules }) => rules !== "").map((each) => boardOf(each.name, [each], each.rules)),
  ];
}
