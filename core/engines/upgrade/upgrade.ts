import { CommandError } from "../../base/error.ts";
import { layOut, leadFor } from "../../format/layout.ts";
import { decodeText, encodeText, formatNumber, headOf } from "../../format/text.ts";
import { LIST, parseTree } from "../../format/tree.ts";
import { textOfToday } from "../../model/board/old-arc.ts";
import type { Doc } from "../../model/document.ts";
import { kindOfItem } from "../../model/document.ts";
import type { FileContext } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { readItem } from "../../model/item.ts";
import type { Kind } from "../../model/kind.ts";
import { sameValue } from "../../model/kind.ts";
import type { ItemText, Step } from "../../model/step.ts";
import { bytesOfItem, orderFor, textOfEntry } from "../../model/step.ts";
import { raiseBoard } from "./board.ts";
import { NO_NET_TABLE } from "./kicad-10.ts";
import type { Part } from "./part.ts";
import { partOf, writePart } from "./part.ts";
import type { Raising } from "./raising.ts";
import type { RootTables } from "./schematic.ts";
import { raiseSchematic } from "./schematic.ts";
import type { Release } from "./versions.ts";
import { versionOf } from "./versions.ts";

/** What an upgrade does to one file. */
export interface Upgrade {
  readonly steps: readonly Step[];
  readonly from: number;
  readonly to: number;
  /** What changes, each with the items that it changes, in the order of the file. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
}

/**
 * The steps that raise a document to the file version of a KiCad release: every item spelled as that release does, with
 * what it says elsewhere put there. Pure: `uuid` makes the ids that older files lack. Throws `check-failed` with the
 * token and the item when the release has no place for something; nothing is lost in silence.
 */
export function upgradeDoc(doc: Doc, release: Release, uuid: () => string, tables: RootTables | null = null): Upgrade {
  const to = versionOf(doc.kind, release)!;
  const named = doc.kind === "board" && to >= NO_NET_TABLE;
  const target: FileContext = { ...doc.file, version: to, ...(named ? { netCodes: new Map() } : {}) };
  const changes = new Map<string, string[]>();
  const steps: Step[] = [];
  for (const entry of doc.items.entries) {
    const item = entry.item();
    const dropped = new Set<string>();
    const cx: Raising = {
      doc,
      to,
      tables,
      uuid,
      drop: (token) => dropped.add(token),
      say: (what) => {
        const ids = changes.get(what);
        if (ids === undefined) changes.set(what, [item.id]);
        else if (ids.at(-1) !== item.id) ids.push(item.id);
      },
    };
    const kind = kindOfItem(doc, item);
    const part = partOf(kind, kind.kind === "footprint" ? arcsOfToday(doc, item, cx) : item);
    const stays = doc.kind === "board" || doc.kind === "footprint" ? raiseBoard(part, cx) : raiseSchematic(part, cx);
    const was = textOfEntry(doc, item);
    if (!stays) {
      steps.push({ op: "remove", item: was });
      continue;
    }
    const text = kind.kind === "other" ? null : laidOut(doc, writePart(part, target));
    if (text === null || text === decodeText(bytesOfItem(doc, item))) continue;
    refuseLoss(doc, item, part, text, target, dropped);
    const { edits: _, encoding: __, ...plain } = was;
    steps.push({ op: "remove", item: was }, { op: "add", item: { ...plain, text } });
  }
  for (const [kind, text] of missingParts(doc, to)) {
    changes.set(text, []);
    const item: ItemText = { id: `${headOfText(text)}#1`, kind, order: orderFor(doc, kind), text: laidOut(doc, text) };
    steps.push({ op: "add", item });
  }
  return { steps, from: doc.version, to, changes };
}

/** Old arcs stand in footprints that no KiCad since 6 has written; KiCad reads them in files of old versions alone. */
const OLD_ARCS = 20210925;

function arcsOfToday(doc: Doc, item: Item, cx: Raising): Item {
  if (doc.version > OLD_ARCS) return item;
  const was = bytesOfItem(doc, item);
  const tree = parseTree(was);
  const text = textOfToday(tree, 0);
  if (text === decodeText(was, tree.start[0]!, tree.end[0]!)) return item;
  cx.say("footprints: arcs say a point between their ends instead of centre and angle");
  cx.drop("angle");
  const bytes = encodeText(text);
  return readItem(
    kindOfItem(doc, item),
    { bytes, lead: 0, start: 0, end: bytes.length },
    item.id,
    item.order,
    doc.file,
  );
}

/** Parts of the file that every file of the version has. */
function missingParts(doc: Doc, to: number): [string, string][] {
  const has = (kind: string) => doc.items.entries.some((entry) => entry.kind === kind);
  const parts: [string, string][] = [];
  if ((doc.kind === "board" || doc.kind === "schematic") && to >= 20240706 && !has("embeddedFonts"))
    parts.push(["embeddedFonts", "(embedded_fonts no)"]);
  return parts;
}

function headOfText(text: string): string {
  return headOf(parseTree(encodeText(text)), 0);
}

function laidOut(doc: Doc, compact: string): string {
  const lead = doc.depth === 0 ? "" : leadFor(doc.depth, "modern");
  const text = lead + layOut(compact, doc.depth, "modern");
  return doc.eol === "\n" ? text : text.replace(/\n/g, "\r\n");
}

/** What the raised item says must be what its text says when it is read as a file of the new version. */
function refuseLoss(
  doc: Doc,
  item: Item,
  part: Part,
  text: string,
  target: FileContext,
  dropped: ReadonlySet<string>,
): void {
  const bytes = encodeText(text.trimStart());
  const read = readItem(part.kind, { bytes, lead: 0, start: 0, end: bytes.length }, item.id, item.order, target);
  const lost = differing(part, partOf(part.kind, read)) ?? vanished(part, item, bytes, dropped);
  if (lost === null) return;
  throw new CommandError({
    code: "check-failed",
    message: `Cannot upgrade ${item.kind} ${item.id}: a file of version ${target.version} cannot hold its ${lost}.`,
    hint: "Take it away or change it first, or choose another version.",
    data: { id: item.id, token: lost, version: doc.version },
  });
}

function differing(part: Part, read: Part): string | null {
  for (const [name, value] of Object.entries(part.values))
    if (!sameValue(bare(value), bare(read.values[name]))) return part.kind.shape[name]?.tokens?.[0] ?? name;
  if (part.inside.length !== read.inside.length) return "contents";
  const others = named(read.inside);
  for (const [name, each] of named(part.inside)) {
    const other = others.get(name);
    const found = other === undefined ? each.kind.tokens[0]! : differing(each, other);
    if (found !== null) return found;
  }
  return null;
}

/** What a value says in a file: numbers have as many digits as KiCad writes, parts kept as text are laid out anew. */
function bare(value: unknown): unknown {
  if (typeof value === "number") return Number(formatNumber(value));
  if (typeof value === "string") return value.startsWith("(") ? value.replace(/\s+/g, " ").replace(/ \)/g, ")") : value;
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bare(each)]));
}

