import { quote, textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { argOf, flag, KICAD_8, positional, texts } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";

/** A group's own uuid: `(uuid "…")` since KiCad 8, `(id …)` before. */
const groupUuid: Field<string | null> = {
  about: "The group's uuid.",
  tokens: ["uuid", "id"],
  absent: null,
  read(tree, [node]) {
    const arg = argOf(tree, node!, 1);
    return arg < 0 ? null : textOf(tree, arg);
  },
  write: (value, file) =>
    value === null ? null : file.version >= KICAD_8 ? `(uuid ${quote(value)})` : `(id ${value})`,
};

const members = texts("members", "The uuids of the members.");

/** `(group "name" (uuid "…") (members "…" …))`. */
export const group = defineKind({
  kind: "group",
  tokens: ["group"],
  about: "Items that move together.",
  shape: {
    name: positional(0, "The group's name."),
    locked: flag("locked", "Whether the group is locked."),
    uuid: groupUuid,
    members: {
      ...members,
      write: (value, file) =>
        value.length === 0 ? null : `(members ${value.map((v) => (file.version >= KICAD_8 ? quote(v) : v)).join(" ")})`,
    } as Field<readonly string[]>,
  },
});

export type Group = ItemOf<typeof group>;
