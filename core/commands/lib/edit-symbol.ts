import { fromMm } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { editParts, partEdits } from "./part-edits.ts";

export const editSymbol = defineEdit({
  id: "lib.symbol.edit",
  title: "Edit library symbol",
  about:
    "Adds and removes units (token symbol), pins (pin), drawings (rectangle, polyline, …) and fields (property) of a " +
    ".kicad_sym file's symbols, or whole symbols. Names: R, R_1_1, R.1. Change properties with sch.setProperties.",
  scope: "document",
  args: partEdits,
  examples: [
    {
      about: "A third pin.",
      fixture: "blinky/blinky.kicad_sym",
      args: {
        add: [
          {
            to: "R_1_1",
            token: "pin",
            properties: { at: [5.08, 0, 180], name: { text: "TAP" }, number: { text: "3" } },
          },
        ],
      },
    },
  ],
  run(cx, args) {
    editParts(cx, args, {
      file: "symbolLibrary",
      uuids: false,
      defaults(token, owners) {
        const text = { text: "", width: fromMm(1.27), height: fromMm(1.27) };
        if (token === "pin")
          return { type: "passive", style: "line", length: fromMm(2.54), name: { ...text, text: "~" }, number: text };
        return token === "symbol" ? { name: `${owners.at(-1)!["name"]}_${unitsOf(owners.at(-1)!) + 1}_1` } : {};
      },
      keeps({ item }) {
        const name = item["name"];
        const heir = [...cx.edit.doc.items.ofKind("librarySymbol")].find((each) => each["extends"] === name);
        return item.kind === "librarySymbol" && heir !== undefined ? `${heir["name"]} derives from it` : null;
      },
      misfit(added, owners) {
        const owner = owners.at(-1)!;
        const twice = owner.children.some((other) => other.kind === added.kind && other["name"] === added["name"]);
        if (added.kind === "property" && twice) return `${owner["name"]} has a field ${added["name"]}`;
        if (added.kind === "libraryPin" && (added["number"] as { text: string }).text === "")
          return "a pin needs a number: { text }";
        if (owner.kind === "librarySymbol" && !["symbolUnit", "property"].includes(added.kind))
          return `pins and drawings stand in a unit, as ${owner["name"]}_1_1`;
        if (added.kind !== "symbolUnit") return null;
        if (twice) return `there is a unit ${added["name"]}`;
        const rest = String(added["name"]).slice(String(owner["name"]).length);
        const isOwn = String(added["name"]).startsWith(String(owner["name"])) && /^_\d+_\d+$/.test(rest);
        return isOwn ? null : `units of ${owner["name"]} are called ${owner["name"]}_unit_style`;
      },
    });
  },
});

/** The highest number of a symbol's units. */
function unitsOf(symbol: Item): number {
  const numbers = symbol.children.flatMap((child) => {
    const found = child.kind === "symbolUnit" ? /_(\d+)_\d+$/.exec(String(child["name"])) : null;
    return found === null ? [] : [Number(found[1])];
  });
  return Math.max(0, ...numbers);
}
