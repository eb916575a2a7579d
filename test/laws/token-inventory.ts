import { headOf } from "../../core/format/text.ts";
import { LIST, parseTree } from "../../core/format/tree.ts";

/** What stands in lists of one place (`kicad_pcb/footprint/pad`) over some files. */
interface Place {
  /** How many such lists there are. */
  count: number;
  /** In how many of them each head stands. */
  readonly heads: Map<string, number>;
  /** Pairs of heads, one before the other somewhere. */
  readonly pairs: Set<string>;
}

/** The heads of lists inside lists, by the heads around them. */
export type Inventory = ReadonlyMap<string, Place>;

/** Reads which token stands in which, how often, and in which order, from files as a program wrote them. */
export function inventoryOf(files: readonly Uint8Array[]): Inventory {
  const places = new Map<string, Place>();
  for (const bytes of files) {
    const tree = parseTree(bytes);
    const visit = (list: number, path: string) => {
      let place = places.get(path);
      if (place === undefined) places.set(path, (place = { count: 0, heads: new Map(), pairs: new Set() }));
      place.count++;
      const seen: string[] = [];
      for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!) {
        if (tree.kind[c] !== LIST) continue;
        const head = headOf(tree, c);
        // Rows of the layer table are headed by their numbers.
        if (/^\d+$/.test(head)) continue;
        visit(c, `${path}/${head}`);
        if (seen.at(-1) === head) continue;
        if (!seen.includes(head)) {
          for (const before of seen) place.pairs.add(`${before} ${head}`);
          place.heads.set(head, (place.heads.get(head) ?? 0) + 1);
        }
        seen.push(head);
      }
    };
    visit(0, headOf(tree, 0));
  }
  return places;
}

/** Lists of a place fewer than this tell nothing of what such a list always has. */
const ENOUGH = 8;

/**
 * Where files differ in structure from those of an inventory: tokens that such a list never has there, tokens that it
 * always has, tokens in another order. Places that the inventory does not know are not judged.
 */
export function strangeTokens(files: readonly Uint8Array[], known: Inventory): { judged: number; strange: string[] } {
  const strange: string[] = [];
  let judged = 0;
  for (const [path, place] of inventoryOf(files)) {
    const real = known.get(path);
    if (real === undefined) continue;
    judged += place.count;
    for (const [head, times] of place.heads)
      if (!real.heads.has(head)) strange.push(`${path}: ${head} (${times} of ${place.count}) is new`);
    for (const [head, times] of real.heads) {
      const own = place.heads.get(head) ?? 0;
      if (real.count >= ENOUGH && times === real.count && own < place.count)
        strange.push(`${path}: ${head} is missing in ${place.count - own} of ${place.count}`);
    }
    for (const pair of place.pairs) {
      const [a, b] = pair.split(" ") as [string, string];
      if (real.pairs.has(`${b} ${a}`) && !real.pairs.has(pair)) strange.push(`${path}: ${a} before ${b}`);
    }
  }
  return { judged, strange };
}
