import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import { kindOfItem } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { diffDocs } from "../../model/item-diff.ts";
import type { OpenDocument } from "../../session/open-document.ts";
import { docAt } from "../../session/open-document.ts";
import { otherVersion } from "../../session/outside-change.ts";
import { defineCommand } from "../define.ts";

export const diff = defineCommand({
  id: "session.diff",
  title: "Differences",
  about:
    "What differs, item by item and property by property: by default between the file on disk and the document with its " +
    "unsaved edits; with `against: saved`, since the last save here; with `from` and `to`, between two revisions. " +
    "Lengths in mm.",
  kind: "query",
  scope: "document",
  args: {
    against: Type.Optional(
      Type.Union([Type.Literal("disk"), Type.Literal("saved")], {
        description: "disk (default): what is on disk now; saved: what this session read or saved last.",
      }),
    ),
    from: Type.Optional(
      Type.Integer({ description: "A revision of this session to compare from, in place of against.", minimum: 0 }),
    ),
    to: Type.Optional(
      Type.Integer({ description: "The revision to compare with; the newest when left out.", minimum: 0 }),
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
  examples: [
    { about: "What is unsaved?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "What came since the file was opened?", fixture: "blinky/blinky.kicad_pcb", args: { from: 0 } },
  ],
  async run(cx, args) {
    if (args.from !== undefined && args.against !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot compare: from and against both say what to compare with.",
        hint: "Leave one of them out.",
      });
    }
    const after = args.to === undefined ? cx.doc : atRevision(cx.open, args.to);
    const before =
      args.from === undefined
        ? await otherVersion(cx.session, cx.open.path, args.against ?? "disk")
        : atRevision(cx.open, args.from);
    if (before.kind !== cx.doc.kind) {
      throw new CommandError({
        code: "wrong-kind",
        message: `Cannot compare ${cx.open.path}: on disk it is a ${before.kind} now, here a ${cx.doc.kind}.`,
        hint: "Save this one under another name with session.saveAs.",
      });
    }
    const found = diffDocs(before, after);
    const items = found.slice(0, args.limit ?? 200).map((each) => ({
      id: each.id,
      kind: each.kind,
      change: each.change,
      properties: each.properties.map((property) => ({
        property,
        ...(property.includes(" ")
          ? {}
          : { before: shown(before, each.before, property), after: shown(after, each.after, property) }),
      })),
    }));
    return { items, total: found.length };
  },
});

function atRevision(open: OpenDocument, revision: number): Doc {
  const doc = docAt(open, revision);
  if (doc !== null) return doc;
  throw new CommandError({
    code: "not-found",
    message: `Cannot compare with revision ${revision} of ${open.path}: it is at ${open.revision}, and ${open.marks.length - 1} revisions before that are kept.`,
    hint: `Give a revision from ${open.revision - open.marks.length + 1} to ${open.revision}.`,
    data: { oldest: open.revision - open.marks.length + 1, newest: open.revision },
  });
}

function shown(doc: Doc, item: Item | null, property: string): unknown {
  if (item === null) return null;
  const surface = kindOfItem(doc, item).shape[property]?.surface;
  return (surface === undefined ? item[property] : surface.to(item[property])) ?? null;
}
