import type { Nm, Point } from "../../base/nm.ts";
import { holds, inRings, shapesMeet } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxesMeet, boxOf } from "../../geometry/shape.ts";
import type { Doc } from "../../model/document.ts";
import type { Copper } from "./copper.ts";
import { copperByNet } from "./copper.ts";
import { missingLinks } from "./links.ts";

/** A net as its copper has it. */
export interface NetState {
  readonly net: string;
  /** Copper that hangs together, one list each. */
  readonly clusters: readonly (readonly Copper[])[];
  /** Pieces of fill that hang together and meet nothing else of the net. */
  readonly floating: readonly (readonly Copper[])[];
  /** The shortest set of connections that would join the clusters: one fewer than clusters. */
  readonly missing: readonly Link[];
}

/** A missing connection between two places. */
export interface Link {
  readonly from: Copper;
  readonly to: Copper;
  readonly fromPlace: Point;
  readonly toPlace: Point;
  readonly length: Nm;
}

/** The nets of a board with their clusters and missing connections, as exact copper contact makes them. */
export function connect(doc: Doc, only?: string): readonly NetState[] {
  const known = states.get(doc);
  if (known !== undefined) return only === undefined ? known : known.filter((state) => state.net === only);
  const made = connectNets(doc, only);
  if (only === undefined) states.set(doc, made);
  return made;
}

/** Documents never change, so an answer holds for as long as its document lives. */
const states = new WeakMap<Doc, readonly NetState[]>();

/** Each net's last answer, by its first piece of copper: an edit leaves most nets as they were. */
const netStates = new WeakMap<Copper, { readonly copper: readonly Copper[]; readonly state: NetState }>();

function connectNets(doc: Doc, only?: string): NetState[] {
  return [...copperByNet(doc, only)].map(([net, copper]) => {
    const known = netStates.get(copper[0]!);
    if (known !== undefined && sameCopper(known.copper, copper)) return known.state;
    // Fill that touches no pad, track or via was kept on purpose: it asks for no connection (as KiCad counts).
    const all = clustersOf(copper);
    const clusters = all.filter((cluster) => cluster.some((each) => each.fill === null));
    const floating = all.filter((cluster) => cluster.every((each) => each.fill !== null));
    const state = { net, clusters, floating, missing: missingLinks(clusters) };
    netStates.set(copper[0]!, { copper, state });
    return state;
  });
}

function sameCopper(a: readonly Copper[], b: readonly Copper[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** Sorts one net's copper into what hangs together. */
export function clustersOf(copper: readonly Copper[]): Copper[][] {
  const parent = new Int32Array(copper.length).map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    while (parent[i] !== root) {
      const up = parent[i]!;
      parent[i] = root;
      i = up;
    }
    return root;
  };
  const join = (a: number, b: number) => {
    parent[find(a)] = find(b);
  };
  const solid = [...copper.keys()]
    .filter((i) => copper[i]!.fill === null)
    .map((i) => ({ i, box: boxOf([...copper[i]!.shapes, ...copper[i]!.hole]) }));
  const fills = [...copper.keys()].filter((i) => copper[i]!.fill !== null);
  // A sweep from left to right: only what overlaps in x is ever compared.
  solid.sort((a, b) => a.box.minX - b.box.minX);
  let active: typeof solid = [];
  for (const now of solid) {
    let kept = 0;
    for (const other of active) {
      if (other.box.maxX < now.box.minX) continue;
      active[kept++] = other;
      if (other.box.minY > now.box.maxY || other.box.maxY < now.box.minY) continue;
      if (find(now.i) !== find(other.i) && touch(copper[now.i]!, copper[other.i]!)) join(now.i, other.i);
    }
    active = active.slice(0, kept);
    active.push(now);
  }
  for (const [k, f] of fills.entries()) {
    const area = copper[f]!;
    for (const { i, box } of solid) {
      if (!boxesMeet(area.fill!.box, box) || find(i) === find(f)) continue;
      if (touchesFill(copper[i]!, area)) join(i, f);
    }
    for (const g of fills.slice(0, k)) {
      const other = copper[g]!;
      if (area.parent === other.parent || (area.layers & other.layers) === 0 || find(f) === find(g)) continue;
      if (fillsMeet(area.fill!, other.fill!)) join(f, g);
    }
  }
  const clusters = new Map<number, Copper[]>();
  for (const [i, each] of copper.entries()) {
    const root = find(i);
    const list = clusters.get(root);
    if (list === undefined) clusters.set(root, [each]);
    else list.push(each);
  }
  return [...clusters.values()];
}

/** Whether two pieces of copper overlap on a layer that both have. */
function touch(a: Copper, b: Copper): boolean {
  const common = a.layers & b.layers;
  if (common === 0) return false;
  // The four ways that rings and bare holes can come together, each tried once.
  const full = common & ~a.bare & ~b.bare;
  if (full !== 0 && anyMeet(a.shapes, b.shapes)) return true;
  if ((common & a.bare & ~b.bare) !== 0 && anyMeet(a.hole, b.shapes)) return true;
  if ((common & ~a.bare & b.bare) !== 0 && anyMeet(a.shapes, b.hole)) return true;
  return (common & a.bare & b.bare) !== 0 && anyMeet(a.hole, b.hole);
}

function anyMeet(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.some((x) => b.some((y) => shapesMeet(x, y)));
}

/** An anchor in the area is enough; else the whole shape counts, with its ring even where that may be left away. */
function touchesFill(item: Copper, area: Copper): boolean {
  if ((item.layers & area.layers) === 0) return false;
  const fill = area.fill!;
  return item.anchors.some((p) => inRings(fill, p.x, p.y)) || item.shapes.some((each) => shapesMeet(fill, each));
}

/** Whether a corner of one area lies in the other or on its edge: zones that only share an edge are joined too. */
function fillsMeet(a: PolygonShape, b: PolygonShape): boolean {
  return boxesMeet(a.box, b.box) && (holdsCornerOf(a, b) || holdsCornerOf(b, a));
}

function holdsCornerOf(area: PolygonShape, other: PolygonShape): boolean {
  for (const ring of other.rings)
    for (let i = 0; i + 1 < ring.length; i += 2) if (holds(area, ring[i]!, ring[i + 1]!)) return true;
  return false;
}
