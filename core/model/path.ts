import type { Point } from "../base/nm.ts";
import { formatNm, headOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST } from "../format/tree.ts";
import type { Field } from "./field.ts";
import { listOf, pointOf } from "./field.ts";
import { mmPath } from "./surface.ts";

/** A chain of points with arcs kept as arcs. */
export type PathNode = Point | { readonly start: Point; readonly mid: Point; readonly end: Point };

/** The nodes of a `(pts …)` list. */
export function pathOf(tree: Tree, pts: number): PathNode[] {
  const found: PathNode[] = [];
  for (let c = pts + 1; c < tree.next[pts]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    if (head === "xy") found.push(pointOf(tree, c));
    else if (head === "arc") {
      const [start, mid, end] = ["start", "mid", "end"].map((name) => {
        const node = listOf(tree, c, name);
        return node < 0 ? { x: 0, y: 0 } : pointOf(tree, node);
      });
      found.push({ start: start!, mid: mid!, end: end! });
    }
  }
  return found;
}

function writePathNode(node: PathNode): string {
  const at = (p: Point) => `${formatNm(p.x)} ${formatNm(p.y)}`;
  return "start" in node
    ? `(arc (start ${at(node.start)}) (mid ${at(node.mid)}) (end ${at(node.end)}))`
    : `(xy ${at(node)})`;
}

/** A path as a compact `(pts …)` list. */
export function writePath(path: readonly PathNode[]): string {
  return `(pts ${path.map(writePathNode).join(" ")})`;
}

/** `(pts (xy …) (arc …) …)`. */
export function path(about: string): Field<readonly PathNode[]> {
  return {
    about: `${about} (mm)`,
    tokens: ["pts"],
    absent: [],
    surface: mmPath,
    read: (tree, [node]) => pathOf(tree, node!),
    write: (value) => (value.length === 0 ? null : writePath(value)),
  };
}
