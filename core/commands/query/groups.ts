import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { membersOf } from "../pcb/selection.ts";

export const groups = defineCommand({
  id: "query.groups",
  title: "Groups",
  about: "The groups of a board or a schematic with their members. A group may be a member of another.",
  kind: "query",
  scope: "document",
  args: { name: Type.Optional(Type.String({ description: "Only groups of this name.", minLength: 1 })) },
  result: Type.Object({
    groups: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        locked: Type.Optional(Type.Boolean()),
        members: Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), ref: Type.Optional(Type.String()) })),
        missing: Type.Optional(Type.Array(Type.String(), { description: "Members that are not there." })),
      }),
    ),
  }),
  examples: [{ about: "All groups.", fixture: "board-tools/board-tools.kicad_pcb", args: {} }],
  run(cx, args) {
    const found = [...cx.doc.items.ofKind("group")].filter(
      (group) => args.name === undefined || group["name"] === args.name,
    );
    return {
      groups: found.map((group) => {
        const ids = membersOf(group);
        const members = ids.flatMap((id) => cx.doc.items.get(id) ?? []);
        const missing = ids.filter((id) => cx.doc.items.get(id) === undefined);
        return {
          id: group.id,
          name: String(group["name"]),
          ...(group["locked"] === true ? { locked: true } : {}),
          members: members.map((item) => {
            const ref = refOf({ item });
            return { id: item.id, kind: item.kind, ...(ref === "" ? {} : { ref }) };
          }),
          ...(missing.length === 0 ? {} : { missing }),
        };
      }),
    };
  },
});
