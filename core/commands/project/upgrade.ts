import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import { fileUuid } from "../../engines/sheet/sheet-paths.ts";
import type { RootTables } from "../../engines/upgrade/schematic.ts";
import type { Upgrade } from "../../engines/upgrade/upgrade.ts";
import { upgradeDoc } from "../../engines/upgrade/upgrade.ts";
import type { Release } from "../../engines/upgrade/versions.ts";
import { versionOf } from "../../engines/upgrade/versions.ts";
import type { Doc } from "../../model/document.ts";
import type { SheetPage, SymbolPath } from "../../model/schematic/file-parts.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { walkSheets } from "../sch/sheet-walk.ts";

/** How many ids of changed items a note names. */
const NAMED = 12;

export const upgrade = defineEdit({
  id: "project.upgrade",
  title: "Upgrade to a KiCad version",
  about:
    "Raises files to the version that a KiCad release writes: the board and all sheets of a project, where `path` is its " +
    "board or root schematic, or one file alone (also a footprint or a symbol library). The notes say what changes; " +
    "dryRun says it beforehand. One undo gives every file its old bytes. What the release has no place for is refused " +
    "with the token and the item, and nothing is changed.",
  scope: "project",
  args: {
    to: Type.Union([Type.Literal(8), Type.Literal(9), Type.Literal(10)], {
      description: "The KiCad release: 8, 9 or 10.",
    }),
    alone: Type.Optional(Type.Boolean({ description: "Only the file at `path`, and not the rest of its project." })),
  },
  label: (args) => `Upgrade to KiCad ${args.to}`,
  examples: [
    { about: "What would KiCad 9 change?", fixture: "kicad-6/lamp.kicad_pcb", args: { to: 9, dryRun: true } },
    { about: "A board of KiCad 6 becomes one of KiCad 9.", fixture: "kicad-6/lamp.kicad_pcb", args: { to: 9 } },
  ],
  async run(cx, args) {
    const own = cx.session.get(cx.open.path);
    const wanted = versionOf(own.doc.kind, args.to);
    if (wanted === undefined) throw refused(own.path, `a ${own.doc.kind} has no version of KiCad's`);
    if (own.doc.version > wanted) throw older(own.path, own.doc.version, args.to);
    const notes: string[] = [];
    const { files, tables } = await filesOf(cx, args.alone === true, notes);
    for (const path of files) {
      const { doc } = cx.session.get(path);
      const target = versionOf(doc.kind, args.to)!;
      if (doc.version > target) throw older(path, doc.version, args.to);
      if (doc.version === target) {
        notes.push(`${nameOf(path)} is of KiCad ${args.to} already.`);
        continue;
      }
      const edit = cx.editOf(path);
      const made = upgradeDoc(doc, args.to, () => edit.freshId(), doc.kind === "schematic" ? tables : null);
      for (const step of made.steps) edit.apply(step);
      notes.push(...report(path, made, args.to));
    }
    return notes;
  },
});

function report(path: string, made: Upgrade, release: Release): string[] {
  const items = new Set(made.steps.map((step) => (step.op === "set" ? step.id : step.item.id))).size;
  const lines = [`${nameOf(path)}: version ${made.from} becomes ${made.to} (KiCad ${release}); ${items} items.`];
  for (const [what, ids] of made.changes) {
    const shown = ids.slice(0, NAMED).join(", ");
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
    lines.push(`${nameOf(path)}: ${what}${ids.length === 0 ? "" : `: ${ids.length} (${shown}${more})`}.`);
  }
  return lines;
}

/** The files that go together, opened, and what the root says of the sheets of KiCad 6. */
async function filesOf(
  cx: EditContext,
  alone: boolean,
  notes: string[],
): Promise<{ files: readonly string[]; tables: RootTables | null }> {
  const { path, doc } = cx.session.get(cx.open.path);
  if (doc.kind !== "board" && doc.kind !== "schematic") return { files: [path], tables: null };
  const stem = path.replace(/\.[^./\\]*$/, "");
  const root = await opened(cx, `${stem}.kicad_sch`);
  const tables = root === null ? null : tablesOf(cx.session.get(root).doc, stem);
  if (alone) return { files: [path], tables };
  const board = await opened(cx, `${stem}.kicad_pcb`);
  const files = new Set([path, ...(board === null ? [] : [board])]);
  if (root !== null) {
    for (const use of await walkSheets(cx, { path: root, doc: cx.session.get(root).doc })) {
      if (use.problem === null) files.add((await cx.session.open(use.file, cx.caller.name)).path);
      else notes.push(`Sheet ${use.name} (${use.file}) was left out: ${use.problem}.`);
    }
  }
  return { files: [...files], tables };
}

/** What the root of KiCad 6 says of symbols and pages; null when the schematic says it at its symbols already. */
function tablesOf(root: Doc, stem: string): RootTables | null {
  const [symbols] = root.items.ofKind("symbolInstances");
  if (symbols === undefined) return null;
  const [pages] = root.items.ofKind("sheetInstances");
  return {
    project: nameOf(stem),
    root: fileUuid(root),
    symbols: symbols["paths"] as readonly SymbolPath[],
    pages: (pages?.["paths"] as readonly SheetPage[] | undefined) ?? [],
  };
}

async function opened(cx: EditContext, path: string): Promise<string | null> {
  try {
    return (await cx.session.open(path, cx.caller.name)).path;
  } catch (thrown) {
    if (toCommandError(thrown).code === "not-found") return null;
    throw thrown;
  }
}

function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, "");
}

function older(path: string, version: number, release: Release): CommandError {
  return refused(path, `its version ${version} is newer than that of KiCad ${release}, and no file can be lowered`);
}

function refused(path: string, reason: string): CommandError {
  return new CommandError({
    code: "check-failed",
    message: `Cannot upgrade ${nameOf(path)}: ${reason}.`,
    hint: "Name a board, a schematic, a footprint or a symbol library, and a release that is newer than it.",
    data: { path },
  });
}
