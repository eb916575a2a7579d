import { disallow, edges, fills, holes, mask, shorts, words } from "./rule-boards-copper.ts";
import { creepage } from "./rule-boards-creepage.ts";
import { library, padstacks } from "./rule-boards-footprints.ts";
import { outlines } from "./rule-boards-outlines.ts";
import { courtyards, silk, sizes, texts } from "./rule-boards-shapes.ts";
import { slivers } from "./rule-boards-slivers.ts";
import type { PadOf, Pen, RuleBoard } from "./rule-sheet.ts";
import { everywhere, Sheet } from "./rule-sheet.ts";

const PTH = "thru_hole circle (at 0 0 ANGLE) (size 1.6 1.6) (drill 0.8)";

/** The boards; always the same. */
export function ruleBoards(): RuleBoard[] {
  return [
    angles(),
    segments(),
    lengths(""),
    lengths(STACKUP),
    viaCounts(),
    skews(),
    pairs(),
    physical(),
    creepage(),
    padstacks(),
    library(),
    sizes(),
    texts(),
    silk(),
    courtyards(),
    holes(),
    edges(),
    disallow(),
    shorts(),
    fills(),
    mask(),
    words(),
    ...outlines(),
    ...slivers(),
  ];
}

function angles(): RuleBoard {
  const sheet = new Sheet("track angle", `(rule own (constraint track_angle (min 100) (max 170)))`);
  const bend =
    (degrees: number, layer = "F.Cu", turn = 0) =>
    (pen: Pen) => {
      const to = (a: number) => [2 * Math.cos((a * Math.PI) / 180), 2 * Math.sin((a * Math.PI) / 180)] as const;
      const [x1, y1] = to(turn);
      const [x2, y2] = to(turn + degrees);
      pen.track("N", 0, 0, x1, y1, layer).track("N", 0, 0, x2, y2, layer);
    };
  for (const degrees of [45, 90, 99.9, 100.1, 135, 169.9, 170.1, 180]) sheet.add(`a bend of ${degrees}`, bend(degrees));
  sheet.add("a bend of 90 on the back", bend(90, "B.Cu")).add("a bend of 135 inside", bend(135, "In1.Cu"));
  sheet.add("a bend of 90, turned", bend(90, "F.Cu", 33)).add("a bend of 120, turned", bend(120, "F.Cu", 71));
  sheet.add("ends the other way round", (pen) => pen.track("N", 2, 0, 0, 0).track("N", 0, 2, 0, 0));
  sheet.add("one ends on the other", (pen) => pen.track("N", -2, 0, 2, 0).track("N", 0, 0, 0, 2));
  sheet.add("one ends on the other, slanted", (pen) => pen.track("N", -2, 0, 2, 0).track("N", 0, 0, 1, 2));
  sheet.add("two cross", (pen) => pen.track("N", -2, 0, 2, 0).track("N", 0, -2, 0, 2));
  sheet.add("on different layers", (pen) => pen.track("N", 0, 0, 2, 0).track("N", 0, 0, 0, 2, "B.Cu"));
  sheet.add("in a pad", (pen) =>
    pen
      .footprint(0, 0, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: "N" }])
      .track("N", 0, 0, 2, 0)
      .track("N", 0, 0, 0, 2),
  );
  sheet.add("at an arc", (pen) => pen.arc("N", 0, 0, 2).track("N", 2, 0, 4, 0));
  return sheet.done();
}

function segments(): RuleBoard {
  const sheet = new Sheet("track segment length", `(rule own (constraint track_segment_length (min 1mm) (max 4mm)))`);
  for (const length of [0.999, 1, 1.001, 3.999, 4, 4.001])
    for (const layer of ["F.Cu", "B.Cu"])
      sheet.add(`${length} on ${layer}`, (pen) => pen.track("N", 0, 0, length, 0, layer));
  for (const length of [0.99, 1.01, 3.99, 4.01]) {
    sheet.add(`${length} slanted`, (pen) => pen.track("N", 0, 0, length * 0.6, length * 0.8));
    sheet.add(`an arc of ${length}`, (pen) => pen.arc("N", 0, 0, length / Math.PI));
  }
  sheet.add("a via", (pen) => pen.via("N", 0, 0));
  return sheet.done();
}

