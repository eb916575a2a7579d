import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { DocumentContext } from "../define.ts";
import { defineCommand } from "../define.ts";

const DEFAULT_LIMIT = 50;

const side = (about: string) =>
  Type.Optional(
    Type.Object(
      {
        path: Type.String(),
        errors: Type.Integer(),
        warnings: Type.Integer(),
        exclusions: Type.Integer(),
        byType: Type.Record(Type.String(), Type.Integer()),
      },
      { description: about },
    ),
  );

export const all = defineCommand({
  id: "check.all",
  title: "Check everything",
  about:
    "The design rule check of the board, the electrical rules check of the schematic and the comparison of the two, in " +
    "one answer; what the project has not (no board, no schematic) is left out. `path` is the board or the root " +
    "schematic. Violations come worst first, the board's before the schematic's.",
  kind: "run",
  scope: "document",
  args: {
    limit: Type.Optional(
      Type.Integer({ description: "At most so many violations; counts are of all. 50 when left out.", minimum: 0 }),
    ),
    failOn: Type.Optional(
      Type.Union([Type.Literal("error"), Type.Literal("warning")], {
        description: "Fail with check-failed (CLI exit status 5) when there is a violation of this severity or worse.",
      }),
    ),
  },
  result: Type.Object({
    errors: Type.Integer(),
    warnings: Type.Integer(),
    exclusions: Type.Integer(),
    board: side("Of check.drc; with a schematic, of the comparison too."),
    schematic: side("Of check.erc."),
    violations: Type.Array(
      Type.Object({
        of: Type.Union([Type.Literal("board"), Type.Literal("schematic")]),
        type: Type.String(),
        severity: Type.String(),
        description: Type.String(),
        sheet: Type.Optional(Type.String({ description: "Where in the hierarchy." })),
        items: Type.Array(Type.Object({ uuid: Type.String(), description: Type.String() })),
      }),
    ),
    notes: Type.Optional(Type.Array(Type.String(), { description: "What was not checked, and why." })),
  }),
  examples: [
    { about: "Is this ready?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "A schematic without a board.", fixture: "hierarchy/hierarchy.kicad_sch", args: { limit: 5 } },
  ],
  async run(cx, args) {
    const stem = cx.open.path.replace(/\.[^./\\]*$/, "");
    const [board, schematic] = [`${stem}.kicad_pcb`, `${stem}.kicad_sch`];
    const [hasBoard, hasSchematic] = [await isThere(cx, board), await isThere(cx, schematic)];
    const notes: string[] = [];
    const violations: Violation[] = [];
    const sides: { board?: Side; schematic?: Side } = {};
    if (hasBoard) {
      cx.progress("the board", 0);
      const drc = (await cx.run("check.drc", { path: board, schematicParity: hasSchematic, limit: MOST })) as DrcAnswer;
      const { errors, warnings, exclusions, byType } = drc;
      sides.board = { path: drc.path, errors, warnings, exclusions, byType };
      for (const each of drc.violations) violations.push(violation("board", each));
      if (drc.rules !== undefined) notes.push(drc.rules);
    } else notes.push("There is no board.");
    if (hasSchematic) {
      cx.progress("the schematic", 70);
      const erc = (await cx.run("check.erc", { path: schematic, limit: MOST })) as ErcAnswer;
      const { error, warning, excluded, byType } = erc.counts;
      sides.schematic = { path: erc.source, errors: error, warnings: warning, exclusions: excluded, byType };
      for (const { path, violations: own } of erc.sheets)
        for (const each of own) violations.push({ ...violation("schematic", each), sheet: path });
      notes.push(...(erc.notes ?? []));
    } else notes.push("There is no schematic.");
    const sum = (key: "errors" | "warnings" | "exclusions") =>
      (sides.board?.[key] ?? 0) + (sides.schematic?.[key] ?? 0);
    const counts = { errors: sum("errors"), warnings: sum("warnings"), exclusions: sum("exclusions") };
    violations.sort((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
    const told = violations.slice(0, args.limit ?? DEFAULT_LIMIT);
    const bad =
      args.failOn === undefined ? 0 : args.failOn === "error" ? counts.errors : counts.errors + counts.warnings;
    if (bad > 0)
      throw new CommandError({
        code: "check-failed",
        message: `Cannot pass ${stem}: ${counts.errors} errors and ${counts.warnings} warnings.`,
        hint: "See them with check.all without failOn.",
        data: { ...counts },
      });
    return { ...counts, ...sides, violations: told, ...(notes.length === 0 ? {} : { notes }) };
  },
});

/** More than any check tells. */
const MOST = 10_000;

interface Side {
  readonly path: string;
  readonly errors: number;
  readonly warnings: number;
  readonly exclusions: number;
  readonly byType: Record<string, number>;
}

interface Violation {
  readonly of: "board" | "schematic";
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly sheet?: string;
  readonly items: { uuid: string; description: string }[];
}

interface Told {
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly items: readonly { readonly uuid: string; readonly description: string }[];
}

interface DrcAnswer extends Side {
  readonly violations: readonly Told[];
  readonly rules?: string;
}

interface ErcAnswer {
  readonly source: string;
  readonly counts: {
    readonly error: number;
    readonly warning: number;
    readonly excluded: number;
    readonly byType: Record<string, number>;
  };
  readonly sheets: readonly { readonly path: string; readonly violations: readonly Told[] }[];
  readonly notes?: readonly string[];
}

function violation(of: "board" | "schematic", { type, severity, description, items }: Told): Violation {
  return {
    of,
    type,
    severity,
    description,
    items: items.map((each) => ({ uuid: each.uuid, description: each.description })),
  };
}

async function isThere(cx: DocumentContext, path: string): Promise<boolean> {
  if (cx.session.list().some((open) => open.path === path)) return true;
  return ((await cx.services.readFile?.(path)) ?? null) !== null;
}
