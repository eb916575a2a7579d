import { toMm } from "../../base/nm.ts";
import { formatNm, headOf, quote, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Absent, Field, PathNode } from "../field.ts";
import {
  argOf,
  flag,
  KICAD_10_NETS,
  layer,
  listOf,
  net,
  optionalInteger,
  optionalLength,
  optionalText,
  optionalYesNo,
  pathOf,
  text,
  texts,
  uuid,
  writePath,
} from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { flatPoints } from "../path.ts";
import { rows } from "../struct.ts";
import { eachOf, layerNames, mmPath, oneOf, orNull, record } from "../surface.ts";
import { connectPads, placementArea, zoneAttr, zoneFill, zoneHatch, zoneLayerSettings } from "./zone-settings.ts";

/** A piece of filled copper: `points` are x, y, x, y … in nanometres. */
export interface Fill {
  readonly layer: string;
  readonly island: boolean;
  readonly points: readonly number[];
}

const outlines: Field<readonly (readonly PathNode[])[]> = {
  about: "The outlines: the first is the border, further ones are holes (mm).",
  tokens: ["polygon"],
  many: true,
  absent: [],
  surface: eachOf(mmPath),
  read: (tree, nodes) =>
    nodes.map((node) => {
      const pts = listOf(tree, node, "pts");
      return pts < 0 ? [] : pathOf(tree, pts);
    }),
  write: (list) => (list.length === 0 ? null : list.map((nodes) => `(polygon ${writePath(nodes)})`).join(" ")),
};

const fills: Field<readonly Fill[]> = {
  about: "The filled copper as last computed.",
  tokens: ["filled_polygon"],
  many: true,
  absent: [],
  bulky: true,
  surface: {
    says: "filled copper",
    to: (list) => list.map(({ layer: name, island, points }) => ({ layer: name, island, points: pairsMm(points) })),
  },
  read: (tree, nodes) => nodes.map((node) => fillOf(tree, node)),
  write: (list, file) => (list.length === 0 ? null : list.map((fill) => writeFill(fill, file.version)).join(" ")),
};

function pairsMm(points: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < points.length; i += 2) pairs.push([toMm(points[i]!), toMm(points[i + 1]!)]);
  return pairs;
}

function fillOf(tree: Tree, node: number): Fill {
  const layerNode = listOf(tree, node, "layer");
  const pts = listOf(tree, node, "pts");
  const island = listOf(tree, node, "island");
  const word = island < 0 ? -1 : argOf(tree, island, 1);
  return {
    layer: layerNode < 0 ? "" : textOf(tree, argOf(tree, layerNode, 1)),
    island: island >= 0 && (word < 0 || textOf(tree, word) !== "no"),
    points: pts < 0 ? [] : flatPoints(tree, pts),
  };
}

function writeFill(fill: Fill, version: number): string {
  let pts = "";
  for (let i = 0; i + 1 < fill.points.length; i += 2)
    pts += ` (xy ${formatNm(fill.points[i]!)} ${formatNm(fill.points[i + 1]!)})`;
  const island = !fill.island ? "" : version >= ISLAND_YES ? " (island yes)" : " (island)";
  return `(filled_polygon (layer ${quote(fill.layer)})${island} (pts${pts}))`;
}

/** First version that writes whether a fill is an island as yes or no. */
const ISLAND_YES = 20250801;

/** The name that stands beside the number in boards before KiCad 10. */
const netName: Field<string> = {
  ...text("net_name", "The net's name once more, as boards before KiCad 10 keep it."),
  write: (value, file) => (file.version >= KICAD_10_NETS && value === "" ? null : `(net_name ${quote(value)})`),
  until: 20251028,
};

const allowed = oneOf<string>(["allowed", "not_allowed"]);
const keepoutWords = { tracks: allowed, vias: allowed, pads: allowed, copperpour: allowed, footprints: allowed };

/** What a rule area forbids: each of tracks, vias, pads, copperpour, footprints is allowed or not_allowed. */
const keepout: Field<Readonly<Record<string, string>> | Absent> = {
  about:
    "For a rule area: tracks, vias, pads, copperpour, footprints, each allowed or not_allowed; null for a copper zone.",
  tokens: ["keepout"],
  absent: null,
  surface: orNull(record<Readonly<Record<string, string>>>(keepoutWords)),
  read(tree, [node]) {
    const rules: Record<string, string> = {};
    for (let c = node! + 1; c < tree.next[node!]!; c = tree.next[c]!)
      if (tree.kind[c] === LIST) rules[headOf(tree, c)] = textOf(tree, argOf(tree, c, 1));
    return rules;
  },
  write: (rules) =>
    rules === null
      ? null
      : `(keepout ${Object.entries(rules)
          .map(([what, word]) => `(${what} ${word})`)
          .join(" ")})`,
};

const shape = {
  net: net("code"),
  netName,
  locked: flag("locked", "Whether the zone is locked."),
  layer: layer("The layer of a zone on one layer; empty when `layers` says them."),
  layers: { ...texts("layers", "The layers of a zone on several."), surface: layerNames },
  uuid: uuid(),
  name: optionalText("name", "The zone's name."),
  hatch: zoneHatch,
  priority: optionalInteger("priority", "Higher numbers are filled first."),
  attr: zoneAttr,
  connectPads,
  minThickness: optionalLength("min_thickness", "Thinnest copper that is kept."),
  filledAreasThickness: optionalYesNo("filled_areas_thickness", "Whether the fill's edge has a pen of its own."),
  keepout,
  placement: placementArea,
  fill: zoneFill,
  layerSettings: rows("property", "Settings by layer (KiCad 10).", zoneLayerSettings, { since: 20250302 }),
  outlines,
  fills,
};

/** `(zone (net 1) (net_name "GND") (layer "F.Cu") … (polygon (pts …)) (filled_polygon …))`; also rule areas. */
export const zone = defineKind({
  kind: "zone",
  tokens: ["zone"],
  about: "A copper zone or a rule area.",
  shape,
});

export type Zone = ItemOf<typeof zone>;

/** All layers of a zone. */
export function zoneLayers(z: Pick<Zone, "layer" | "layers">): readonly string[] {
  return z.layers.length > 0 ? z.layers : z.layer === "" ? [] : [z.layer];
}
