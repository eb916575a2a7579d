import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { exclusionText } from "../../engines/check/exclusions.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import { defineEdit } from "../define.ts";
import { editProject } from "../project/project-file.ts";
import { checkInput, checkLibraries, runCheck } from "./board-check.ts";
import { excludeErc } from "./exclude-erc.ts";
import { EXCLUSIONS, keepsComments, namedItems, violationType } from "./exclusion-args.ts";

export const exclude = defineEdit({
  id: "check.exclude",
  title: "Exclude violations",
  about:
    "Accepts violations of check.drc, or of check.erc in a schematic, with the reason: they are kept in the project file as KiCad keeps them, " +
    "and from then on count as exclusions. Only what is found now can be excluded. check.include takes it back. KiCad also goes by the marker's place, " +
    "which it may compute otherwise where shapes come near each other: there it shows the violation all the same.",
  scope: "board",
  also: ["schematic"],
  args: {
    type: Type.String({ description: "Kind of violation, such as clearance.", minLength: 1 }),
    items: Type.Array(Type.String({ minLength: 1 }), {
      description: "Its items: uuids, references, pads (R1.2). Empty: all violations of this kind.",
      maxItems: 3,
    }),
    comment: Type.Optional(Type.String({ description: "Why it is right as it is.", maxLength: 2000 })),
  },
  examples: [
    {
      about: "These may stay apart for now.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "unconnected_items", items: [], comment: "Routed in the next revision." },
    },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic") return excludeErc(cx, args);
    const type = violationType("exclude", args.type);
    const input = await checkInput(cx);
    const ids = namedItems(cx.doc, args.items, "exclude");
    const only = new Set([type]);
    const found = runCheck(cx, input, only, await checkLibraries(cx, input, only)).filter((each) =>
      ids.every((id) => each.items.includes(id)),
    );
    const open = found.filter((each) => each.level !== "exclusion");
    if (open.length === 0)
      throw new CommandError({
        code: "not-found",
        message: `Cannot exclude ${type}${args.items.length === 0 ? "" : ` of ${args.items.join(" and ")}`}: ${
          found.length === 0 ? "there is no such violation" : "it is excluded already"
        }.`,
        hint: found.length === 0 ? "List them with check.drc." : "Give another comment after check.include.",
        data: { type },
      });
    const project = await editProject(cx);
    const rows = project.get(EXCLUSIONS);
    const before = Array.isArray(rows) ? rows : [];
    const withComments = keepsComments(cx.doc, before);
    const comment = args.comment ?? "";
    const texts = [...new Set(open.map(exclusionText))];
    project.set(EXCLUSIONS, [...before, ...texts.map((text) => (withComments ? [text, comment] : text))]);
    const notes = [`Excluded: ${open.length} of ${findingTypes[type].title.toLowerCase()}.`];
    if (comment !== "" && !withComments) notes.push("Project files of KiCad 7 and older keep no comments.");
    return notes;
  },
});
