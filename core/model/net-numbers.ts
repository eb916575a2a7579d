import { encodeText, headOf, numberOf } from "../format/text.ts";
import { ATOM, LIST, parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import { writeDoc } from "./document.ts";
import { joinChunks } from "./rewrite.ts";

/**
 * The text of a board before KiCad 10 with its nets numbered as two others number the nets of the same names; null when
 * it is so already. KiCad numbers nets anew when it saves, and a merge must not take that for a change.
 */
export function renumberNets(doc: Doc, base: Doc, mine: Doc): Uint8Array | null {
  const wanted = new Map([...mine.file.netCodes, ...base.file.netCodes]);
  let next = Math.max(0, ...base.file.netNames.keys(), ...mine.file.netNames.keys(), ...doc.file.netNames.keys()) + 1;
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
