/** Boards whose rules keep zones away from things whatever their nets: text of KiCad 9, and its custom rules. */
export interface FillRuleBoard {
  readonly name: string;
  readonly rules: string;
}

const physical = (min: number, condition = "") =>
  `(rule near (constraint physical_clearance (min ${min}mm))${condition === "" ? "" : ` (condition "${condition}")`})`;
const holes = (min: number, condition = "") =>
  `(rule holes (constraint physical_hole_clearance (min ${min}mm))${condition === "" ? "" : ` (condition "${condition}")`})`;

export const fillRuleBoards: readonly FillRuleBoard[] = [
  { name: "everything", rules: `${physical(0.5)}\n${holes(1.2)}` },
  { name: "courtyards without more", rules: physical(0, "A.Type == 'Zone' && B.Type == 'Footprint'") },
  { name: "one footprint", rules: physical(1.1, "A.Reference == 'J2' || B.Reference == 'J2'") },
  { name: "own net", rules: physical(0.4, "A.NetName == 'GND' && B.NetName == 'GND'") },
  { name: "tracks and vias", rules: physical(0.6, "A.Type == 'Zone' && (B.Type == 'Track' || B.Type == 'Via')") },
  { name: "holes of pads", rules: holes(1, "A.Type == 'Pad' || B.Type == 'Pad'") },
  { name: "inside only", rules: `(rule near (layer inner) (constraint physical_clearance (min 0.8mm)))` },
];

const uuid = (n: number) => `5d0b1f3c-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Courtyards of every kind of line, on either side, some with a hole, one open. */
const courtyards: readonly string[] = [
  `(fp_rect (start -2 -1.5) (end 2 1.5) (stroke (width 0.05) (type solid)) (fill no) (layer "SIDE.CrtYd"))`,
  `(fp_circle (center 0 0) (end 2.2 0) (stroke (width 0.05) (type solid)) (fill no) (layer "SIDE.CrtYd"))`,
  `(fp_poly (pts (xy -2 -2) (xy 2.5 -1) (xy 2 2) (xy 0 0.9) (xy -2 2)) (stroke (width 0.05) (type solid)) (fill no) (layer "SIDE.CrtYd"))`,
  `(fp_line (start -2 -1) (end 2 -1) (stroke (width 0.05) (type solid)) (layer "SIDE.CrtYd"))
   (fp_arc (start 2 -1) (mid 3 0) (end 2 1) (stroke (width 0.05) (type solid)) (layer "SIDE.CrtYd"))
   (fp_line (start 2 1) (end -2 1) (stroke (width 0.05) (type solid)) (layer "SIDE.CrtYd"))
   (fp_line (start -2 1) (end -2 -1) (stroke (width 0.05) (type solid)) (layer "SIDE.CrtYd"))`,
  `(fp_circle (center 0 0) (end 2.4 0) (stroke (width 0.05) (type solid)) (fill no) (layer "SIDE.CrtYd"))
   (fp_circle (center 0 0) (end 1.6 0) (stroke (width 0.05) (type solid)) (fill no) (layer "SIDE.CrtYd"))`,
  `(fp_line (start -2 -1) (end 2 -1) (stroke (width 0.05) (type solid)) (layer "SIDE.CrtYd"))`,
];

function footprint(n: number): string {
  const side = n % 2 === 0 ? "F" : "B";
  const [x, y] = [9 + 8 * (n % 6), 9 + 9 * Math.floor(n / 6)];
  const angle = [0, 30, 90, 200][n % 4]!;
  const net = (k: number) => (k % 3 === 0 ? '(net 1 "GND")' : k % 3 === 1 ? '(net 2 "A")' : "");
  const pads = [
    `(pad "1" smd rect (at -0.7 0 ${angle}) (size 0.6 0.9) (layers "${side}.Cu") ${net(n)} (uuid "${uuid(100 + n)}"))`,
    `(pad "2" thru_hole circle (at 0.8 0 ${angle}) (size 0.9 0.9) (drill 0.5) (layers "*.Cu") ${net(n + 1)} (uuid "${uuid(200 + n)}"))`,
    `(pad "" np_thru_hole circle (at 0 0.9 ${angle}) (size 0.4 0.4) (drill 0.4) (layers "*.Cu") (uuid "${uuid(300 + n)}"))`,
  ];
  return `(footprint "Made:Part" (layer "${side}.Cu") (uuid "${uuid(n + 1)}") (at ${x} ${y} ${angle})
(property "Reference" "J${n}" (at 0 -1 ${angle}) (layer "${side}.SilkS") (uuid "${uuid(400 + n)}") (effects (font (size 1 1) (thickness 0.15))))
${courtyards[n % courtyards.length]!.replaceAll("SIDE", n % 5 === 4 ? (side === "F" ? "B" : "F") : side)}
${pads.join("\n")})`;
}

export function fillRuleBoardText(): string {
  const layers = ["F.Cu", "In1.Cu", "B.Cu"];
  const tracks = layers.flatMap((layer, i) =>
    [1, 2].map((net) => {
      const y = 34 + 3 * i + net;
      return `(segment (start 8 ${y}) (end ${20 + 3 * net} ${y}) (width 0.3) (layer "${layer}") (net ${net}) (uuid "${uuid(500 + 10 * i + net)}"))`;
    }),
  );
  const vias = [1, 2].map(
    (net) =>
      `(via (at ${30 + 3 * net} 36) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net ${net}) (uuid "${uuid(600 + net)}"))`,
  );
  const drawings = layers.flatMap((layer, i) => [
    `(gr_line (start 40 ${34 + 2 * i}) (end 46 ${35 + 2 * i}) (stroke (width 0.2) (type solid)) (layer "${layer}") (uuid "${uuid(700 + i)}"))`,
  ]);
  const zones = layers.map(
    (layer, i) => `(zone (net 1) (net_name "GND") (layer "${layer}") (uuid "${uuid(800 + i)}") (hatch edge 0.5)
(connect_pads ${["", "yes", "no"][i]} (clearance 0.2)) (min_thickness 0.2)
(fill yes (thermal_gap 0.3) (thermal_bridge_width 0.4))
(polygon (pts (xy 4 4) (xy 56 4) (xy 56 44) (xy 4 44))))`,
  );
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
(general (thickness 1.6)) (paper "A4")
(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (7 "B.SilkS" user) (25 "Edge.Cuts" user) (31 "F.CrtYd" user) (29 "B.CrtYd" user))
(setup (pad_to_mask_clearance 0))
(net 0 "") (net 1 "GND") (net 2 "A")
${Array.from({ length: 18 }, (_, n) => footprint(n)).join("\n")}
${[...tracks, ...vias, ...drawings, ...zones].join("\n")})
`;
}
