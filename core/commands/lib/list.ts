import { Type } from "typebox";
import { catalogOf } from "../../library/catalog.ts";
import { usable } from "../../library/load.ts";
import { defineCommand } from "../define.ts";
import { librariesFor, libraryPort, projectArg, resolvedProject } from "./libraries.ts";

export const list = defineCommand({
  id: "lib.list",
  title: "List a library",
  about: "What is in one library, by name, with a line on each part.",
  kind: "query",
  scope: "library",
  args: {
    library: Type.String({ description: "The library's nickname.", minLength: 1 }),
    kind: Type.Union([Type.Literal("symbol"), Type.Literal("footprint")], { description: "symbol or footprint." }),
    project: projectArg,
  },
  result: Type.Object({
    path: Type.String({ description: "The library's file or folder." }),
    parts: Type.Array(Type.Object({ id: Type.String(), description: Type.String(), pins: Type.Integer() })),
  }),
  examples: [
    {
      about: "The project's symbols.",
      args: { library: "blinky", kind: "symbol", project: "blinky/blinky.kicad_sch" },
    },
  ],
  async run(cx, args) {
    const port = libraryPort(cx, "list");
    const file = await resolvedProject(cx, args.project);
    const all = await librariesFor(cx, args.kind === "symbol" ? "symbols" : "footprints", file, "list");
    const library = usable(all, args.library, args.library, "list");
    const parts = (await catalogOf(port, library)).map(({ name, description, pins }) => ({
      id: `${library.name}:${name}`,
      description,
      pins,
    }));
    return { path: library.path!, parts };
  },
});
