import type { Static } from "typebox";
import { Type } from "typebox";
import type { CatalogEntry } from "../../library/catalog.ts";
import { catalogOf } from "../../library/catalog.ts";
import { matcher, scoreOf, wordsOf } from "../../library/find.ts";
import type { LibraryKind } from "../../library/port.ts";
import { defineCommand } from "../define.ts";
import { librariesFor, libraryPort, projectArg, resolvedProject } from "./libraries.ts";

const DEFAULT_LIMIT = 20;

const hit = Type.Object({
  id: Type.String({ description: "Library:Name, as placing takes it." }),
  kind: Type.Union([Type.Literal("symbol"), Type.Literal("footprint")]),
  description: Type.String(),
  keywords: Type.String(),
  pins: Type.Integer({ description: "Pins of a symbol, different pad numbers of a footprint." }),
  reference: Type.Optional(Type.String({ description: "Prefix of a symbol's reference." })),
  footprint: Type.Optional(Type.String({ description: "A symbol's own footprint." })),
  filters: Type.Optional(Type.String({ description: "Patterns of footprints that fit a symbol." })),
  units: Type.Optional(Type.Integer({ description: "Units of a symbol, when more than one." })),
  power: Type.Optional(Type.Boolean({ description: "True for a power symbol." })),
});

export const search = defineCommand({
  id: "lib.search",
  title: "Search libraries",
  about:
    "Finds symbols and footprints of all libraries that a project can use. All words of `query` must be found, in the " +
    "name, the keywords or the description; the best come first.",
  kind: "query",
  scope: "library",
  args: {
    query: Type.String({ description: "Words: name, part number, what it is. Empty: everything." }),
    kind: Type.Optional(
      Type.Union([Type.Literal("symbol"), Type.Literal("footprint")], { description: "Both when left out." }),
    ),
    library: Type.Optional(
      Type.String({ description: "Only libraries of this nickname; * for any letters.", minLength: 1 }),
    ),
    pins: Type.Optional(Type.Integer({ description: "Only parts with so many pins or pads.", minimum: 0 })),
    filter: Type.Optional(
      Type.String({
        description: "Only footprints whose name fits this pattern, as a symbol's filters give it (R_*).",
        minLength: 1,
      }),
    ),
    project: projectArg,
    limit: Type.Optional(Type.Integer({ description: "At most so many; 20 when left out.", minimum: 1, maximum: 500 })),
  },
  result: Type.Object({
    total: Type.Integer({ description: "How many fit." }),
    parts: Type.Array(hit),
  }),
  examples: [
    {
      about: "Resistor symbols of the project.",
      args: { query: "resistor", kind: "symbol", library: "blinky", project: "blinky/blinky.kicad_sch" },
    },
    {
      about: "Footprints with eight pads.",
      args: { query: "", kind: "footprint", library: "blinky", pins: 8, project: "blinky/blinky.kicad_pcb" },
    },
  ],
  async run(cx, args) {
    const port = libraryPort(cx, "search");
    const file = await resolvedProject(cx, args.project);
    const query = { words: wordsOf(args.query), ...(args.pins === undefined ? {} : { pins: args.pins }) };
    const kinds: LibraryKind[] = args.kind === undefined ? ["symbols", "footprints"] : [`${args.kind}s`];
    const inLibrary = args.library === undefined ? () => true : matcher(args.library);
    const fits = args.filter === undefined ? () => true : matcher(args.filter);
    const found: { score: number; part: Static<typeof hit> }[] = [];
    for (const kind of kinds) {
      const seen = new Set<string>();
      for (const library of await librariesFor(cx, kind, file, "search")) {
        // Of two libraries of one name the first is the one that designs get.
        if (library.disabled || library.hidden || seen.has(library.name)) continue;
        seen.add(library.name);
        if (!inLibrary(library.name)) continue;
        cx.signal.throwIfAborted();
        for (const entry of await catalogOf(port, library)) {
          const score = kind === "footprints" && !fits(entry.name) ? 0 : scoreOf(entry, library.name, query);
          if (score > 0) found.push({ score, part: partOf(kind, library.name, entry) });
        }
      }
    }
    const byRank = (a: (typeof found)[number], b: (typeof found)[number]) =>
      b.score - a.score || a.part.id.length - b.part.id.length || (a.part.id < b.part.id ? -1 : 1);
    const parts = found.sort(byRank).slice(0, args.limit ?? DEFAULT_LIMIT);
    return { total: found.length, parts: parts.map(({ part }) => part) };
  },
});

function partOf(kind: LibraryKind, library: string, entry: CatalogEntry): Static<typeof hit> {
  const { description, keywords, pins, reference, footprint, filters, units, power } = entry;
  return {
    id: `${library}:${entry.name}`,
    kind: kind === "symbols" ? "symbol" : "footprint",
    description,
    keywords,
    pins,
    ...(reference ? { reference } : {}),
    ...(footprint ? { footprint } : {}),
    ...(filters ? { filters } : {}),
    ...(units !== undefined && units > 1 ? { units } : {}),
    ...(power === true ? { power } : {}),
  };
}
