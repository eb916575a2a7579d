import type { Nm, Point } from "../../base/nm.ts";
import { padHole } from "../../model/shape/pad-copper.ts";
import type { FabBoard } from "./board.ts";

/** A hole to be drilled, or a slot to be milled along a line. */
export interface Hole {
  readonly plated: boolean;
  /** What the tool's comment says, e.g. `Plated,PTH,ViaDrill`. */
  readonly use: string;
  readonly diameter: Nm;
  readonly at: Point;
  /** The other end of a slot's middle line; null for a round hole. */
  readonly to: Point | null;
  /** First and last copper layer it passes, as places in the board's list. */
  readonly from: number;
  readonly until: number;
}

/** All holes of a board; those narrower than drills come (a via with no drill to speak of) are counted, not listed. */
export function holesOf(board: FabBoard): { holes: Hole[]; tooSmall: number } {
  const last = board.copper.length - 1;
  const holes: Hole[] = [];
  let tooSmall = 0;
  const add = (hole: Hole) => {
    if (hole.diameter < SMALLEST) tooSmall++;
    else holes.push(hole);
  };
  for (const { via, layers } of board.vias) {
    const from = board.copper.indexOf(layers[0] ?? "");
    const until = board.copper.indexOf(layers.at(-1) ?? "");
    if (from < 0) continue;
    const kind = from === 0 && until === last ? "PTH" : from === 0 || until === last ? "Blind" : "Buried";
    const use = `Plated,${kind},ViaDrill`;
    add({ plated: true, use, diameter: via.drill, at: via.at, to: null, from, until });
  }
  for (const { pad, footprint } of board.pads) {
    const [shape] = padHole(pad, footprint.at);
    if (shape === undefined || shape.radius <= 0) continue;
    const plated = pad.type !== "np_thru_hole";
    const word = pad.property === "pad_prop_castellated" ? "CastellatedDrill" : "ComponentDrill";
    const use = plated ? `Plated,PTH,${word}` : "NonPlated,NPTH,ComponentDrill";
    const common = { plated, use, diameter: 2 * shape.radius, from: 0, until: last };
    if (shape.kind === "circle") add({ ...common, at: { x: shape.x, y: shape.y }, to: null });
    else if (shape.kind === "segment")
      add({ ...common, at: { x: shape.ax, y: shape.ay }, to: { x: shape.bx, y: shape.by } });
  }
  return { holes, tooSmall };
}

/** Half a micrometre: what three decimals would write as no hole at all. */
const SMALLEST: Nm = 500;