/** Four copper layers, 1.6 mm in all. */
const STACKUP = `(stackup ${["F.Cu", "In1.Cu", "In2.Cu", "B.Cu"]
  .flatMap((name, i) => [
    `(layer "${name}" (type "copper") (thickness 0.035))`,
    ...(i === 3
      ? []
      : [
          `(layer "dielectric ${i + 1}" (type "${i === 1 ? "core" : "prepreg"}") (thickness ${i === 1 ? 1.06 : 0.2}) (material "FR4") (epsilon_r 4.5) (loss_tangent 0.02))`,
        ]),
  ])
  .join(" ")} (copper_finish "None") (dielectric_constraints no))`;

function lengths(stackup: string): RuleBoard {
  const sheet = new Sheet(
    `length${stackup === "" ? "" : ", stackup"}`,
    `(rule own (constraint length (min 3mm) (max 6mm)) (condition "A.NetName == 'L*'"))`,
    stackup,
  );
  const pad = (net: string, rest = ""): PadOf => ({ head: "smd rect (at 0 0 ANGLE) (size 0.6 0.6)", net, rest });
  let n = 0;
  const net = () => `L${++n}`;
  const pads = (pen: Pen, own: string, length: number, rest = "") =>
    pen.footprint(0, 0, 0, "F", [pad(own, rest)]).footprint(length, 0, 90, "F", [pad(own)]);
  for (const length of [2.999, 3, 5.999, 6.001, 8])
    sheet.add(`one track of ${length}`, (pen) => {
      const own = net();
      pads(pen, own, length).track(own, 0, 0, length, 0);
    });
  for (const length of [2.9, 3.1, 5.9, 6.1])
    sheet.add(`two tracks of ${length}`, (pen) => {
      const own = net();
      pads(pen, own, length).track(own, 0, 0, 1, 0).track(own, 1, 0, length, 0);
    });
  for (const length of [2.9, 3.1, 6.2])
    sheet.add(`an arc of ${length}`, (pen) => {
      const own = net();
      pen.arc(own, 0, 0, length / Math.PI);
    });
  for (const [span, layer] of [
    ['"F.Cu" "B.Cu"', "B.Cu"],
    ['"F.Cu" "B.Cu"', "In1.Cu"],
  ] as const)
    for (const length of [1.2, 1.39, 1.41, 1.43, 2.5, 2.85, 4.2, 5.8, 5.85, 5.95])
      sheet.add(`${length} and a via to ${layer}`, (pen) => {
        const own = net();
        pen.track(own, 0, 0, 1, 0).via(own, 1, 0, span).track(own, 1, 0, length, 0, layer);
      });
  for (const [from, to] of [
    ["In1.Cu", "In2.Cu"],
    ["In1.Cu", "B.Cu"],
    ["In2.Cu", "B.Cu"],
    ["F.Cu", "In2.Cu"],
  ] as const)
    sheet.add(`from ${from} to ${to}`, (pen) => {
      const own = net();
      pen.track(own, 0, 0, 1, 0, from).via(own, 1, 0).track(own, 1, 0, 7, 0, to);
    });
  for (const die of [0.5, 4])
    sheet.add(`a die ${die} away`, (pen) => {
      const own = net();
      pads(pen, own, 2.6, `(die_length ${die})`).track(own, 0, 0, 2.6, 0);
    });
  sheet.add("no track", (pen) => pads(pen, net(), 3));
  sheet.add("another net", (pen) => pen.track("M", 0, 0, 9, 0));
  return sheet.done();
}

