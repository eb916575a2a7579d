import { libraryName } from "../library-name.ts";
import { footprintOf } from "../parts.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";
import { partSubject } from "../subject.ts";

export const footprintLinkIssues = defineRule({
  type: "footprint_link_issues",
  title: "Footprint link issue",
  about: "The footprint that the symbol names cannot be found: the board cannot be updated with it.",
  severity: "warning",
  needsLibrary: true,
  *check({ netlist, library }) {
    const sheets = new Set(firstUses(netlist));
    for (const part of library === null ? [] : netlist.parts) {
      if (!sheets.has(part.sheet)) continue;
      const footprint = footprintOf(part, netlist);
      if (footprint === "") continue;
      const { nickname, name } = libraryName(footprint);
      if (nickname === "" || name === "") {
        const message = `'${footprint}' is not a valid footprint identifier.`;
        yield { sheet: part.sheet, items: [partSubject(part)], message };
        continue;
      }
      const { state } = library!.footprint(nickname, name);
      if (state === "found" || state === "unread") continue;
      const message =
        state === "no-library"
          ? `The current configuration does not include the footprint library '${nickname}'.`
          : state === "disabled"
            ? `The footprint library '${nickname}' is not enabled in the current configuration.`
            : `Footprint '${name}' not found in library '${nickname}'.`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
