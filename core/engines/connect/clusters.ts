import type { Doc } from "../../model/document.ts";
import { liveNets } from "./live-nets.ts";
import type { NetState } from "./net-state.ts";

export type { Link, NetState } from "./net-state.ts";

/** The nets of a board with their clusters and missing connections, as exact copper contact makes them. */
export function connect(doc: Doc, only?: string): readonly NetState[] {
  let known = states.get(doc);
  if (known === undefined) states.set(doc, (known = liveNets(doc).update(doc)));
  return only === undefined ? known : known.filter((state) => state.net === only);
}

/** Documents never change, so an answer holds for as long as its document lives. */
const states = new WeakMap<Doc, readonly NetState[]>();
