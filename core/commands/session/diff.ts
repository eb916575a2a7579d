import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import { kindOfItem } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { diffDocs } from "../../model/item-diff.ts";
import { otherVersion } from "../../session/outside-change.ts";
import { defineCommand } from "../define.ts";

export const diff = defineCommand({
  id: "session.diff",
  title: "Differences",
  about:
    "What differs, item by item and property by property: by default between the file on disk and the document with its " +
    "unsaved edits; with `against: saved`, since the last save here. Lengths in mm.",
  kind: "query",
  scope: "document",
  args: {
    against: Type.Optional(
      Type.Union([Type.Literal("disk"), Type.Literal("saved")], {
        description: "disk (default): what is on disk now; saved: what this session read or saved last.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many items; 200 when left out.", minimum: 1, maximum: 10_000 }),
    ),
  },
  result: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        change: Type.Union([Type.Literal("added"), Type.Literal("removed"), Type.Literal("changed")]),
        properties: Type.Array(
          Type.Object({
            property: Type.String(),
            before: Type.Optional(Type.Unknown()),
            after: Type.Optional(Type.Unknown()),
          }),
          { description: "What says something else; of items inside by id and property." },
        ),
      }),
    ),
    total: Type.Integer({ description: "How many items differ." }),
  }),
  examples: [{ about: "What is unsaved?", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  async run(cx, args) {
    const before = await otherVersion(cx.session, cx.open.path, args.against ?? "disk");
    if (before.kind !== cx.doc.kind) {
      throw new CommandError({
        code: "wrong-kind",
        message: `Cannot compare ${cx.open.path}: on disk it is a ${before.kind} now, here a ${cx.doc.kind}.`,
        hint: "Save this one under another name with session.saveAs.",
      });
    }
    const found = diffDocs(before, cx.doc);
    const items = found.slice(0, args.limit ?? 200).map((each) => ({
      id: each.id,
      kind: each.kind,
      change: each.change,
      properties: each.properties.map((property) => ({
        property,
        ...(property.includes(" ")
          ? {}
          : { before: shown(before, each.before, property), after: shown(cx.doc, each.after, property) }),
      })),
    }));
    return { items, total: found.length };
  },
});

function shown(doc: Doc, item: Item | null, property: string): unknown {
  if (item === null) return null;
  const surface = kindOfItem(doc, item).shape[property]?.surface;
  return (surface === undefined ? item[property] : surface.to(item[property])) ?? null;
}
