import { Type } from "typebox";
import { mergeWithDisk } from "../../session/outside-change.ts";
import { defineCommand } from "../define.ts";

export const merge = defineCommand({
  id: "session.merge",
  title: "Merge with disk",
  about:
    "Brings what another program wrote to the file together with the edits here, item by item and property by property, " +
    "as one undoable change. Where both changed the same, nothing is changed and each conflict is named; `prefer` or " +
    "`choose` then says whose version counts. Save afterwards.",
  kind: "run",
  scope: "document",
  args: {
    prefer: Type.Optional(
      Type.Union([Type.Literal("mine"), Type.Literal("theirs")], {
        description: "Whose version counts in every conflict.",
      }),
    ),
    choose: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Literal("mine"), Type.Literal("theirs")]), {
        description: "Whose version counts, by item id.",
      }),
    ),
  },
  result: Type.Object({
    merged: Type.Boolean({ description: "False when there are conflicts; nothing was changed then." }),
    changes: Type.Integer({ description: "How many steps their changes took." }),
    conflicts: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        mine: Type.String({ description: "changed, added or removed." }),
        theirs: Type.String({ description: "changed, added or removed." }),
        properties: Type.Array(Type.String(), { description: "What says something else on both sides." }),
      }),
    ),
    revision: Type.Integer({ description: "The document's revision now." }),
  }),
  examples: [{ about: "Take in what KiCad wrote.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  async run(cx, args) {
    const choice = (id: string) => args.choose?.[id] ?? args.prefer ?? null;
    const { steps, conflicts } = await mergeWithDisk(cx.session, cx.open.path, cx.caller.name, choice);
    return {
      merged: conflicts.length === 0,
      changes: steps.length,
      conflicts: conflicts.slice(0, 500).map((each) => ({ ...each, properties: [...each.properties] })),
      revision: cx.session.get(cx.open.path).revision,
    };
  },
});
