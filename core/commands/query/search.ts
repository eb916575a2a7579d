import { Type } from "typebox";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { netNames } from "../item-refs.ts";
import { isPlaced } from "../pcb/selection.ts";
import { pageArgs, pageOf, pageResult } from "./page.ts";

/** Properties in which people look for words. */
const searched = ["text", "name", "value", "number", "libId", "net", "descr", "tags", "pinFunction", "uuid"];

export const search = defineCommand({
  id: "query.search",
  title: "Search",
  about:
    "Finds a text in a board or a schematic: in texts, labels, references, values and other fields, names of footprints, " +
    "pins, groups, zones and nets, and uuids. Letters of any case; * and ? stand for others when `pattern` is set.",
  kind: "query",
  scope: "document",
  args: {
    text: Type.String({ description: "What to find.", minLength: 1 }),
    pattern: Type.Optional(
      Type.Boolean({ description: "The whole of a property must fit, * and ? standing for others." }),
    ),
    kind: Type.Optional(Type.String({ description: "Only in items of this kind, e.g. footprint, text, label, pad." })),
    ...pageArgs,
  },
  result: Type.Object({
    found: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        ref: Type.Optional(Type.String()),
        owner: Type.Optional(Type.String({ description: "The item that it is in." })),
        property: Type.String({ description: "Where it stands." }),
        value: Type.String(),
      }),
    ),
    nets: Type.Array(Type.String(), { description: "Nets whose names fit." }),
    ...pageResult,
  }),
  examples: [
    { about: "Everything about the LED.", fixture: "blinky/blinky.kicad_pcb", args: { text: "led" } },
    {
      about: "Parts of a kind.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { text: "*R_08*", pattern: true, kind: "footprint" },
    },
  ],
  run(cx, args) {
    const test = testOf(args.text, args.pattern === true);
    const rows = [...hits(cx.doc, test, args.kind)];
    const { page, ...rest } = pageOf(rows, args);
    const nets = cx.doc.kind === "board" ? netNames(cx.doc).filter(test) : [];
    return { found: page, nets, ...rest };
  },
});

function testOf(wanted: string, pattern: boolean): (text: string) => boolean {
  if (!pattern) {
    const low = wanted.toLowerCase();
    return (text) => text.toLowerCase().includes(low);
  }
  const source = wanted
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  const regex = new RegExp(`^${source}$`, "is");
  return (text) => regex.test(text);
}

function* hits(doc: Doc, test: (text: string) => boolean, kind: string | undefined) {
  for (const entry of doc.items.entries) {
    if (!isPlaced(entry)) continue;
    const item = entry.item();
    for (const [each, owner] of [[item, undefined] as const, ...item.children.map((child) => [child, item] as const)]) {
      if (kind !== undefined && each.kind !== kind) continue;
      const property = where(each, test, doc.kind === "board" && owner === undefined);
      if (property === null) continue;
      const ref = refOf(owner === undefined ? { item: each } : { item: each, owner });
      yield {
        id: each.id,
        kind: each.kind,
        ...(ref === "" ? {} : { ref }),
        ...(owner === undefined ? {} : { owner: owner.id }),
        property,
        value: String(each[property]).slice(0, 200),
      };
    }
  }
}

/** The first property that fits. A copper item's net is listed apart, once. */
function where(item: Item, test: (text: string) => boolean, skipNet: boolean): string | null {
  for (const name of searched) {
    const value = item[name];
    if (typeof value !== "string" || value === "" || (skipNet && name === "net")) continue;
    if (test(value)) return name;
  }
  return null;
}