function viaCounts(): RuleBoard {
  const sheet = new Sheet(
    "via count",
    `(rule most (constraint via_count (max 1)) (condition "A.NetName == 'V*'"))\n(rule least (constraint via_count (min 2)) (condition "A.NetName == 'W*'"))`,
  );
  let n = 0;
  for (const letter of ["V", "W"])
    for (const vias of [0, 1, 2, 3])
      sheet.add(`${vias} vias of ${letter}`, (pen) => {
        const own = `${letter}${++n}`;
        pen.track(own, 0, 0, 8, 0);
        for (let i = 0; i < vias; i++) pen.via(own, 1 + 2 * i, 0);
      });
  sheet.add("blind and micro vias", (pen) =>
    pen.track("Vb", 0, 0, 8, 0).via("Vb", 1, 0, '"F.Cu" "In1.Cu"', "blind").via("Vb", 4, 0, '"F.Cu" "In1.Cu"', "micro"),
  );
  for (const layer of ["B.Cu", "In1.Cu", "In2.Cu"])
    sheet.add(`two vias on ${layer}`, (pen) => {
      const own = `V${++n}`;
      pen.track(own, 0, 0, 4, 4, layer).via(own, 0, 0).via(own, 4, 4);
    });
  sheet.add("vias of another net", (pen) => pen.via("X", 0, 0).via("X", 2, 0));
  return sheet.done();
}

function skews(): RuleBoard {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
  const rules = names.map(
    (name) =>
      `(rule ${name} (constraint skew (max 0.5mm)${name === "h" ? " (within_diff_pairs)" : ""}) (condition "A.NetName == 'S${name}*'"))`,
  );
  const sheet = new Sheet("skew", rules.join("\n"));
  const two = (name: string, first: number, second: number, layer = "F.Cu") =>
    sheet.add(`${first} and ${second} on ${layer}`, (pen) =>
      pen.track(`S${name}1`, 0, 0, first, 0, layer).track(`S${name}2`, 0, 2, second, 2, layer),
    );
  two("a", 5, 5.499);
  two("b", 5, 5.501);
  two("c", 6, 5, "B.Cu");
  two("d", 5, 5);
  two("i", 5, 6, "In1.Cu");
  two("j", 6.501, 6, "In2.Cu");
  sheet.add("slanted", (pen) => pen.track("Sk1", 0, 0, 3, 4).track("Sk2", 0, 3, 3.4, 7.4));
  sheet.add("slanted, alike", (pen) => pen.track("Sl1", 0, 0, 3, 4).track("Sl2", 0, 3, 4, 6));
  sheet.add("three nets", (pen) => pen.track("Se1", 0, 0, 5, 0).track("Se2", 0, 2, 6, 2).track("Se3", 0, 4, 5.7, 4));
  sheet.add("an arc", (pen) => pen.arc("Sf1", 0, 0, 2).track("Sf2", 0, 2, 6, 2));
  sheet.add("with a via", (pen) =>
    pen.track("Sg1", 0, 0, 3, 0).via("Sg1", 3, 0).track("Sg1", 3, 0, 5, 0, "B.Cu").track("Sg2", 0, 2, 5, 2),
  );
  sheet.add("two pairs", (pen) =>
    pen.track("Sh1_P", 0, 0, 5, 0).track("Sh1_N", 0, 1, 5.2, 1).track("Sh2_P", 0, 4, 8, 4).track("Sh2_N", 0, 5, 9, 5),
  );
  return sheet.done();
}

