import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { exclusionRows } from "../../engines/check/exclusions.ts";
import { defineEdit } from "../define.ts";
import { editProject } from "../project/project-file.ts";
import { includeErc } from "./exclude-erc.ts";
import { EXCLUSIONS, namedItems, violationType } from "./exclusion-args.ts";

export const include = defineEdit({
  id: "check.include",
  title: "Include excluded violations",
  about:
    "Takes exclusions of check.drc or check.erc out of the project file, so that the violations count again; also those " +
    "of violations that are no longer there.",
  scope: "board",
  also: ["schematic"],
  args: {
    type: Type.Optional(Type.String({ description: "Kind of violation; all kinds when left out.", minLength: 1 })),
    items: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: "Its items: uuids, references, pads (R1.2); all when left out.",
        maxItems: 2,
      }),
    ),
  },
  examples: [
    {
      about: "The antenna is gone, and so may be its exclusion.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { type: "track_dangling" },
    },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic") return includeErc(cx, args);
    const type = args.type === undefined ? null : violationType("include", args.type);
    const ids = namedItems(cx.doc, args.items ?? [], "include");
    const project = await editProject(cx);
    const { settings } = project;
    const gone = new Set(
      exclusionRows(settings)
        .filter((row) => (type === null || row.type === type) && ids.every((id) => row.items.includes(id)))
        .map((row) => row.text),
    );
    if (gone.size === 0)
      throw new CommandError({
        code: "not-found",
        message: `Cannot include ${type ?? "violations"}: no such violation is excluded.`,
        hint: 'List them with check.drc and severities ["exclusion"].',
        data: { ...(type === null ? {} : { type }) },
      });
    const rows = project.get(EXCLUSIONS);
    const kept = (Array.isArray(rows) ? rows : []).filter(
      (row) => !gone.has(String(Array.isArray(row) ? row[0] : row)),
    );
    project.set(EXCLUSIONS, kept);
    return [`Included again: ${gone.size}.`];
  },
});
