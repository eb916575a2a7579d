import { sheetAliases } from "../../netlist/bus-aliases.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";

export const busDefinitionConflict = defineRule({
  type: "bus_definition_conflict",
  title: "Conflict between bus alias definitions across schematic sheets",
  about: "Two sheets give one alias different members.",
  severity: "error",
  *check({ netlist }) {
    const known: { readonly name: string; readonly members: string; readonly file: string }[] = [];
    for (const sheet of firstUses(netlist)) {
      for (const [name, list] of sheetAliases(sheet.doc)) {
        const members = [...list].sort().join(" ");
        for (const other of known) {
          if (other.name !== name || other.members === members) continue;
          const message = `Bus alias ${name} has conflicting definitions on ${sheet.file} and ${other.file}`;
          yield { sheet, items: [], message };
        }
        known.push({ name, members, file: sheet.file });
      }
    }
  },
});