function pairs(): RuleBoard {
  const sheet = new Sheet(
    "differential pairs",
    `(rule gap (constraint diff_pair_gap (min 0.2mm) (max 0.3mm)) (condition "A.NetName == 'G*'"))
(rule both (constraint diff_pair_gap (min 0.2mm) (max 0.3mm)) (constraint diff_pair_uncoupled (max 1mm)) (condition "A.NetName == 'U*'"))
(rule room (constraint clearance (min 0.05mm)))`,
  );
  let n = 0;
  const beside = (letter: string, gap: number, length: number, layer: string, shift = 0, turned = false) =>
    sheet.add(
      `${letter}: gap ${gap}, ${length} long on ${layer}, ${shift} shifted${turned ? ", turned" : ""}`,
      (pen) => {
        const own = `${letter}${++n}`;
        const y = 0.2 + gap;
        if (turned) {
          const [c, s] = [0.6, 0.8];
          const at = (x: number, v: number) => [x * c - v * s, x * s + v * c] as const;
          pen.track(`${own}_P`, ...at(0, 0), ...at(length, 0), layer);
          pen.track(`${own}_N`, ...at(shift, y), ...at(length + shift, y), layer);
        } else pen.track(`${own}_P`, 0, 0, length, 0, layer).track(`${own}_N`, shift, y, length + shift, y, layer);
      },
    );
  for (const letter of ["G", "U"]) {
    for (const gap of [0.15, 0.199, 0.2, 0.25, 0.3, 0.301, 0.5]) beside(letter, gap, 5, "F.Cu");
    beside(letter, 0.25, 5, "B.Cu");
    beside(letter, 0.35, 5, "B.Cu");
    beside(letter, 0.25, 5, "In1.Cu", 0.9);
    beside(letter, 0.25, 5, "In1.Cu", 1.2);
    beside(letter, 0.25, 5, "F.Cu", 0, true);
    beside(letter, 0.4, 5, "F.Cu", 0, true);
  }
  sheet.add("U: on different layers", (pen) => pen.track("Ux_P", 0, 0, 5, 0).track("Ux_N", 0, 0.4, 5, 0.4, "B.Cu"));
  sheet.add("U: another track between", (pen) =>
    pen.track("Uy_P", 0, 0, 5, 0).track("Uy_N", 0, 1, 5, 1).track("Z", 1, 0.5, 4, 0.5),
  );
  sheet.add("U: only one of the pair is routed", (pen) => pen.track("Uz_P", 0, 0, 5, 0).via("Uz_N", 0, 2));
  return sheet.done();
}

function physical(): RuleBoard {
  const sheet = new Sheet(
    "physical clearance",
    `(rule own (constraint physical_clearance (min 0.5mm)) (condition "A.NetName == 'P*' && B.NetName == 'P*'"))
(rule holes (constraint physical_hole_clearance (min 0.6mm)) (condition "A.NetName == 'H*' && B.NetName == 'H*'"))`,
  );
  for (const gap of [0.499, 0.5, 0.501]) {
    sheet.add(`tracks of one net ${gap} apart`, (pen) =>
      pen.track("P1", 0, 0, 5, 0).track("P1", 0, 0.2 + gap, 5, 0.2 + gap),
    );
    sheet.add(`tracks of two nets on the back ${gap} apart`, (pen) =>
      pen.track("P1", 0, 0, 5, 0, "B.Cu").track("P2", 0, 0.2 + gap, 5, 0.2 + gap, "B.Cu"),
    );
    sheet.add(`a via and a track ${gap} apart`, (pen) => pen.via("P1", 0, 0).track("P1", -2, 0.4 + gap, 2, 0.4 + gap));
    sheet.add(`a pad and a turned pad ${gap} apart`, (pen) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: "P1" }])
        .footprint(1 + gap, 0, 90, "F", [{ head: "smd oval (at 0 0 ANGLE) (size 2 1)", net: "P1" }]),
    );
    sheet.add(`arcs ${gap} apart`, (pen) => pen.arc("P1", 0, 0, 2).arc("P1", 0, 0, 2.2 + gap));
  }
  for (const gap of [0.599, 0.601]) {
    sheet.add(`a track ${gap} from a via's hole`, (pen) =>
      pen.via("H1", 0, 0).track("H1", -2, 0.25 + gap, 2, 0.25 + gap),
    );
    sheet.add(`a pad ${gap} from a pad's hole`, (pen) =>
      pen
        .footprint(0, 0, 0, "F", [{ head: PTH, net: "H1", rest: everywhere }])
        .footprint(0.9 + gap, 0, 0, "F", [{ head: "smd rect (at 0 0 ANGLE) (size 1 1)", net: "H1" }]),
    );
  }
  sheet.add("tracks on two layers", (pen) => pen.track("P1", 0, 0, 5, 0).track("P1", 0, 0.3, 5, 0.3, "B.Cu"));
  return sheet.done();
}
