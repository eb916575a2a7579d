import { quote, textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { argOf, flag, optionalText, positional, texts } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { anyText, orNull, readOnly } from "../surface.ts";

/** First version that calls a group's uuid so, and not its id; members are quoted since. */
const UUID_NOT_ID = 20231231;

/** `(uuid "…")`, `(id …)` before KiCad 8. */
export function groupUuid(about: string): Field<string | null> {
  return {
    about,
    tokens: ["uuid", "id"],
    absent: null,
    surface: readOnly(orNull(anyText)),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? null : textOf(tree, arg);
    },
    write: (value, file) =>
      value === null ? null : file.version >= UUID_NOT_ID ? `(uuid ${quote(value)})` : `(id ${value})`,
  };
}

/** `(members "…" …)`: KiCad sorts them. */
export function memberUuids(about: string): Field<readonly string[]> {
  return {
    ...texts("members", about),
    write: (value, file) =>
      value.length === 0
        ? null
        : `(members ${[...value]
            .sort()
            .map((v) => (file.version >= UUID_NOT_ID ? quote(v) : v))
            .join(" ")})`,
  };
}

/** `(group "name" (uuid "…") (members "…" …))`. */
export const group = defineKind({
  kind: "group",
  tokens: ["group"],
  about: "Items that move together.",
  shape: {
    name: positional(0, "The group's name."),
    uuid: groupUuid("The group's uuid."),
    // Before KiCad 8 the bare word came before the rest.
    locked: { ...flag("locked", "Whether the group is locked."), wordBefore: "uuid" },
    designBlock: between(optionalText("lib_id", "The design block that it came from."), 20250513),
    members: memberUuids("The uuids of the members."),
  },
});

export type Group = ItemOf<typeof group>;
