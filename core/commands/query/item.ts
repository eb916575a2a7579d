import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { decodeText } from "../../format/text.ts";
import type { Doc } from "../../model/document.ts";
import { isPart } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { childKindOf } from "../../model/item.ts";
import type { Kind } from "../../model/kind.ts";
import { hasField } from "../../model/kind.ts";
import { bytesOfItem } from "../../model/step.ts";
import { defineCommand } from "../define.ts";
import { itemJson, kindOfFound } from "../item-json.ts";
import type { Found } from "../item-refs.ts";
import { resolveAnywhere } from "../item-refs.ts";
import { resolveOnSheet } from "../sch/symbol-refs.ts";

export const item = defineCommand({
  id: "query.item",
  title: "Item",
  about:
    "One item with all its properties in surface units (mm, degrees), also those at their defaults, and everything inside " +
    "it; of a design rule also its text. Parts of the file have names, too: setup, titleBlock, paper, layers.",
  kind: "query",
  scope: "document",
  args: {
    item: Type.String({
      description:
        "An id, a reference (R1), a pad or pin (R1.2), a library symbol (Device:R, its pin Device:R.1), or a part's name.",
      minLength: 1,
    }),
    bulky: Type.Optional(Type.Boolean({ description: "Long data too: filled copper, pictures, embedded files." })),
    inside: Type.Optional(Type.Boolean({ description: "false leaves out what is inside it." })),
  },
  result: Type.Object({
    item: Type.Record(Type.String(), Type.Unknown(), { description: "id, kind, properties; items: what is inside." }),
    more: Type.Optional(Type.Integer({ description: "How many further items the reference means." })),
  }),
  examples: [
    { about: "A footprint with its pads and fields.", fixture: "blinky/blinky.kicad_pcb", args: { item: "R1" } },
    { about: "The board's set-up.", fixture: "blinky/blinky.kicad_pcb", args: { item: "setup" } },
    { about: "A pin.", fixture: "blinky/blinky.kicad_sch", args: { item: "R1.1" } },
  ],
  run(cx, args) {
    const { doc } = cx;
    const found = findOne(doc, args.item);
    const first = found[0];
    if (first === undefined) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot show ${JSON.stringify(args.item)}: there is no such item.`,
        hint: "List what is there with query.items.",
      });
    }
    const kind = kindOfFound(doc, first);
    const shown = { ...itemJson(doc, first, namesOf(doc, kind, args.bulky === true, first)) };
    if (first.item.kind === "rule") shown["text"] = decodeText(bytesOfItem(doc, first.item)).trim();
    if (args.inside !== false && first.item.children.length > 0)
      shown["items"] = inside(doc, kind, first.item, args.bulky === true);
    return { item: shown, ...(found.length > 1 ? { more: found.length - 1 } : {}) };
  },
});

function findOne(doc: Doc, ref: string): readonly Found[] {
  if (isPart(ref)) {
    const parts = [...doc.items.ofKind(ref)];
    if (parts.length > 0) return parts.map((each) => ({ item: each }));
  }
  return doc.kind === "schematic"
    ? resolveAnywhere(doc, ref, "show", (each) => resolveOnSheet(doc, each, "show"))
    : resolveAnywhere(doc, ref, "show");
}

/** Every property that the file's version has, and those that say something nevertheless. */
function namesOf(doc: Doc, kind: Kind, bulky: boolean, found: Found): string[] {
  const names = Object.entries(kind.shape)
    .filter(
      ([name, field]) => (bulky || field.bulky !== true) && (hasField(field, doc.version) || said(found.item, name)),
    )
    .map(([name]) => name);
  return ["ref", "owner", "position", ...names];
}

function said(each: Item, name: string): boolean {
  const value = each[name];
  return value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);
}

function inside(doc: Doc, kind: Kind, owner: Item, bulky: boolean): Record<string, unknown>[] {
  return owner.children.map((child) => {
    const own = childKindOf(kind, child);
    const found = { item: child, owner };
    const shown: Record<string, unknown> = { id: child.id, kind: child.kind };
    for (const name of namesOf(doc, own, bulky, found)) {
      const field = own.shape[name];
      if (field !== undefined) shown[name] = field.surface === undefined ? child[name] : field.surface.to(child[name]);
    }
    if (child.children.length > 0) shown["items"] = inside(doc, own, child, bulky);
    return shown;
  });
}
