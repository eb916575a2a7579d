import { flag, optionalText, positional, texts } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { schematicUuid } from "./shared-fields.ts";

/** `(group "name" (uuid "…") (members "…" …))` (KiCad 10). */
export const schematicGroup = defineKind({
  kind: "group",
  tokens: ["group"],
  about: "Items that move together.",
  since: 20250222,
  shape: {
    name: positional(0, "The group's name."),
    uuid: schematicUuid(),
    locked: flag("locked", "Whether the group is locked."),
    designBlock: between(optionalText("lib_id", "The design block that it came from."), 20250513),
    members: texts("members", "The uuids of the members."),
  },
});

export type SchematicGroup = ItemOf<typeof schematicGroup>;
