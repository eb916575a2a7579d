import type { PadOf, Pen, RuleBoard } from "./rule-sheet.ts";
import { everywhere, Sheet } from "./rule-sheet.ts";

const SMD = "smd rect (at 0 0 ANGLE) (size 1 0.6)";
const sides = ["F", "B"] as const;
const other = { F: "B", B: "F" } as const;

/** A project that asks for every kind of violation. */
export function severe(...types: readonly string[]): Readonly<Record<string, string>> {
  const rule_severities = Object.fromEntries(types.map((type) => [type, "error"]));
  return { "rule.kicad_pro": JSON.stringify({ board: { design_settings: { rule_severities } } }) };
}

function text(pen: Pen, words: string, layer: string, x: number, y: number, more: TextMore = {}): void {
  const { size = 1, width = 0.15, mirror = layer.startsWith("B."), angle = 0, knockout = false } = more;
  pen.raw(
    (at, id) =>
      `(gr_text "${words}" (at ${at(x, y)} ${angle}) (layer "${layer}"${knockout ? " knockout" : ""}) (uuid "${id()}") (effects (font (size ${size} ${size}) (thickness ${width}))${mirror ? " (justify mirror)" : ""}))`,
  );
}

interface TextMore {
  readonly size?: number;
  readonly width?: number;
  readonly mirror?: boolean;
  readonly angle?: number;
  readonly knockout?: boolean;
}

function line(pen: Pen, layer: string, x1: number, y1: number, x2: number, y2: number, width = 0.1): void {
  pen.raw(
    (at, id) =>
      `(gr_line (start ${at(x1, y1)}) (end ${at(x2, y2)}) (stroke (width ${width}) (type solid)) (layer "${layer}") (uuid "${id()}"))`,
  );
}

function circle(pen: Pen, layer: string, x: number, y: number, r: number, width = 0.1): void {
  pen.raw(
    (at, id) =>
      `(gr_circle (center ${at(x, y)}) (end ${at(x + r, y)}) (stroke (width ${width}) (type solid)) (fill no) (layer "${layer}") (uuid "${id()}"))`,
  );
}

/** Track widths, holes and diameters at their limits, on every layer and for every kind of via. */
export function sizes(): RuleBoard {
  const sheet = new Sheet(
    "sizes",
    `(rule w (constraint track_width (min 0.2mm) (max 0.5mm)))
(rule h (constraint hole_size (min 0.3mm) (max 1mm)))
(rule d (constraint via_diameter (min 0.5mm) (max 1.2mm)))
(rule r (constraint annular_width (min 0.13mm)) (condition "A.NetName == 'R*'"))`,
  );
  for (const width of [0.199, 0.2, 0.5, 0.501])
    for (const layer of ["F.Cu", "In1.Cu", "B.Cu"])
      sheet.add(`a track of ${width} on ${layer}`, (pen) => pen.track("N", 0, 0, 3, 0, layer, width));
  for (const [size, drill] of [
    [0.499, 0.3],
    [0.5, 0.3],
    [1.2, 1],
    [1.201, 1],
    [1.2, 1.001],
    [0.6, 0.299],
  ] as const)
    for (const [type, span] of [
      ["", '"F.Cu" "B.Cu"'],
      ["micro", '"F.Cu" "In1.Cu"'],
      ["blind", '"F.Cu" "In2.Cu"'],
    ] as const)
      sheet.add(`a ${type || "plain"} via of ${size} with a hole of ${drill}`, (pen) =>
        pen.via("N", 0, 0, span, type, size, drill),
      );
  for (const [size, drill] of [
    [0.3, 0.09],
    [0.3, 0.1],
    [0.6, 0.2],
  ] as const)
    for (const span of ['"F.Cu" "In1.Cu"', '"In2.Cu" "B.Cu"'])
      sheet.add(`a microvia of ${size} with a hole of ${drill} through ${span}`, (pen) =>
        pen.via("N", 0, 0, span, "micro", size, drill),
      );
  for (const size of [0.559, 0.56, 0.561])
    for (const [type, span] of [
      ["", '"F.Cu" "B.Cu"'],
      ["micro", '"In2.Cu" "B.Cu"'],
    ] as const)
      sheet.add(`a ${type || "plain"} ring of a via of ${size}`, (pen) => pen.via("R", 0, 0, span, type, size, 0.3));
  for (const [shape, drill] of [
    ["circle", "0.299"],
    ["circle", "0.3"],
    ["circle", "1.001"],
    ["oval", "oval 0.299 0.8"],
    ["oval", "oval 0.3 1.001"],
    ["rect", "oval 0.8 0.5"],
  ] as const)
    for (const angle of [0, 33])
      sheet.add(`a ${shape} pad with a hole of ${drill}, turned by ${angle}`, (pen) =>
        pen.footprint(0, 0, angle, "F", [
          { head: `thru_hole ${shape} (at 0 0 ANGLE) (size 1.6 1.6) (drill ${drill})`, net: "N", rest: everywhere },
        ]),
      );
  return sheet.done();
}

