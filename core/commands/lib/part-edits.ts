import { type Static, Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { DocKind } from "../../model/file-kinds.ts";
import { fileKinds } from "../../model/file-kinds.ts";
import type { Item } from "../../model/item.ts";
import { childKind } from "../../model/kind.ts";
import { addInsideStep, kindInside } from "../../model/step.ts";
import { absentOf } from "../../model/struct.ts";
import type { EditContext } from "../define.ts";
import type { Found } from "../item-refs.ts";
import { ownersOf, resolveAnywhere } from "../item-refs.ts";
import { propertyPatch } from "../property-patch.ts";

/** What is added to a library's item and taken from it. */
export const partEdits = {
  add: Type.Optional(
    Type.Array(
      Type.Object(
        {
          to: Type.Optional(Type.String({ description: "What it goes into." })),
          token: Type.String({ description: "Its word in the file." }),
          properties: Type.Record(Type.String(), Type.Unknown(), { description: "As query.schema tells them." }),
        },
        { additionalProperties: false },
      ),
      { description: "New parts, in order." },
    ),
  ),
  remove: Type.Optional(Type.Array(Type.String(), { description: "By the names that query.items takes, or ids." })),
};

export interface PartEdits {
  readonly add?: readonly Static<NonNullable<typeof partEdits.add>>[number][];
  readonly remove?: readonly string[];
}

/** The file of a library that a command edits the parts of. */
export interface PartRules {
  readonly file: DocKind;
  /** Properties of a new part before the call's own, as the model has them. */
  defaults(token: string, owners: readonly Item[]): Readonly<Record<string, unknown>>;
  /** Why a part may not go; null when it may. */
  keeps(found: Found): string | null;
  /** Why a new part would not fit its owners; null when it does. */
  misfit(added: Item, owners: readonly Item[]): string | null;
  /** Whether parts have uuids of their own. */
  readonly uuids: boolean;
}

/** Takes parts away and adds new ones, in this order. */
export function editParts(cx: EditContext, { add = [], remove = [] }: PartEdits, rules: PartRules): void {
  if (cx.doc.kind !== rules.file) {
    const { ending } = fileKinds[rules.file];
    throw new CommandError({
      code: "wrong-kind",
      message: `Cannot edit ${cx.open.path} so: it is a ${fileKinds[cx.doc.kind].says}, not a ${ending} file.`,
      hint: `Give the path of a ${ending} file.`,
    });
  }
  for (const found of remove.length === 0 ? [] : resolveAnywhere(cx.doc, remove, "remove")) {
    const reason = rules.keeps(found);
    if (reason !== null) throw refused(`remove ${found.item.kind} ${found.item.id}`, reason);
    cx.edit.remove(
      found.item.id,
      ownersOf(found).map(({ id }) => id),
    );
  }
  for (const part of add) addPart(cx, part, rules);
}

function addPart(cx: EditContext, part: NonNullable<PartEdits["add"]>[number], rules: PartRules): void {
  const owners = ownersNamed(cx, part.to, part.token);
  const doc = cx.edit.doc;
  const kind = childKind(kindInside(doc, owners.slice(0, -1), owners.at(-1)!), part.token);
  if (kind === undefined)
    throw refused(
      `add ${part.token}`,
      `a ${owners.at(-1)!.kind} holds none`,
      "See `inside` of its kind in query.schema.",
    );
  const absent = {
    ...absentOf(kind.shape),
    ...(kind.tokenField === undefined ? {} : { [kind.tokenField]: part.token }),
  };
  const start = { ...absent, ...rules.defaults(part.token, owners) };
  const path = owners.map(({ id }) => id);
  const id = cx.edit.freshId();
  const step = (values: Readonly<Record<string, unknown>>) =>
    addInsideStep(doc, owners, part.token, id, { ...values, uuid: rules.uuids ? id : null });
  // The properties are read against the part as it would be without them.
  const mark = cx.edit.mark();
  cx.edit.apply(step(start));
  const patch = propertyPatch(cx.edit.doc, foundIn(cx, path, id), part.properties);
  cx.edit.rewind(mark);
  cx.edit.apply(step({ ...start, ...patch }));
  const reason = rules.misfit(foundIn(cx, path, id).item, owners);
  if (reason !== null) throw refused(`add ${part.token}`, reason);
}

/** The items around a new part, from the top-level one down: the file's only item where the call names none. */
function ownersNamed(cx: EditContext, to: string | undefined, token: string): readonly Item[] {
  const { entries } = cx.edit.doc.items;
  if (to === undefined && cx.edit.doc.depth === 0) return [entries[0]!.item()];
  if (to === undefined)
    throw refused(`add ${token}`, "it must say what it goes into", "Give `to`: a symbol or a unit of one.");
  const [found] = resolveAnywhere(cx.edit.doc, to, "add to");
  return [...ownersOf(found!), found!.item];
}

function foundIn(cx: EditContext, path: readonly string[], id: string): Found {
  let item = cx.edit.doc.items.get(path[0]!)!;
  const owners = [item];
  for (const next of [...path.slice(1), id]) {
    item = item.children.find((child) => child.id === next)!;
    owners.push(item);
  }
  const [owner, ...within] = owners.slice(0, -1);
  return { item, owner: owner!, ...(within.length === 0 ? {} : { within }) };
}

function refused(what: string, reason: string, hint = "Look at it with query.items first."): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot ${what}: ${reason}.`, hint });
}
