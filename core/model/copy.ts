import { headOf, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import { kindOfItem, writeOptions } from "./document.ts";
import type { Item, ItemId } from "./item.ts";
import type { Chunk } from "./rewrite.ts";
import { chunksToText, joinChunks, writeItem } from "./rewrite.ts";
import type { Step } from "./step.ts";
import { applyStep, orderFor } from "./step.ts";

/** Copies to be added, and what each copied id is called in them. */
export interface Copies {
  readonly steps: readonly Step[];
  /** New ids by old ones: of the items, and of everything inside them that has a uuid. */
  readonly ids: ReadonlyMap<ItemId, ItemId>;
}

/**
 * Steps that add copies of top-level items, word for word but for their uuids; what the items say of each other (the
 * members of a group) means the copies. Items without a uuid of their own get one in the step only.
 */
export function copySteps(doc: Doc, items: readonly Item[], uuid: () => string): Copies {
  const ids = new Map<ItemId, ItemId>();
  const texts = items.map((item) => {
    const chunks: Chunk[] = [];
    writeItem(kindOfItem(doc, item), item, 1, writeOptions(doc), chunks);
    const bytes = joinChunks(chunks);
    const tree = parseTree(bytes);
    const own = uuidNodes(tree);
    for (const node of own) if (!ids.has(textOf(tree, node))) ids.set(textOf(tree, node), uuid());
    if (!ids.has(item.id)) ids.set(item.id, uuid());
    return { item, bytes, tree, own };
  });
  const steps: Step[] = [];
  let grown = doc;
  for (const { item, bytes, tree, own } of texts) {
    const nodes = new Set([...own, ...memberNodes(tree)]);
    const text = chunksToText([replaceWords(bytes, tree, nodes, ids)]);
    const order = orderFor(grown, item.kind);
    const step: Step = { op: "add", item: { id: ids.get(item.id)!, kind: item.kind, order, ...text } };
    grown = applyStep(grown, step);
    steps.push(step);
  }
  return { steps, ids };
}

/** The words in `(uuid …)` and `(tstamp …)` lists, however deep. */
function uuidNodes(tree: Tree): number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] !== LIST) continue;
    const head = headOf(tree, node);
    if (head !== "uuid" && head !== "tstamp") continue;
    const word = tree.next[node + 1]!;
    if (word < tree.next[node]! && tree.kind[word] !== LIST) found.push(word);
  }
  return found;
}

/** The words of `(members …)` lists. */
function memberNodes(tree: Tree): number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] !== LIST || headOf(tree, node) !== "members") continue;
    for (let c = tree.next[node + 1]!; c < tree.next[node]!; c = tree.next[c]!) found.push(c);
  }
  return found;
}

function replaceWords(
  bytes: Uint8Array,
  tree: Tree,
  nodes: ReadonlySet<number>,
  ids: ReadonlyMap<ItemId, ItemId>,
): Uint8Array {
  const chunks: Chunk[] = [];
  let from = 0;
  for (const node of [...nodes].sort((a, b) => a - b)) {
    const to = ids.get(textOf(tree, node));
    if (to === undefined) continue;
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    chunks.push(bytes.subarray(from, start), bytes[start] === 34 ? `"${to}"` : to);
    from = end;
  }
  chunks.push(bytes.subarray(from));
  return joinChunks(chunks);
}
