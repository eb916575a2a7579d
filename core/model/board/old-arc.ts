import { decodeText, formatNm, headOf, nmOf, numberOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import { argOf, listOf } from "../field.ts";

/** A part of a file with the arcs in it as KiCad 6 and later say them: a pad has its own in its primitives. */
export function textOfToday(tree: Tree, node: number): string {
  let text = "";
  let from = tree.start[node]!;
  for (let c = node; c < tree.next[node]!; c++) {
    const arc = arcOfToday(tree, c);
    if (arc === null) continue;
    text += decodeText(tree.bytes, from, tree.start[c]!) + arc;
    from = tree.end[c]!;
  }
  return text + decodeText(tree.bytes, from, tree.end[node]!);
}

/**
 * An arc as KiCad 5 wrote it, `(fp_arc (start center) (end start) (angle degrees) …)`, in the form of KiCad 6 and later,
 * with start, mid and end; null for anything else. KiCad reads the old form in old files alone: one on a board of today
 * makes it refuse the board.
 */
export function arcOfToday(tree: Tree, node: number): string | null {
  const head = tree.kind[node] === LIST ? headOf(tree, node) : "";
  if (head !== "fp_arc" && head !== "gr_arc") return null;
  const [start, end, angle] = ["start", "end", "angle"].map((name) => listOf(tree, node, name)) as [
    number,
    number,
    number,
  ];
  if (angle < 0 || start < 0 || end < 0) return null;
  const at = (list: number, n: number) => nmOf(tree, argOf(tree, list, n)) || 0;
  const center = { x: at(start, 1), y: at(start, 2) };
  const [dx, dy] = [at(end, 1) - center.x, at(end, 2) - center.y];
  const degrees = numberOf(tree, argOf(tree, angle, 1)) || 0;
  const turned = (by: number) => {
    const [cos, sin] = [Math.cos((by * Math.PI) / 180), Math.sin((by * Math.PI) / 180)];
    const x = Math.round(center.x + dx * cos - dy * sin);
    const y = Math.round(center.y + dx * sin + dy * cos);
    return `${formatNm(x)} ${formatNm(y)}`;
  };
  // An arc goes one way round, from start to end: one that went the other way has its ends exchanged.
  const [from, to] = degrees < 0 ? [turned(degrees), turned(0)] : [turned(0), turned(degrees)];
  let text = `(${head} (start ${from}) (mid ${turned(degrees / 2)}) (end ${to})`;
  for (let c = tree.next[node + 1]!; c < tree.next[node]!; c = tree.next[c]!)
    if (c !== start && c !== end && c !== angle) text += ` ${decodeText(tree.bytes, tree.start[c]!, tree.end[c]!)}`;
  return `${text})`;
}
