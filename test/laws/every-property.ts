import assert from "node:assert/strict";
import { CommandError } from "../../core/base/error.ts";
import { encodeText } from "../../core/format/text.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import { kindOfItem, readDoc } from "../../core/model/document.ts";
import type { FileContext } from "../../core/model/field.ts";
import { fileKinds } from "../../core/model/file-kinds.ts";
import type { Item } from "../../core/model/item.ts";
import { childKindOf } from "../../core/model/item.ts";
import type { Kind } from "../../core/model/kind.ts";
import { sameValue, writeFields } from "../../core/model/kind.ts";
import { absentOf } from "../../core/model/struct.ts";
import { openWorld, type World } from "./check-edit.ts";
import { valuesFor } from "./typed-values.ts";

/** One kind of item in one kind of file: its properties, and what became of setting each. */
export interface KindRow {
  readonly file: DocKind;
  readonly kind: string;
  /** Beside `id` and `kind`. */
  readonly properties: number;
  /** Shown by query.item under their names. */
  readonly readable: number;
  readonly settable: number;
  /** Set by the file's command, read back from the written bytes as set, and undone to the byte. */
  readonly proved: number;
  /** Settable ones that nothing tried could be set to. */
  readonly unproved: readonly string[];
}

/** Files whose items a command sets, in the versions of KiCad 10 first and then of those that had what is gone since. */
const files: readonly { kind: DocKind; head: string; versions: readonly number[]; name: string; command: string }[] = [
  {
    ...{ kind: "board", head: "kicad_pcb", versions: [20260206, 20241229, 20211014] },
    ...{ name: "a.kicad_pcb", command: "pcb.setProperties" },
  },
  {
    ...{ kind: "schematic", head: "kicad_sch", versions: [20260306, 20250114, 20230121, 20211123] },
    ...{ name: "a.kicad_sch", command: "sch.setProperties" },
  },
  {
    ...{ kind: "symbolLibrary", head: "kicad_symbol_lib", versions: [20251024, 20211014] },
    ...{ name: "a.kicad_sym", command: "sch.setProperties" },
  },
  {
    ...{ kind: "drawingSheet", head: "kicad_wks", versions: [20220228] },
    ...{ name: "a.kicad_wks", command: "sch.setProperties" },
  },
];

/** Kinds that the document of the test has once, and whose sample would be a second one. */
const once: ReadonlySet<string> = new Set(["version", "net", "layers", "other"]);

const point = (x: number, y: number) => ({ x: x * 1e6, y: y * 1e6 });

/** Values that a sample must start with: a shape is what it is by the places that it has. */
const starts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  gr_line: { start: point(1, 1), end: point(2, 2) },
  gr_rect: { start: point(1, 1), end: point(2, 2) },
  gr_arc: { start: point(2, 0), mid: point(1, 1), end: point(0, 0) },
  gr_circle: { center: point(1, 1), end: point(2, 2) },
  gr_poly: { pts: [point(0, 0), point(1, 0), point(1, 1)] },
  arc: { start: point(2, 0), mid: point(1, 1), end: point(0, 0) },
  circle: { center: point(1, 1), radius: 1e6 },
  gr_text: { layer: "F.SilkS" },
  property: { layer: "F.SilkS" },
  pad: { number: "1", type: "smd", shape: "rect" },
  sheetPin: { shape: "input" },
  libraryPin: { type: "passive", style: "line" },
  polyline: { pts: [point(0, 0), point(1, 0), point(1, 1)] },
};