/** Parts by kind and uuid (none, or the same twice: counted): writing may have sorted them. */
function named(parts: readonly Part[]): Map<string, Part> {
  const counts = new Map<string, number>();
  const found = new Map<string, Part>();
  for (const each of parts) {
    const key = `${each.kind.kind} ${String(each.values["uuid"] ?? "")}`;
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    found.set(`${key}#${n}`, each);
  }
  return found;
}

/** A list's head that no property reads, stood in the old text and is nowhere in the new one. */
function vanished(part: Part, item: Item, bytes: Uint8Array, dropped: ReadonlySet<string>): string | null {
  if (item.base !== null) return null;
  const now = headsOf(bytes, 0, bytes.length);
  const { source } = item;
  const read = tokensOf(part);
  for (const head of headsOf(source.bytes, source.start, source.end))
    if (!now.has(head) && !read.has(head) && !dropped.has(head)) return head;
  return null;
}

/** The words of all properties of a part and what is inside it: their values were compared. */
function tokensOf(part: Part): Set<string> {
  const found = new Set<string>();
  const visit = (kind: Kind) => {
    for (const token of kind.tokens) found.add(token);
    for (const field of Object.values(kind.shape)) {
      for (const token of field.tokens ?? []) found.add(token);
      if (field.inner !== undefined) visit(field.inner);
    }
    for (const child of Object.values(kind.children ?? {})) visit(child);
  };
  visit(part.kind);
  return found;
}

function headsOf(bytes: Uint8Array, from: number, to: number): Set<string> {
  const tree = parseTree(bytes, { from, to });
  const heads = new Set<string>();
  for (let node = 0; node < tree.count; node++) if (tree.kind[node] === LIST) heads.add(headOf(tree, node));
  return heads;
}
