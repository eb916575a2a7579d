import { encodeText, headOf, numberOf } from "../format/text.ts";
import { ATOM, LIST, parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import { writeDoc } from "./document.ts";
import { joinChunks } from "./rewrite.ts";

/**
 * The text of a board before KiCad 10 with its nets numbered as others number the nets of the same names, the first one
 * first; null when it is so already. KiCad numbers nets anew when it saves, and a merge must not take that for a change.
 */
export function renumberNets(doc: Doc, others: readonly Doc[]): Uint8Array | null {
  const wanted = new Map<string, number>();
  let next = Math.max(0, ...doc.file.netNames.keys()) + 1;
  for (const { file } of others.toReversed()) {
    // Numbers of nets that went count, too: text of items may come back that says them.
    for (const [code, name] of file.netNames) {
      wanted.set(name, code);
      if (code >= next) next = code + 1;
    }
    for (const [name, code] of file.netCodes) wanted.set(name, code);
  }
  const numbers = new Map<number, number>();
  const taken = new Set(wanted.values());
  for (const [code, name] of doc.file.netNames) {
    const known = wanted.get(name);
    const code2 = known ?? (taken.has(code) ? next++ : code);
    taken.add(code2);
    numbers.set(code, code2);
  }
  if ([...numbers].every(([from, to]) => from === to)) return null;
  const bytes = writeDoc(doc);
  const tree = parseTree(bytes);
  const chunks: (Uint8Array | string)[] = [];
  let from = 0;
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] !== LIST || headOf(tree, node) !== "net") continue;
    const arg = node + 1 < tree.next[node]! ? tree.next[node + 1]! : tree.next[node]!;
    if (arg >= tree.next[node]! || tree.kind[arg] !== ATOM) continue;
    const number = numbers.get(numberOf(tree, arg));
    if (number === undefined) continue;
    chunks.push(bytes.subarray(from, tree.start[arg]), encodeText(String(number)));
    from = tree.end[arg]!;
  }
  chunks.push(bytes.subarray(from));
  return joinChunks(chunks);
}
