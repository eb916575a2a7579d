import type { Nm, Point } from "../../base/nm.ts";
import type { Hole } from "./holes.ts";

/** One drill file: all holes of one plating between the same two layers. */
export interface DrillFile {
  readonly name: string;
  /** `Plated,1,2,PTH`. */
  readonly fileFunction: string;
  readonly text: string;
  readonly holes: number;
  readonly slots: number;
  readonly tools: number;
}

/**
 * The drill files of a board in Excellon format: metric, decimal, absolute; slots are routed (G00, M15, G01, M16).
 * Plated and unplated holes through the board are always written, each for itself; blind and buried ones a file for each
 * pair of layers. `copper` names the board's copper layers.
 */
export function drillFiles(
  base: string,
  holes: readonly Hole[],
  copper: readonly string[],
  origin: Point,
  software: { readonly name: string; readonly version: string },
): DrillFile[] {
  const last = copper.length - 1;
  const through = holes.filter(({ from, until }) => from === 0 && until === last);
  const pairs = new Map<string, Hole[]>();
  for (const hole of holes) {
    if (hole.from === 0 && hole.until === last) continue;
    const key = `${hole.from} ${hole.until}`;
    const list = pairs.get(key);
    if (list === undefined) pairs.set(key, [hole]);
    else list.push(hole);
  }
  const make = (name: string, fileFunction: string, list: readonly Hole[]): DrillFile => {
    const tools = toolsOf(list);
    return {
      name: `${base}-${name}.drl`,
      fileFunction,
      text: excellon(fileFunction, tools, origin, software),
      holes: list.filter((hole) => hole.to === null).length,
      slots: list.filter((hole) => hole.to !== null).length,
      tools: tools.length,
    };
  };
  const all = `1,${copper.length}`;
  return [
    make(
      "PTH",
      `Plated,${all},PTH`,
      through.filter((hole) => hole.plated),
    ),
    make(
      "NPTH",
      `NonPlated,${all},NPTH`,
      through.filter((hole) => !hole.plated),
    ),
    ...[...pairs.values()].map((list) => {
      const { from, until } = list[0]!;
      const kind = from === 0 || until === last ? "Blind" : "Buried";
      const name = [from, until].map((level) => layerWord(copper[level]!)).join("-");
      return make(name, `Plated,${from + 1},${until + 1},${kind}`, list);
    }),
  ];
}

function layerWord(layer: string): string {
  return layer === "F.Cu" ? "front" : layer === "B.Cu" ? "back" : layer.replace(/\.Cu$/, "").toLowerCase();
}

interface Tool {
  readonly diameter: string;
  readonly use: string;
  readonly holes: readonly Hole[];
}

/** By diameter (to the micrometre) and use, the smallest first. */
function toolsOf(holes: readonly Hole[]): Tool[] {
  const tools = new Map<string, Hole[]>();
  for (const hole of holes) {
    const key = `${(hole.diameter / 1e6).toFixed(3)} ${hole.use}`;
    const list = tools.get(key);
    if (list === undefined) tools.set(key, [hole]);
    else list.push(hole);
  }
  return [...tools]
    .map(([key, list]) => {
      const [diameter, use] = key.split(" ") as [string, string];
      return { diameter, use, holes: list.sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y) };
    })
    .sort((a, b) => Number(a.diameter) - Number(b.diameter) || (a.use < b.use ? 1 : -1));
}

function excellon(
  fileFunction: string,
  tools: readonly Tool[],
  origin: Point,
  software: { readonly name: string; readonly version: string },
): string {
  const lines = [
    "M48",
    "; FORMAT={-:-/ absolute / metric / decimal}",
    `; #@! TF.GenerationSoftware,Softforge,${software.name},${software.version}`,
    `; #@! TF.FileFunction,${fileFunction}`,
    "FMAT,2",
    "METRIC",
  ];
  tools.forEach(({ diameter, use }, i) => {
    lines.push(`; #@! TA.AperFunction,${use}`, `T${i + 1}C${diameter}`);
  });
  lines.push("%", "G90", "G05");
  const place = ({ x, y }: Point) => `X${decimal(x - origin.x)}Y${decimal(origin.y - y)}`;
  tools.forEach(({ holes }, i) => {
    lines.push(`T${i + 1}`);
    for (const { at, to } of holes) if (to === null) lines.push(place(at));
    for (const { at, to } of holes)
      if (to !== null) lines.push(`G00${place(at)}`, "M15", `G01${place(to)}`, "M16", "G05");
  });
  lines.push("M30", "");
  return lines.join("\n");
}

/** Millimetres to a tenth of a micrometre, always with a decimal point. */
function decimal(nm: Nm): string {
  const text = (Math.round(nm / 100) / 1e4).toFixed(4).replace(/0{1,3}$/, "");
  return text === "-0.0" ? "0.0" : text;
}