/** Heights, pens and sides of texts. */
export function texts(): RuleBoard {
  const sheet = new Sheet("texts", "");
  for (const side of sides) {
    const silk = `${side}.SilkS`;
    for (const size of [0.79, 0.8, 0.81, 3])
      for (const angle of [0, 90, 33])
        sheet.add(`height ${size}, ${angle} on ${side}`, (pen) =>
          text(pen, "Ag", silk, 0, 0, { size, width: 0.1, angle }),
        );
    for (const width of [0.079, 0.08, 0.081])
      for (const angle of [0, 45])
        sheet.add(`pen ${width}, ${angle} on ${side}`, (pen) => text(pen, "Ag", silk, 0, 0, { width, angle }));
    for (const angle of [0, 33])
      for (const name of ["Cu", "SilkS", "Mask", "Fab", "CrtYd"])
        for (const mirror of [true, false])
          sheet.add(`${mirror ? "mirrored" : "plain"}, ${angle} on ${side}.${name}`, (pen) =>
            text(pen, "Ag", `${side}.${name}`, 0, 0, { mirror, angle }),
          );
    sheet.add(`hidden on ${side}`, (pen) =>
      pen.raw(
        (at, id) =>
          `(footprint "Own:X" (layer "${side}.Cu") (uuid "${id()}") (at ${at(0, 0)}) (property "Reference" "X" (at 0 0 0) (layer "${silk}") (hide yes) (uuid "${id()}") (effects (font (size 0.3 0.3) (thickness 0.05)))))`,
      ),
    );
    sheet.add(`a field of a footprint on ${side}`, (pen) =>
      pen.raw(
        (at, id) =>
          `(footprint "Own:X" (layer "${side}.Cu") (uuid "${id()}") (at ${at(0, 0)} 90) (property "Reference" "X" (at 0 0 90) (layer "${silk}") (uuid "${id()}") (effects (font (size 0.3 0.3) (thickness 0.05)) (justify mirror))))`,
      ),
    );
  }
  for (const angle of [0, 90])
    for (const mirror of [true, false])
      sheet.add(`on the edge, ${angle}, ${mirror}`, (pen) => text(pen, "Ag", "Edge.Cuts", 0, 0, { angle, mirror }));
  for (const words of ["A", "edge", "1", "x-y"])
    sheet.add(`"${words}" on the edge`, (pen) => text(pen, words, "Edge.Cuts", 0, 0));
  return sheet.done();
}

/** Silkscreen over itself, over pads, and beside both. */
export function silk(): RuleBoard {
  const sheet = new Sheet(
    "silkscreen",
    `(rule far (constraint silk_clearance (min 0.2mm)) (condition "A.Type == 'Text' && B.Type == 'Text'"))`,
  );
  for (const side of sides) {
    const layer = `${side}.SilkS`;
    for (const angle of [0, 90, 45]) {
      sheet.add(`a text and a line, ${angle} on ${side}`, (pen) => {
        text(pen, "HHH", layer, 0, 0, { angle });
        line(pen, layer, -2, 0, 2, 0);
      });
      sheet.add(`a knocked-out text and a line, ${angle} on ${side}`, (pen) => {
        text(pen, "o", layer, 0, 0, { angle, knockout: true });
        line(pen, layer, -0.8, -0.6, -0.6, -0.6);
      });
      sheet.add(`a text beside a line, ${angle} on ${side}`, (pen) => {
        text(pen, "H", layer, 0, 0, { angle });
        line(pen, layer, -2, 1.2, 2, 1.2);
      });
      for (const shape of ["rect", "oval", "circle", "roundrect"])
        for (const y of [0.2, 0.349, 0.351, 0.5])
          sheet.add(`a line ${y} from a ${shape} pad turned by ${angle} on ${side}`, (pen) => {
            pen.footprint(0, 0, angle, side, [
              {
                head: `smd ${shape} (at 0 0 ANGLE) (size 0.6 0.6)`,
                rest: shape === "roundrect" ? "(roundrect_rratio 0.25)" : "",
              },
            ]);
            line(pen, layer, -2, y, 2, y);
          });
    }
    for (const y of [1.1, 1.3, 1.5])
      sheet.add(`two texts ${y} apart on ${side}`, (pen) => {
        text(pen, "HH", layer, 0, 0);
        text(pen, "HH", layer, 0, y);
      });
    sheet.add(`on either side, ${side}`, (pen) => {
      text(pen, "HH", layer, 0, 0);
      text(pen, "HH", `${other[side]}.SilkS`, 0, 0);
    });
    for (const [name, x] of [
      ["over", 2],
      ["at", 2.05],
      ["beside", 2.2],
      ["inside", 1],
      ["just over", 2.04],
      ["across", 1.97],
      ["just beside", 2.051],
    ] as const)
      sheet.add(`a line ${name} an inner edge on ${side}`, (pen) => {
        circle(pen, "Edge.Cuts", 0, 0, 2);
        line(pen, layer, x, -1, x + 0.001, 1);
      });
    sheet.add(`a text over an inner edge on ${side}`, (pen) => {
      circle(pen, "Edge.Cuts", 0, 0, 0.3);
      text(pen, "HHH", layer, 0, 0);
    });
  }
  return sheet.done();
}

