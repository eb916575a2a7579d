import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { findingTypes } from "../../engines/check/finding-types.ts";
import { parityTypes } from "../../engines/parity/finding.ts";
import { settingsFor } from "../board-settings.ts";
import { defineCommand } from "../define.ts";
import { designPair } from "../project/pair.ts";
import type { JudgedParity } from "./board-parity.ts";
import { judgedParity } from "./board-parity.ts";

const DEFAULT_LIMIT = 200;

export const parity = defineCommand({
  id: "check.parity",
  title: "Compare board with schematic",
  about:
    "Where a board differs from its schematic, as KiCad's schematic parity check tells it: footprints that are missing, " +
    "extra or there twice, pads on another net, other values, footprints or attributes; other fields too, as KiCad 10 " +
    "does. With the project's severities and exclusions. `path` is the board or the root schematic.",
  kind: "query",
  scope: "document",
  args: {
    types: Type.Optional(
      Type.Array(Type.Union(parityTypes.map((type) => Type.Literal(type))), {
        description: "Only these kinds, such as net_conflict.",
        minItems: 1,
      }),
    ),
    fields: Type.Optional(
      Type.Boolean({ description: "Whether fields are compared too (KiCad 10); true when left out." }),
    ),
    excluded: Type.Optional(Type.Boolean({ description: "Also tell what the project excludes." })),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many; counts are of all. 200 when left out.", minimum: 0 }),
    ),
    failOn: Type.Optional(
      Type.Union([Type.Literal("error"), Type.Literal("warning")], {
        description: "Fail with check-failed when there is a difference of this severity or worse.",
      }),
    ),
  },
  result: Type.Object({
    board: Type.String({ description: "The board's file." }),
    schematic: Type.String({ description: "The root schematic's file." }),
    counts: Type.Object({
      error: Type.Integer(),
      warning: Type.Integer(),
      excluded: Type.Integer(),
      byType: Type.Record(Type.String(), Type.Integer()),
    }),
    differences: Type.Array(
      Type.Object({
        type: Type.String({ description: "KiCad's key, such as net_conflict." }),
        severity: Type.String(),
        description: Type.String(),
        reference: Type.String({ description: "The part." }),
        items: Type.Array(Type.String(), { description: "Footprints or pads of the board." }),
        at: Type.Array(Type.Number(), { description: "[x, y] of the footprint in mm." }),
        board: Type.Optional(Type.String({ description: "What the board says." })),
        schematic: Type.Optional(Type.String({ description: "What the schematic says." })),
        excluded: Type.Optional(Type.Boolean()),
      }),
    ),
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "Does the board agree with the schematic?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    {
      about: "Only nets, from the schematic's side.",
      fixture: "blinky/blinky.kicad_sch",
      args: { types: ["net_conflict"], failOn: "warning" },
    },
  ],
  async run(cx, args) {
    const { board, schematic, design } = await designPair(cx, "compare board and schematic");
    const found = judgedParity(board.doc, design.netlist, {
      settings: await settingsFor(cx),
      fields: args.fields !== false,
      signal: cx.signal,
      ...(args.types === undefined ? {} : { only: new Set<string>(args.types) }),
    });
    const open = found.filter((each) => each.level !== "exclusion");
    const byType: Record<string, number> = {};
    for (const { type } of open) byType[type] = (byType[type] ?? 0) + 1;
    const count = (level: string) => found.filter((each) => each.level === level).length;
    const counts = { error: count("error"), warning: count("warning"), excluded: count("exclusion"), byType };
    const told = (args.excluded === true ? found : open).slice(0, args.limit ?? DEFAULT_LIMIT).map(asJson);
    const bad = args.failOn === "warning" ? counts.error + counts.warning : args.failOn === "error" ? counts.error : 0;
    if (bad > 0) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot pass ${board.path}: it differs from its schematic in ${bad} places.`,
        hint: "See them with check.parity without failOn; project.updatePcb carries the schematic over.",
        data: { counts, differences: told },
      });
    }
    return {
      board: board.path,
      schematic: schematic.path,
      counts,
      differences: told,
      ...(design.notes.length === 0 ? {} : { notes: [...design.notes] }),
    };
  },
});

function asJson(each: JudgedParity) {
  const { title, severity } = findingTypes[each.type];
  const { reference, board, schematic, level } = each;
  return {
    type: each.type,
    severity: level === "exclusion" ? severity : level,
    description: each.detail === "" ? title : `${title} (${each.detail})`,
    reference,
    items: [...each.items],
    at: [toMm(Math.round(each.at.x)), toMm(Math.round(each.at.y))],
    ...(board === undefined ? {} : { board }),
    ...(schematic === undefined ? {} : { schematic }),
    ...(level === "exclusion" ? { excluded: true } : {}),
  };
}
