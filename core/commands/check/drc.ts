import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { JudgedFinding } from "../../engines/check/check.ts";
import type { FindingName } from "../../engines/check/finding-types.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import { encodeText } from "../../format/text.ts";
import type { ItemId } from "../../model/item.ts";
import type { DocumentContext } from "../define.ts";
import { defineCommand } from "../define.ts";
import { copperZones, withFreshFills } from "../pcb/zone-fills.ts";
import { designPair } from "../project/pair.ts";
import { nearest } from "../registry.ts";
import type { CheckInput } from "./board-check.ts";
import { boardFindings, checkInput, findingsJson, levelOf, mergedFindings } from "./board-check.ts";
import { judgedParity } from "./board-parity.ts";
import { kicadReport, sarifReport, textReport } from "./drc-report.ts";
import { outdatedZones } from "./outdated-zones.ts";

const DEFAULT_LIMIT = 50;

const level = Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("exclusion")]);

export const drc = defineCommand({
  id: "check.drc",
  title: "Design rule check",
  about:
    "Checks a board as KiCad's design rule check does: its constraints, net classes, rule areas and the custom rules of the " +
    "`.kicad_dru` beside it, the libraries of its footprints, with the severities and exclusions of its project. Zones that something near was edited after they were filled are filled anew for it. The " +
    "board is not changed. Violations come worst first, so many at a time.",
  kind: "run",
  scope: "board",
  args: {
    severities: Type.Optional(
      Type.Array(level, {
        description: "Only these: error, warning, exclusion. Left out: error and warning.",
        minItems: 1,
      }),
    ),
    types: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: "Only these kinds, such as clearance.", minItems: 1 }),
    ),
    schematicParity: Type.Optional(
      Type.Boolean({
        description: "Also compare the board with its schematic, as `kicad-cli pcb drc --schematic-parity`.",
      }),
    ),
    refill: Type.Optional(
      Type.Boolean({
        description:
          "true: check with all zones filled anew; false: with the fills as they are. Left out: only zones edited since their fill. The board keeps its fills.",
      }),
    ),
    failOn: Type.Optional(
      Type.Union([Type.Literal("error"), Type.Literal("warning")], {
        description: "Fail with check-failed when there is an error (or a warning); for build servers.",
      }),
    ),
    format: Type.Optional(
      Type.Union([Type.Literal("kicad"), Type.Literal("text"), Type.Literal("sarif")], {
        description: "A whole report beside the answer: KiCad's JSON, plain text, or SARIF for code hosts.",
      }),
    ),
    out: Type.Optional(
      Type.String({ description: "Where to write the report; else it is in the answer.", minLength: 1 }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many violations; 50 when left out.", minimum: 0, maximum: 10_000 }),
    ),
    cursor: Type.Optional(Type.String({ description: "Where the answer before this one ended.", pattern: "^[0-9]+$" })),
  },
  result: Type.Object({
    path: Type.String({ description: "The board." }),
    errors: Type.Integer(),
    warnings: Type.Integer(),
    exclusions: Type.Integer(),
    byType: Type.Record(Type.String(), Type.Integer(), { description: "How many of each kind." }),
    total: Type.Integer({ description: "How many fit the filters." }),
    violations: Type.Array(
      Type.Object({
        type: Type.String(),
        severity: Type.String(),
        description: Type.String(),
        items: Type.Array(
          Type.Object({
            uuid: Type.String(),
            description: Type.String(),
            pos: Type.Object({ x: Type.Number(), y: Type.Number() }),
          }),
        ),
        at: Type.Array(Type.Number(), { description: "[x, y] in mm." }),
        layer: Type.Optional(Type.String()),
        rule: Type.Optional(Type.String({ description: "Who asks for it." })),
        excluded: Type.Optional(Type.Boolean()),
        comment: Type.Optional(Type.String({ description: "Why it is excluded." })),
      }),
    ),
    cursor: Type.Optional(Type.String({ description: "Give it back to go on; missing at the end." })),
    refilled: Type.Optional(
      Type.Integer({ description: "So many zones were filled anew for this check; the board has its old fills." }),
    ),
    rules: Type.Optional(Type.String({ description: "What is wrong with the custom rules, when they are not used." })),
    report: Type.Optional(Type.Unknown({ description: "The whole report in the format asked for." })),
    written: Type.Optional(Type.String({ description: "Where the report was written." })),
  }),
  examples: [
    { about: "Is the board right?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    {
      about: "Only clearances, as plain text.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { types: ["clearance"], format: "text", limit: 5 },
    },
    {
      about: "The board against its schematic too.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { schematicParity: true, types: ["net_conflict", "missing_footprint"] },
    },
  ],
  async run(cx, args) {
    const only = args.types === undefined ? undefined : new Set(args.types.map(typeNamed));
    const input = await checkInput(cx);
    const wanted = new Set<string>(args.severities ?? ["error", "warning"]);
    const { doc, refilled } = await filledFor(cx, input, args.refill);
    const board = await boardFindings({ ...cx, doc }, input, only);
    const parity = args.schematicParity === true ? await parityFindings(cx, input, only) : [];
    const found = mergedFindings(board, findingsJson(doc, parity));
    const all = found.filter((each) => wanted.has(levelOf(each)));
    const count = (which: string) => found.filter((each) => levelOf(each) === which).length;
    const byType: Record<string, number> = {};
    for (const each of all) byType[each.type] = (byType[each.type] ?? 0) + 1;
    const start = Number(args.cursor ?? 0);
    const end = start + (args.limit ?? DEFAULT_LIMIT);
    const counts = { errors: count("error"), warnings: count("warning"), exclusions: count("exclusion") };
    const head = { path: cx.open.path, date: cx.services.date?.(), severities: [...wanted] };
    const problem = input.rules.problems.find((each) => each.severity === "error");
    const made =
      args.format === undefined
        ? undefined
        : args.format === "kicad"
          ? kicadReport(head, all)
          : args.format === "sarif"
            ? sarifReport(cx.open.path, all)
            : textReport(cx.open.path, all);
    let written: string | undefined;
    if (args.out !== undefined) {
      if (cx.services.writeFile === undefined)
        throw new CommandError({
          code: "service-unavailable",
          message: `Cannot write ${args.out}: this host writes no files.`,
          hint: "Leave out `out`, and take the report from the answer.",
        });
      const whole = made ?? kicadReport(head, all);
      const text = typeof whole === "string" ? whole : `${JSON.stringify(whole, null, 2)}\n`;
      written = await cx.services.writeFile(args.out, encodeText(text));
    }
    const failing =
      args.failOn === "error" ? counts.errors : args.failOn === "warning" ? counts.errors + counts.warnings : 0;
    if (failing > 0)
      throw new CommandError({
        code: "check-failed",
        message: `Cannot pass ${cx.open.path}: ${counts.errors} errors and ${counts.warnings} warnings.`,
        hint: "See them with check.drc without failOn.",
        data: { ...counts, byType, violations: all.slice(0, 10) as unknown as readonly Record<string, unknown>[] },
      });
    return {
      path: cx.open.path,
      ...counts,
      byType,
      total: all.length,
      violations: all.slice(start, end).map((each) => ({ ...each, items: [...each.items], at: [...each.at] })),
      ...(end < all.length ? { cursor: String(end) } : {}),
      ...(refilled === 0 ? {} : { refilled }),
      ...(problem === undefined
        ? {}
        : {
            rules: `${input.rulesPath}:${problem.line}:${problem.column}: ${problem.message}${
              input.rules.usable ? "" : "; none of the custom rules is used"
            }`,
          }),
      ...(made === undefined || written !== undefined ? {} : { report: made }),
      ...(written === undefined ? {} : { written }),
    };
  },
});

