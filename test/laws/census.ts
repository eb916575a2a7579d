import { headOf } from "../../core/format/text.ts";
import type { Tree } from "../../core/format/tree.ts";
import { LIST, parseTree } from "../../core/format/tree.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import { kindOfToken, readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { readItem } from "../../core/model/item.ts";
import { sameValue } from "../../core/model/kind.ts";

/** A list of the file that nobody reads, by its path of heads: `pad/teardrops/filter_ratio`. */
export interface Unread {
  readonly path: string;
  count: number;
  sample: string;
}

/** Lists that are numbers and words of their own, and have nothing to be looked into. */
const LEAVES: ReadonlySet<string> = new Set(["pts", "render_cache"]);

/** How many lists of one path are tried before it counts as unread. */
const TRIES = 40;

/**
 * What the shape tables do not read of some files. A list counts as read when the record is another one once the list
 * is taken out, or its words are changed; a list whose like was read elsewhere counts as read too.
 */
export class Census {
  private readonly read = new Set<string>();
  private readonly tried = new Map<string, number>();
  private readonly unread = new Map<string, Unread>();

  /** Paths that nobody reads, most frequent first. */
  result(): Unread[] {
    return [...this.unread.values()].filter(({ path }) => !this.read.has(path)).sort((a, b) => b.count - a.count);
  }

  add(bytes: Uint8Array): void {
    const { doc } = readDoc(bytes);
    if (doc === null) return;
    for (const entry of doc.items.entries) {
      const item = entry.item();
      const { start, end } = item.source;
      const text = item.source.bytes.subarray(start, end);
      const tree = parseTree(text);
      if (tree.kind[0] !== LIST) continue;
      const head = headOf(tree, 0);
      if (kindOfToken(doc.kind, head).kind === "other") this.miss(`${doc.kind}:${head}`, text);
      else this.below(doc, item, text, tree, 0, `${doc.kind}:${head}`);
    }
  }

  private below(doc: Doc, item: Item, text: Uint8Array, tree: Tree, list: number, path: string): void {
    for (let c = tree.next[list + 1] ?? tree.count; c < tree.next[list]!; c = tree.next[c]!) {
      if (tree.kind[c] !== LIST) continue;
      const head = headOf(tree, c);
      const own = `${path}/${head}`;
      if (!this.read.has(own)) {
        const tries = this.tried.get(own) ?? 0;
        this.tried.set(own, tries + 1);
        if (tries < TRIES && isRead(doc, item, text, tree, c)) this.read.add(own);
        else this.miss(own, text.subarray(tree.start[c]!, tree.end[c]!));
      }
      if (!LEAVES.has(head)) this.below(doc, item, text, tree, c, own);
    }
  }

  private miss(path: string, text: Uint8Array): void {
    const known = this.unread.get(path);
    if (known === undefined)
      this.unread.set(path, { path, count: 1, sample: new TextDecoder().decode(text.subarray(0, 80)) });
    else known.count++;
  }
}

/** Whether the record of an item differs once one of its lists is taken out or says something else. */
function isRead(doc: Doc, item: Item, text: Uint8Array, tree: Tree, list: number): boolean {
  const without = Buffer.concat([text.subarray(0, tree.start[list]!), text.subarray(tree.end[list]!)]);
  if (!sameRecord(item, again(doc, without, item))) return true;
  // Another value where the one that stands there is the default.
  for (let c = list + 2; c < tree.next[list]!; c++) {
    if (tree.kind[c] === LIST) continue;
    for (const other of ["7.125", "no", "yes", '"zz"', "zz"]) {
      const changed = Buffer.concat([
        text.subarray(0, tree.start[c]!),
        Buffer.from(other),
        text.subarray(tree.end[c]!),
      ]);
      if (!sameRecord(item, again(doc, changed, item))) return true;
    }
  }
  return false;
}

function again(doc: Doc, text: Uint8Array, item: Item): Item {
  const kind = kindOfToken(doc.kind as DocKind, headOf(parseTree(text, { maxDepth: 1 }), 0));
  return readItem(kind, { bytes: text, lead: 0, start: 0, end: text.length }, item.id, item.order, doc.file);
}

const RESERVED = new Set(["source", "base", "order", "id", "children"]);

function sameRecord(a: Item, b: Item): boolean {
  for (const key of Object.keys(a)) if (!RESERVED.has(key) && !sameValue(a[key], b[key])) return false;
  if (a.children.length !== b.children.length) return false;
  return a.children.every((child, i) => sameRecord(child, b.children[i]!));
}
