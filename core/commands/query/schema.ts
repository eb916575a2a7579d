import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { fileKinds } from "../../model/file-kinds.ts";
import type { Kind, Shape } from "../../model/kind.ts";
import { defineCommand } from "../define.ts";
import { nearest } from "../registry.ts";

export const schema = defineCommand({
  id: "query.schema",
  title: "Schema",
  about:
    "The properties that a kind of item has: what each is, what values it takes and in which unit, its default, which " +
    "file versions have it, whether it can be set. Without `kind`: the kinds.",
  kind: "query",
  scope: "app",
  args: {
    kind: Type.Optional(Type.String({ description: "track, via, pad, zone, setup, symbol, … ", minLength: 1 })),
    file: Type.Optional(
      Type.Union(
        [Type.Literal("board"), Type.Literal("schematic"), Type.Literal("symbolLibrary"), Type.Literal("drawingSheet")],
        {
          description: "Of which kind of file, where several have the kind; all of them when left out.",
        },
      ),
    ),
  },
  result: Type.Object({
    kinds: Type.Array(
      Type.Object({
        kind: Type.String(),
        file: Type.String({ description: "The kind of file that has it." }),
        about: Type.String(),
        tokens: Type.Array(Type.String(), { description: "Its words in the file." }),
        inside: Type.Optional(Type.Array(Type.String(), { description: "Kinds of items inside it." })),
        since: Type.Optional(Type.Integer({ description: "First file version that has it." })),
        properties: Type.Optional(
          Type.Array(Type.Record(Type.String(), Type.Unknown()), {
            description:
              "name, about, value (what it takes), default, settable, token, since, until, properties (inside).",
          }),
        ),
      }),
    ),
  }),
  examples: [
    { about: "What a via has.", args: { kind: "via" } },
    { about: "Which kinds are there?", args: { file: "board" } },
  ],
  run(_cx, args) {
    const all = allKinds(args.file);
    if (args.kind === undefined) return { kinds: all.map(({ kind, file }) => described(kind, file)) };
    const found = all.filter(({ kind }) => kind.kind === args.kind || kind.tokens.includes(args.kind!));
    if (found.length === 0) {
      const near = nearest(
        args.kind,
        all.map(({ kind }) => kind.kind),
      );
      throw new CommandError({
        code: "not-found",
        message: `Cannot describe ${JSON.stringify(args.kind)}: there is no such kind.`,
        hint: near === undefined ? "List the kinds with query.schema." : `Did you mean ${near}?`,
      });
    }
    return {
      kinds: found.map(({ kind, file }) => ({ ...described(kind, file), properties: propertiesOf(kind.shape) })),
    };
  },
});

interface KindOfFile {
  readonly kind: Kind;
  readonly file: string;
}

function allKinds(only: string | undefined): readonly KindOfFile[] {
  const found: KindOfFile[] = [];
  const seen = new Set<Kind>();
  for (const { kind: file, kinds } of Object.values(fileKinds)) {
    if (only !== undefined && file !== only) continue;
    const visit = (kind: Kind) => {
      if (seen.has(kind)) return;
      seen.add(kind);
      found.push({ kind, file });
      for (const child of Object.values(kind.children ?? {})) visit(child);
    };
    for (const kind of kinds.values()) visit(kind);
  }
  return found;
}

function described(kind: Kind, file: string) {
  const inside = [...new Set(Object.values(kind.children ?? {}).map((child) => child.kind))];
  return {
    kind: kind.kind,
    file,
    about: kind.about,
    tokens: [...kind.tokens],
    ...(inside.length === 0 ? {} : { inside }),
    ...(kind.since === undefined ? {} : { since: kind.since }),
  };
}

function propertiesOf(shape: Shape): Record<string, unknown>[] {
  return Object.entries(shape).map(([name, field]) => {
    const rows = field.unwrap === undefined ? field.inner : field.inner?.shape[field.unwrap]?.inner;
    const absent: unknown =
      field.absent === null || field.surface === undefined ? field.absent : field.surface.to(field.absent);
    return {
      name,
      about: field.about,
      ...(field.surface === undefined ? {} : { value: field.surface.says }),
      default: absent,
      settable: field.surface?.from !== undefined,
      ...(field.tokens?.[0] === undefined ? {} : { token: field.tokens[0] }),
      ...(field.since === undefined ? {} : { since: field.since }),
      ...(field.until === undefined ? {} : { until: field.until }),
      ...(rows === undefined ? {} : { properties: propertiesOf(rows.shape) }),
    };
  });
}