/** The board as it is checked: with those zones filled anew that have to be. */
async function filledFor(cx: DocumentContext, input: CheckInput, refill: boolean | undefined) {
  if (refill === true) return { doc: await withFreshFills(cx), refilled: copperZones(cx.doc).length };
  const stale = refill === false || cx.services.filling === undefined ? new Set<ItemId>() : outdatedZones(cx, input);
  if (stale.size === 0) return { doc: cx.doc, refilled: 0 };
  return { doc: await withFreshFills(cx, stale), refilled: stale.size };
}

/** Where the board differs from its schematic, as KiCad 9 compares them: without the fields. */
async function parityFindings(
  cx: DocumentContext,
  { settings }: CheckInput,
  only: ReadonlySet<FindingName> | undefined,
): Promise<JudgedFinding[]> {
  const { board, design } = await designPair(cx, "compare board and schematic");
  const { signal } = cx;
  return judgedParity(board.doc, design.netlist, {
    settings,
    fields: false,
    signal,
    ...(only === undefined ? {} : { only }),
  });
}

function typeNamed(name: string): FindingName {
  if (Object.hasOwn(findingTypes, name)) return name as FindingName;
  const near = nearest(name, Object.keys(findingTypes));
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot check for ${JSON.stringify(name)}: there is no such kind of violation.`,
    hint:
      near === undefined
        ? `These are: ${Object.keys(findingTypes).join(", ")}.`
        : `Did you mean ${JSON.stringify(near)}?`,
    data: { type: name },
  });
}
