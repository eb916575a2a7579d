import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { defineEdit } from "../define.ts";
import { instancesOf, symbolsCalled } from "./symbol-refs.ts";

export const swapUnits = defineEdit({
  id: "sch.swapUnits",
  title: "Swap units",
  about: "Lets two units of one kind of part change places: what U1A did, U1B does, with its own pins.",
  scope: "schematic",
  args: {
    a: Type.String({ description: "A unit, e.g. U1A, or a symbol's uuid.", minLength: 1 }),
    b: Type.String({ description: "The other one.", minLength: 1 }),
  },
  label: (args) => `Swap ${args.a} and ${args.b}`,
  examples: [
    { about: "Two gates of one part.", fixture: "hierarchy/hierarchy.kicad_sch", args: { a: "U1A", b: "U1B" } },
  ],
  run(cx, args) {
    const [a, b] = [unitNamed(cx.doc, args.a), unitNamed(cx.doc, args.b)];
    const refuse = (reason: string) =>
      new CommandError({
        code: "invalid-args",
        message: `Cannot swap ${args.a} and ${args.b}: ${reason}.`,
        hint: "Name two units of the same library symbol.",
        data: { a: a.id, b: b.id },
      });
    if (a.id === b.id) throw refuse("they are the same symbol");
    if (a["libId"] !== b["libId"]) throw refuse(`${String(a["libId"])} is not ${String(b["libId"])}`);
    const [usesA, usesB] = [instancesOf(a), instancesOf(b)];
    const paths = (uses: typeof usesA) => uses.map((use) => `${use.project} ${use.path}`).join("\n");
    if (paths(usesA) !== paths(usesB)) throw refuse("their sheets are used in different places");
    const swap = (to: Item, from: Item, own: typeof usesA, others: typeof usesA) => {
      cx.edit.set(to.id, {
        unit: from["unit"],
        instances: own.map((use, i) => ({ ...use, reference: others[i]!.reference, unit: others[i]!.unit })),
      });
      const field = to.children.find((child) => child.kind === "property" && child["name"] === "Reference");
      if (field !== undefined) cx.edit.set(field.id, { value: propertyValue(from, "Reference") }, to.id);
    };
    swap(a, b, usesA, usesB);
    swap(b, a, usesB, usesA);
  },
});

function unitNamed(doc: Doc, ref: string): Item {
  const own = doc.items.get(ref);
  if (own?.kind === "symbol") return own;
  const match = /^(.*\d)([A-Z]+)$/.exec(ref);
  const units = symbolsCalled(doc, match?.[1] ?? ref);
  const number = [...(match?.[2] ?? "A")].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0);
  const found = units.find((symbol) => (symbol["unit"] ?? 1) === number);
  if (found !== undefined) return found;
  const known = units.map((symbol) => `${match?.[1] ?? ref}${String.fromCharCode(64 + Number(symbol["unit"] ?? 1))}`);
  throw new CommandError({
    code: "not-found",
    message: `Cannot find the unit ${JSON.stringify(ref)} on this sheet${known.length > 0 ? `: there are ${known.sort().join(", ")}` : ""}.`,
    hint: "List the symbols with query.items.",
    data: { ref },
  });
}
