import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import type { Finding } from "../../engines/erc/check.ts";
import { runErc } from "../../engines/erc/check.ts";
import { rules } from "../../engines/erc/rules.ts";
import { encodeText } from "../../format/text.ts";
import { defineCommand } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";
import { writeOut } from "../write-out.ts";
import { ercLibraries } from "./erc-libraries.ts";
import { SymbolVerdicts } from "./symbol-verdicts.ts";

const severity = Type.Union([Type.Literal("error"), Type.Literal("warning")]);

const violation = Type.Object({
  type: Type.String({ description: "KiCad's key, e.g. pin_not_connected." }),
  severity,
  description: Type.String(),
  items: Type.Array(
    Type.Object({
      uuid: Type.String({ description: "The item's id: pass it to other commands." }),
      description: Type.String(),
      pos: Type.Object({ x: Type.Number({ description: "mm" }), y: Type.Number({ description: "mm" }) }),
    }),
  ),
  excluded: Type.Optional(Type.Boolean({ description: "True when the project excludes it." })),
  comment: Type.Optional(Type.String({ description: "Why it is excluded." })),
});

export const erc = defineCommand({
  id: "check.erc",
  title: "Check schematic",
  about:
    "KiCad 9's electrical rules check of a schematic and all sheets below it: unconnected pins, conflicts between pin " +
    "types, undriven power, dangling labels and wires, and more, with the project's severities, pin table and " +
    "exclusions. The answer has KiCad's report format (places in true millimetres), counts and a short text.",
  kind: "query",
  scope: "schematic",
  args: {
    severity: Type.Optional({ ...severity, description: "The least severity to tell: error, or warning (both)." }),
    types: Type.Optional(Type.Array(Type.String(), { description: "Only these types, e.g. pin_not_connected." })),
    excluded: Type.Optional(Type.Boolean({ description: "Also tell what the project excludes." })),
    limit: Type.Optional(
      Type.Integer({ description: "The most violations to tell; counts are of all. 500 when left out.", minimum: 0 }),
    ),
    failOn: Type.Optional(
      Type.Union([Type.Literal("error"), Type.Literal("warning")], {
        description: "Fail with check-failed (CLI exit status 5) when there is a violation of this severity or worse.",
      }),
    ),
    out: Type.Optional(
      Type.String({
        description: "Write all of the report to this file: JSON when it ends in .json, else text.",
        minLength: 1,
      }),
    ),
  },
  result: Type.Object({
    source: Type.String({ description: "The file that was checked, absolute." }),
    coordinate_units: Type.Literal("mm"),
    counts: Type.Object({
      error: Type.Integer(),
      warning: Type.Integer(),
      excluded: Type.Integer({ description: "Violations that the project excludes; not in the other counts." }),
      byType: Type.Record(Type.String(), Type.Integer(), { description: "Violations, the excluded ones left out." }),
    }),
    sheets: Type.Array(
      Type.Object({
        path: Type.String({ description: "Names from the root down: /, /Power/, …" }),
        uuid_path: Type.String({ description: "Uuids from the root down." }),
        violations: Type.Array(violation),
      }),
      { description: "Sheets with violations, in the order of pages." },
    ),
    text: Type.String({ description: "One line a violation, for reading." }),
    out: Type.Optional(Type.String({ description: "The file that was written, absolute." })),
    notes: Type.Optional(Type.Array(Type.String(), { description: "What was not checked, and why." })),
  }),
  examples: [
    { about: "Is the schematic sound?", fixture: "blinky/blinky.kicad_sch", args: {} },
    {
      about: "Only loose pins; fail when there are any.",
      fixture: "blinky/blinky.kicad_sch",
      args: { types: ["pin_not_connected"], failOn: "error" },
    },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx);
    const unknown = args.types?.find((type) => !rules.some((rule) => rule.type === type));
    if (unknown !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot check ${unknown}: there is no such type of violation.`,
        hint: `Types are ${rules.map((rule) => rule.type).join(", ")}.`,
      });
    }
    const types = args.types === undefined ? {} : { types: new Set(args.types) };
    const { libraries } = cx.services;
    const library =
      libraries === undefined
        ? null
        : await ercLibraries(libraries, netlist, cx.open.path, await SymbolVerdicts.of(libraries, cx.open.path));
    const findings = runErc(netlist, { ...types, library, signal: cx.signal });
    const open = findings.filter((each) => each.excluded === null);
    const byType: Record<string, number> = {};
    for (const { type } of open) byType[type] = (byType[type] ?? 0) + 1;
    const counts = {
      error: open.filter((each) => each.severity === "error").length,
      warning: open.filter((each) => each.severity === "warning").length,
      excluded: findings.length - open.length,
      byType,
    };
    const told = findings.filter(
      (each) =>
        (args.excluded === true || each.excluded === null) && (args.severity !== "error" || each.severity === "error"),
    );
    const source = cx.open.path;
    const report = { source, coordinate_units: "mm" as const, counts, sheets: bySheet(told), text: linesOf(told) };
    const skipped = rules.filter((rule) => rule.needsLibrary === true && library === null).map((rule) => rule.type);
    const left = [...notes];
    if (skipped.length > 0) left.push(`Not checked, for want of libraries: ${skipped.join(", ")}.`);
    for (const name of library?.unread ?? [])
      left.push(`Symbols of ${name} are not compared: save that library once with KiCad, as it is in an old form.`);
    const limited = told.slice(0, args.limit ?? 500);
    const answer = {
      ...{ ...report, sheets: bySheet(limited), text: linesOf(limited) },
      ...(left.length === 0 ? {} : { notes: left }),
    };
    let out: string | undefined;
    if (args.out !== undefined) {
      const json = args.out.toLowerCase().endsWith(".json");
      const { text, ...rest } = report;
      const whole = json ? `${JSON.stringify({ $schema: SCHEMA, ...rest }, null, 2)}\n` : `${text}\n`;
      out = await writeOut(cx, args.out, encodeText(whole));
    }
    const bad = args.failOn === "warning" ? counts.error + counts.warning : args.failOn === "error" ? counts.error : 0;
    if (bad > 0) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot pass the check of ${source}: ${counts.error} errors and ${counts.warning} warnings.\n${answer.text}`,
        hint: "Leave failOn out to get the report as a result.",
        data: { counts, sheets: answer.sheets },
      });
    }
    return out === undefined ? answer : { ...answer, out };
  },
});

const SCHEMA = "https://schemas.kicad.org/erc.v1.json";

function bySheet(findings: readonly Finding[]) {
  const sheets = new Map(findings.map(({ sheet }) => [sheet.path, sheet]));
  return [...sheets.values()].map((sheet) => ({
    path: sheet.names,
    uuid_path: sheet.path,
    violations: findings
      .filter((each) => each.sheet === sheet)
      .map(({ type, severity: level, description, items, excluded }) => ({
        type,
        severity: level,
        description,
        items: items.map(({ id, text, at }) => ({
          uuid: id,
          description: text,
          pos: { x: toMm(at.x), y: toMm(at.y) },
        })),
        ...(excluded === null ? {} : { excluded: true, comment: excluded.comment }),
      })),
  }));
}

function linesOf(findings: readonly Finding[]): string {
  return findings
    .map(({ type, severity: level, description, items, sheet, excluded }) => {
      const where = items.map(({ text, at }) => `${text} at ${toMm(at.x)}, ${toMm(at.y)}`).join("; ");
      return `${level}${excluded === null ? "" : " (excluded)"} ${type}: ${description}${where === "" ? "" : `: ${where}`} on ${sheet.names}`;
    })
    .join("\n");
}
