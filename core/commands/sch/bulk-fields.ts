import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { foldField, setFieldText } from "./set-field.ts";
import { walkSheets } from "./sheet-walk.ts";
import { referencesOf } from "./symbol-refs.ts";

export const bulkFields = defineEdit({
  id: "sch.bulkFields",
  title: "Edit fields of many symbols",
  about:
    "Sets fields of many symbols in one undoable change, over this schematic and all sheets below it, as KiCad's symbol " +
    "fields table does. Fields that a symbol has not got are added, hidden; null takes an own field away.",
  scope: "schematic",
  args: {
    changes: Type.Array(
      Type.Object(
        {
          references: Type.String({
            description: "A reference, or a pattern with * and ?, e.g. R1 or C*.",
            minLength: 1,
          }),
          fields: Type.Record(Type.String({ minLength: 1 }), Type.Union([Type.String(), Type.Null()]), {
            description: "Texts by the field's name; null takes the field away.",
          }),
        },
        { additionalProperties: false },
      ),
      { description: "What to set where; a later row goes over an earlier one.", minItems: 1 },
    ),
  },
  examples: [
    {
      about: "A tolerance for all resistors, and a value for one.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        changes: [
          { references: "R*", fields: { Tolerance: "1%" } },
          { references: "R3", fields: { Value: "470", Tolerance: "5%" } },
        ],
      },
    },
  ],
  async run(cx, args) {
    const paths = new Set([cx.open.path]);
    const notes: string[] = [];
    for (const use of await walkSheets(cx, { path: cx.open.path, doc: cx.doc })) {
      if (use.problem !== null) notes.push(`Sheet ${use.name} was left out: ${use.problem}.`);
      else paths.add((await cx.session.open(use.file, cx.caller.name)).path);
    }
    for (const { references, fields } of args.changes) {
      const reserved = Object.keys(fields).find((name) => foldField(name) === "Reference");
      if (reserved !== undefined)
        throw refused("Reference is the part's name", "Use sch.setField or project.renamePart for it.");
      const removed = Object.keys(fields).find((name) => fields[name] === null && KEPT.has(foldField(name)));
      if (removed !== undefined) throw refused(`${removed} cannot be taken away`, `Set it to "" instead.`);
      let met = 0;
      for (const path of paths) met += setAll(cx, path, matcher(references), fields);
      if (met === 0) notes.push(`No symbol is called ${references}.`);
    }
    return notes;
  },
});

/** Fields that every symbol has. */
const KEPT: ReadonlySet<string> = new Set(["Value", "Footprint", "Datasheet", "Description"]);

function setAll(
  cx: EditContext,
  path: string,
  isMeant: (reference: string) => boolean,
  fields: Readonly<Record<string, string | null>>,
): number {
  const edit = cx.editOf(path);
  const symbols = [...edit.doc.items.ofKind("symbol")].filter((symbol) => referencesOf(symbol).some(isMeant));
  for (const symbol of symbols) {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null) {
        setFieldText(edit, symbol.id, name, value);
        continue;
      }
      const own = edit.doc.items
        .get(symbol.id)!
        .children.find((child) => child.kind === "property" && foldField(child["name"] as string) === foldField(name));
      if (own !== undefined) edit.remove(own.id, symbol.id);
    }
  }
  return symbols.length;
}

/** A name, or a pattern: `*` for any letters, `?` for one. Power symbols (`#…`) are meant only by name. */
function matcher(pattern: string): (reference: string) => boolean {
  const body = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\\\*+/g, ".*")
    .replace(/\\\?/g, ".");
  const shape = new RegExp(`^${body}$`);
  return (reference) => (reference.startsWith("#") ? reference === pattern : shape.test(reference));
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot edit the fields: ${reason}.`, hint });
}