/** Courtyards that overlap, are missing, do not close, or have a hole in them. */
export function courtyards(): RuleBoard {
  const sheet = new Sheet("courtyards", "");
  const rect = (half: number) => (at: string, id: string) =>
    `(fp_rect (start ${-half} ${-half}) (end ${half} ${half}) (stroke (width 0.05) (type solid)) (fill no) (layer "${at}.CrtYd") (uuid "${id}"))`;
  const round = (r: number) => (at: string, id: string) =>
    `(fp_circle (center 0 0) (end ${r} 0) (stroke (width 0.05) (type solid)) (fill no) (layer "${at}.CrtYd") (uuid "${id}"))`;
  const open = (gap: number) => (at: string, id: string) =>
    [
      [-1, -1, 1, -1],
      [1, -1, 1, 1],
      [1, 1, -1, 1],
      [-1, 1, -1, -1 + gap],
    ]
      .map(
        ([x1, y1, x2, y2], i) =>
          `(fp_line (start ${x1} ${y1}) (end ${x2} ${y2}) (stroke (width 0.05) (type solid)) (layer "${at}.CrtYd") (uuid "${id.slice(0, -1)}${i}"))`,
      )
      .join(" ");
  const put = (
    pen: Pen,
    x: number,
    y: number,
    angle: number,
    side: "F" | "B",
    yard: ReturnType<typeof rect> | null,
    pad: PadOf,
  ) =>
    pen.raw((at, id) => {
      const layers = pad.rest ?? `(layers "${side}.Cu" "${side}.Mask")`;
      return `(footprint "Own:X" (layer "${side}.Cu") (uuid "${id()}") (at ${at(x, y)} ${angle}) ${yard?.(side, `${id().slice(0, -2)}90`) ?? ""} (pad "1" ${pad.head.replace("ANGLE", String(angle))} ${layers} (uuid "${id()}")))`;
    });
  const smd: PadOf = { head: SMD };
  for (const side of sides)
    for (const angle of [0, 90, 45])
      for (const apart of [1.99, 2, 2.01]) {
        sheet.add(`squares ${apart} apart, ${angle} on ${side}`, (pen) => {
          put(pen, 0, 0, 0, side, rect(1), smd);
          put(pen, apart, 0, angle === 45 ? 180 : angle, side, rect(1), smd);
        });
        sheet.add(`circles ${apart} apart, ${angle} on ${side}`, (pen) => {
          put(pen, 0, 0, angle, side, round(1), smd);
          put(pen, apart - 0.03, 0, 0, side, round(1), smd);
        });
      }
  for (const side of sides) {
    sheet.add(`on either side, ${side}`, (pen) => {
      put(pen, 0, 0, 0, side, rect(1), smd);
      put(pen, 1, 0, 0, other[side], rect(1), smd);
    });
    for (const angle of [0, 33]) {
      sheet.add(`none, ${angle} on ${side}`, (pen) => put(pen, 0, 0, angle, side, null, smd));
      for (const gap of [0.015, 0.03, 0.5])
        sheet.add(`open by ${gap}, ${angle} on ${side}`, (pen) => put(pen, 0, 0, angle, side, open(gap), smd));
      for (const [name, x] of [
        ["in", 0.5],
        ["at the rim of", 1.3],
        ["beside", 3],
      ] as const)
        for (const kind of ["thru_hole", "np_thru_hole"])
          sheet.add(`a ${kind} ${name} a courtyard, ${angle} on ${side}`, (pen) => {
            put(pen, 0, 0, angle, side, rect(1), smd);
            put(pen, x, 0, 0, "F", null, {
              head: `${kind} circle (at 0 0 ANGLE) (size 0.8 0.8) (drill 0.8)`,
              rest: everywhere,
            });
          });
    }
  }
  return sheet.done(
    severe(
      "missing_courtyard",
      "malformed_courtyard",
      "pth_inside_courtyard",
      "npth_inside_courtyard",
      "courtyards_overlap",
    ),
  );
}
