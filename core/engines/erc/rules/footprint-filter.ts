import { footprintFilters, suitsFilter } from "../../netlist/footprint-filters.ts";
import { libraryName } from "../library-name.ts";
import { footprintOf } from "../parts.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const footprintFilter = defineRule({
  type: "footprint_filter",
  title: "Assigned footprint doesn't match footprint filters",
  about: "The symbol's library says which footprints suit it, by patterns; the assigned one is none of them.",
  severity: "ignore",
  // KiCad 9 looks whether this type is on, and then tells what it finds as trouble with the footprint.
  toldAs: "footprint_link_issues",
  *check({ netlist }) {
    for (const part of netlist.parts) {
      const filters = footprintFilters(part);
      const footprint = footprintOf(part, netlist);
      if (filters.length === 0) continue;
      const { name } = libraryName(footprint);
      if (filters.some((filter) => suitsFilter(filter, footprint))) continue;
      const message = `Assigned footprint (${name}) doesn't match footprint filters (${filters.join(" ")}).`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