/** Makes a file with an item of every kind, and sets every property of each that can be set. */
export async function everyProperty(): Promise<KindRow[]> {
  const rows: KindRow[] = [];
  for (const { kind: file, head, versions, name, command } of files) {
    const found = new Map<string, Tried>();
    for (const version of versions) {
      const context: FileContext = {
        version,
        netNames: new Map([
          [0, ""],
          [1, "N1"],
        ]),
        netCodes: new Map([["N1", 1]]),
      };
      const kinds = [...new Set(fileKinds[file].kinds.values())].filter(({ kind }) => !once.has(kind));
      const samples = kinds.flatMap((kind) => kind.tokens.map((token) => sampleOf(kind, token, context)));
      const text = `(${head}\n\t(version ${version})\n\t(generator "test")\n${layersOf(file)}\t${samples.join("\n\t")}\n)\n`;
      const { doc, problems } = readDoc(encodeText(text));
      assert.deepEqual(problems, []);
      const world = await openWorld({ text, path: `/${name}` });
      const before = world.bytes();
      for (const { id } of doc!.items.entries) await tryItem(world, command, [id], found, before);
    }
    for (const [kind, { properties, readable, settable, proved }] of found)
      rows.push({
        ...{ file, kind, properties: properties.size, readable: readable.size, settable: settable.size },
        ...{ proved: proved.size, unproved: [...settable].filter((each) => !proved.has(each)) },
      });
  }
  return rows;
}

interface Tried {
  readonly properties: Set<string>;
  readonly readable: Set<string>;
  readonly settable: Set<string>;
  readonly proved: Set<string>;
}

function layersOf(file: DocKind): string {
  if (file !== "board") return "";
  return `\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t\t(5 "F.SilkS" user)\n\t)\n`;
}

/** The text of an item of a kind with nothing said, and of what may be inside it. */
function sampleOf(kind: Kind, token: string, file: FileContext, depth = 0): string {
  const values: Record<string, unknown> = {
    ...absentOf(kind.shape),
    ...starts[token === "pin" || token === "pad" ? kind.kind : token],
  };
  if (kind.tokenField !== undefined) values[kind.tokenField] = token;
  if ("uuid" in kind.shape) values["uuid"] = uuid();
  const own = writeFields(kind, values, file).replace(/^\([^\s()]+/, `(${token}`);
  const inside = depth > 2 ? [] : Object.entries(kind.children ?? {});
  return `${own.slice(0, -1)} ${inside.map(([head, child]) => sampleOf(child, head, file, depth + 1)).join(" ")})`;
}

let ids = 0;
function uuid(): string {
  return `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
}

/** An item and its kind, by the ids from the outermost on. */
function itemAt(doc: Doc, path: readonly string[]): { item: Item; kind: Kind } {
  let item = doc.items.get(path[0]!)!;
  let kind = kindOfItem(doc, item);
  for (const id of path.slice(1)) {
    item = item.children.find((child) => child.id === id)!;
    kind = childKindOf(kind, item);
  }
  return { item, kind };
}

async function tryItem(
  world: World,
  command: string,
  path: readonly string[],
  found: Map<string, Tried>,
  before: Uint8Array,
): Promise<void> {
  const { item, kind } = itemAt(world.doc(), path);
  const row = found.get(kind.kind) ?? {
    properties: new Set(),
    readable: new Set(),
    settable: new Set(),
    proved: new Set(),
  };
  found.set(kind.kind, row);
  const items = path.at(-1)!;
  for (const [name, { surface, bulky }] of Object.entries(kind.shape)) {
    row.properties.add(name);
    if (surface !== undefined || bulky === true) row.readable.add(name);
    if (surface?.from === undefined) continue;
    row.settable.add(name);
    if (row.proved.has(name)) continue;
    for (const value of valuesFor(surface.says)) {
      const { revision } = world.session.get(world.path);
      try {
        await world.run(command, { path: world.path, items, properties: { [name]: value } });
      } catch (error) {
        if (error instanceof CommandError && ["invalid-args", "not-found", "check-failed"].includes(error.code))
          continue;
        throw error;
      }
      if (world.session.get(world.path).revision === revision) continue;
      const [now, read] = [itemAt(world.doc(), path), itemAt(readDoc(world.bytes()).doc!, path)];
      const [ours, theirs] = [now.item[name], read.item[name]];
      assert.ok(
        sameValue(ours, theirs),
        `${kind.kind}.${name}: ${JSON.stringify(ours)} reads ${JSON.stringify(theirs)}`,
      );
      await world.run("session.undo", { path: world.path });
      assert.ok(Buffer.from(before).equals(world.bytes()), `${kind.kind}.${name} undone`);
      row.proved.add(name);
      break;
    }
  }
  for (const child of item.children) await tryItem(world, command, [...path, child.id], found, before);
}
