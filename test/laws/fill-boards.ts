/** Boards made for filling: one zone full of pads and vias of its net, as text of KiCad 9. */

/** How the zone is filled, as the file says it. */
export interface FillBoard {
  readonly name: string;
  /** `yes`, `no`, `thru_hole_only`, or nothing for thermal reliefs. */
  readonly connect: string;
  readonly minThickness: number;
  readonly fill: string;
  readonly layer: string;
  readonly pads: string;
}

const shapes = [
  (n: number) => `smd rect (size ${0.3 + 0.15 * n} ${0.5 + 0.1 * n}) (layers "F.Cu" "F.Mask")`,
  (n: number) => `thru_hole circle (size ${0.4 + 0.15 * n} ${0.4 + 0.15 * n}) (drill ${0.2 + 0.1 * n}) (layers "*.Cu")`,
  (n: number) => `smd oval (size ${0.3 + 0.1 * n} ${0.6 + 0.15 * n}) (layers "F.Cu" "F.Mask")`,
];

/** Rows of pads from small to large; those to the right say themselves how they are joined. */
function manyPads(): string {
  const pads: string[] = [];
  for (let column = 0; column < 6; column++) {
    for (let n = 0; n < 8; n++) {
      const [kind, ...rest] = shapes[column % 3]!(n).split(" (size");
      const own = column < 3 ? "" : `(zone_connect ${n % 4})`;
      const at = `(at ${(4 + 6.1 * column).toFixed(1)} ${2 + 3 * n} ${30 * (n % 3)})`;
      pads.push(`(pad "${column}.${n}" ${kind} ${at} (size${rest.join("")} (net 1 "GND") ${own})`);
    }
  }
  return pads.join("\n");
}

/** Custom pads whose author drew their spokes: some to the relief and beyond, some too short, some that miss the pad. */
function spokedPads(): string {
  const triangle = "(gr_poly (pts (xy -1 -1) (xy 1 -1) (xy 0 1.5)) (width 0.1) (fill yes))";
  const bent =
    "(gr_poly (pts (xy -1.5 -0.5) (xy 1.5 -0.5) (xy 1.5 0.5) (xy -0.5 0.5) (xy -0.5 2) (xy -1.5 2)) (width 0) (fill yes))";
  const kinds: readonly (readonly [string, string, string])[] = [
    ["rect", triangle, "0 0 3 0; 0 0 -3 1"],
    ["rect", bent, "0 0 4 0; -1 1 -1 5; 0 0 0 -0.2"],
    ["rect", triangle, "0 -4 0 0; 3 3 0 0"],
    ["rect", bent, "5 5 6 6; 0 0 0 -4"],
    ["circle", "", "0 0 2 2; 0 0 -2 -2"],
  ];
  const pads = kinds.flatMap(([anchor, copper, lines], column) =>
    [0, 30, 90, 200].map((angle, row) => {
      const vectors = lines.split("; ").map((line) => {
        const [ax, ay, bx, by] = line.split(" ");
        return `(gr_vector (start ${ax} ${ay}) (end ${bx} ${by}))`;
      });
      const options = `(options (clearance ${row === 3 ? "convexhull" : "outline"}) (anchor ${anchor}))`;
      const at = `(at ${4 + 8 * column} ${4 + 7 * row} ${angle})`;
      return `(pad "${column}.${row}" smd custom ${at} (size 1 1) (layers "F.Cu") (net 1 "GND") ${options} (primitives ${copper} ${vectors.join(" ")}))`;
    }),
  );
  return pads.join("\n");
}

const hatch = (
  thickness: number,
  gap: number,
  orientation: number,
  more = "(hatch_border_algorithm hatch_thickness)",
) =>
  `(mode hatch) (hatch_thickness ${thickness}) (hatch_gap ${gap}) (hatch_orientation ${orientation}) ${more} (hatch_min_hole_area 0.3)`;
const smooth = (level: number) => `(hatch_smoothing_level ${level}) (hatch_smoothing_value 0.4)`;
const thin = "(hatch_border_algorithm min_thickness)";
const pads = manyPads();

/** Hatches of every kind over pads of every kind, and drawn spokes. */
export const fillBoards: readonly FillBoard[] = [
  { name: "hatch", connect: "", minThickness: 0.2, fill: hatch(0.4, 0.8, 0), layer: "F.Cu", pads },
  { name: "hatch solid", connect: "yes", minThickness: 0.2, fill: hatch(0.3, 1.6, 45, smooth(1)), layer: "F.Cu", pads },
  { name: "hatch fine", connect: "no", minThickness: 0.2, fill: hatch(0.22, 0.5, 0, smooth(2)), layer: "F.Cu", pads },
  { name: "hatch coarse", connect: "", minThickness: 0.25, fill: hatch(1, 1.5, 10, smooth(3)), layer: "F.Cu", pads },
  {
    name: "hatch thin",
    connect: "thru_hole_only",
    minThickness: 0.19,
    fill: hatch(0.5, 1, 90, thin),
    layer: "F.Cu",
    pads,
  },
  { name: "hatch mask", connect: "", minThickness: 0.2, fill: hatch(0.4, 0.8, 20), layer: "F.Mask", pads },
  { name: "spokes", connect: "", minThickness: 0.2, fill: "", layer: "F.Cu", pads: spokedPads() },
];

export function fillBoardText(board: FillBoard): string {
  const vias = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (n) => `(via (at ${7 + 4.3 * n} 34) (size ${0.3 + 0.15 * n}) (drill 0.2) (layers "F.Cu" "B.Cu") (net 1))`,
  );
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
(general (thickness 1.6)) (paper "A4")
(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (1 "F.Mask" user) (25 "Edge.Cuts" user))
(setup (pad_to_mask_clearance 0))
(net 0 "") (net 1 "GND")
(footprint "Made:Pads" (layer "F.Cu") (uuid "5d0b1f3c-0000-4000-8000-000000000001") (at 6 6) (attr smd)
${board.pads})
${vias.join("\n")}
(zone (net 1) (net_name "GND") (layer "${board.layer}") (uuid "5d0b1f3c-0000-4000-8000-000000000002") (hatch edge 0.5)
(connect_pads ${board.connect} (clearance 0.2)) (min_thickness ${board.minThickness})
(fill yes ${board.fill} (thermal_gap 0.3) (thermal_bridge_width 0.4))
(polygon (pts (xy 5 5) (xy 50 5) (xy 50 38) (xy 30 40) (xy 5 37)))))
`;
}
