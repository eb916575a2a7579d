import type { Box } from "../../base/nm.ts";
import { Cells } from "../../geometry/cells.ts";
import { boxesMeet, boxOf } from "../../geometry/shape.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Via } from "../../model/board/via.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { Entry } from "../../model/item-table.ts";
import { copperMeets } from "./contact.ts";
import type { Copper } from "./copper.ts";
import { copperOfItem } from "./copper.ts";
import { difference } from "./live-nets.ts";

/** What an edit asks of the nets of what it left touching. */
export interface Followed {
  /** Tracks, arcs, vias and drawn copper that take another net. */
  readonly takes: readonly { readonly id: ItemId; readonly from: string; readonly to: string }[];
  /** What now joins pads of several nets, and so stays as it is: pads by reference, else ids. */
  readonly shorts: readonly { readonly nets: readonly string[]; readonly by: readonly string[] }[];
}

interface Node {
  readonly copper: Copper;
  readonly box: Box;
  /** Pads keep their net, and vias that are free. */
  readonly fixed: boolean;
}

/**
 * Nets after an edit, as KiCad 9 passes them on: copper that touches (zones aside) takes the net of the pads in it; with
 * pads of several nets nothing changes; without pads the net of what was there before counts. Only what the edit
 * brought into touch is looked at.
 */
export function followNets(before: Doc, after: Doc): Followed {
  const { come } = difference(before.items.entries, after.items.entries);
  const changed = new Set(come);
  const nodes: Node[] = [];
  const fresh: number[] = [];
  const known = nodesFor(layersOf(after));
  for (const entry of come.some(({ kind }) => carriers.has(kind)) ? after.items.entries : []) {
    if (!carriers.has(entry.kind)) continue;
    let own = known.get(entry);
    if (own === undefined) known.set(entry, (own = nodesOf(after, entry)));
    const isFresh = changed.has(entry);
    for (const node of own) {
      if (isFresh) fresh.push(nodes.length);
      nodes.push(node);
    }
  }
  const takes: { id: ItemId; from: string; to: string }[] = [];
  const shorts: { nets: string[]; by: string[] }[] = [];
  if (fresh.length === 0) return { takes, shorts };
  const isFreshAt = new Set(fresh);
  const around = neighbours(nodes, fresh.length);
  const seen = new Set<number>();
  for (const start of fresh) {
    if (seen.has(start) || !around(start).some((i) => nodes[i]!.copper.net !== nodes[start]!.copper.net)) continue;
    const cluster = [start];
    seen.add(start);
    for (let k = 0; k < cluster.length; k++)
      for (const next of around(cluster[k]!))
        if (!seen.has(next)) {
          seen.add(next);
          cluster.push(next);
        }
    const members = cluster.sort((a, b) => a - b).map((i) => nodes[i]!);
    const came = new Set(members.filter((_, k) => isFreshAt.has(cluster[k]!)));
    const pads = members.filter(
      ({ copper }) => copper.kind === "pad" && copper.net !== "" && !isFreePad(after, copper),
    );
    const nets = [...new Set(pads.map(({ copper }) => copper.net))];
    if (nets.length > 1) {
      shorts.push({ nets, by: [...came].map(({ copper }) => copper.ref || copper.id) });
      continue;
    }
    const named = members.filter(({ copper }) => copper.net !== "");
    const to = nets[0] ?? (named.find((each) => !came.has(each)) ?? named[0])?.copper.net;
    if (to === undefined) continue;
    for (const { copper, fixed } of members)
      if (!fixed && copper.net !== to) takes.push({ id: copper.id, from: copper.net, to });
  }
  return { takes, shorts };
}

const carriers: ReadonlySet<string> = new Set(["track", "arcTrack", "via", "footprint", "graphic"]);

/** Entries stay the same objects while they are not edited. */
const caches = new WeakMap<object, WeakMap<Entry, readonly Node[]>>();

function nodesFor(layers: object): WeakMap<Entry, readonly Node[]> {
  let known = caches.get(layers);
  if (known === undefined) caches.set(layers, (known = new WeakMap()));
  return known;
}

function nodesOf(doc: Doc, entry: Entry): Node[] {
  return copperOfItem(doc, entry)
    .filter((copper) => (copper.layers | copper.bare) !== 0)
    .map((copper) => ({
      copper,
      box: boxOf([...copper.shapes, ...copper.hole]),
      fixed: copper.kind === "pad" || (copper.kind === "via" && (entry.item() as unknown as Via).free),
    }));
}

/** Which nodes touch one; by cells when it will be asked often. Two that keep their nets do not join other nets. */
function neighbours(nodes: readonly Node[], questions: number): (i: number) => number[] {
  let cells: Cells | null = null;
  let asked = 0;
  const known = new Map<number, number[]>();
  const near = (i: number): Iterable<number> => {
    const { box } = nodes[i]!;
    if (cells === null && (questions > FEW || ++asked > FEW)) cells = new Cells(nodes.map((node) => node.box));
    if (cells !== null) return cells.search(box);
    return nodes.flatMap((node, k) => (boxesMeet(node.box, box) ? [k] : []));
  };
  return (i) => {
    let found = known.get(i);
    if (found !== undefined) return found;
    const own = nodes[i]!;
    found = [];
    for (const k of near(i)) {
      const other = nodes[k]!;
      if (k === i || (own.fixed && other.fixed && own.copper.net !== other.copper.net)) continue;
      if (copperMeets(own.copper, other.copper)) found.push(k);
    }
    known.set(i, found);
    return found;
  };
}

/** Up to this many questions each node is looked at. */
const FEW = 20;

/** A pad that a schematic leaves free takes part, but says nothing. */
function isFreePad(doc: Doc, { id, net }: Copper): boolean {
  if (!net.startsWith("unconnected-(")) return false;
  for (const footprint of doc.items.ofKind("footprint")) {
    const pad = footprint.children.find((child) => child.id === id) as unknown as Pad | undefined;
    if (pad !== undefined) return pad.pinType === "free";
  }
  return false;
}
