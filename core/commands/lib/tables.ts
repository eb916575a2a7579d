import { Type } from "typebox";
import type { LibraryKind } from "../../library/port.ts";
import { defineCommand } from "../define.ts";
import { librariesFor, projectArg, resolvedProject } from "./libraries.ts";

export const tables = defineCommand({
  id: "lib.tables",
  title: "Library tables",
  about:
    "The libraries that a project can use, in the order in which they count: its own table, then the global one, then what " +
    "lies in its folder and in no table. A row that cannot be read says why.",
  kind: "query",
  scope: "library",
  args: {
    kind: Type.Optional(
      Type.Union([Type.Literal("symbols"), Type.Literal("footprints")], { description: "Both when left out." }),
    ),
    scope: Type.Optional(
      Type.Union([Type.Literal("project"), Type.Literal("global"), Type.Literal("folder")], {
        description: "Only libraries of this table.",
      }),
    ),
    project: projectArg,
  },
  result: Type.Object({
    libraries: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("symbols"), Type.Literal("footprints")]),
        name: Type.String({ description: "The nickname." }),
        scope: Type.Union([Type.Literal("project"), Type.Literal("global"), Type.Literal("folder")]),
        table: Type.Union([Type.String(), Type.Null()], { description: "The table that has its row." }),
        type: Type.String(),
        uri: Type.String({ description: "As the row says, with its variables." }),
        path: Type.Union([Type.String(), Type.Null()], { description: "Where that is." }),
        descr: Type.String(),
        disabled: Type.Boolean(),
        hidden: Type.Boolean(),
        problem: Type.Union([Type.String(), Type.Null()], { description: "Why it cannot be read." }),
      }),
    ),
  }),
  examples: [{ about: "The project's own libraries.", args: { scope: "project", project: "blinky/blinky.kicad_pcb" } }],
  async run(cx, args) {
    const file = await resolvedProject(cx, args.project);
    const kinds: LibraryKind[] = args.kind === undefined ? ["symbols", "footprints"] : [args.kind];
    const found = [];
    for (const kind of kinds) found.push(...(await librariesFor(cx, kind, file, "list the tables")));
    return { libraries: found.filter((library) => args.scope === undefined || library.scope === args.scope) };
  },
});
