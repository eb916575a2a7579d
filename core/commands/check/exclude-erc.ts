import { CommandError } from "../../base/error.ts";
import type { Finding } from "../../engines/erc/check.ts";
import { runErc } from "../../engines/erc/check.ts";
import { exclusionTexts, readExclusion } from "../../engines/erc/exclusions.ts";
import { rules } from "../../engines/erc/rules.ts";
import type { Json } from "../../format/json-tree.ts";
import type { EditContext } from "../define.ts";
import { editProject } from "../project/project-file.ts";
import { nearest } from "../registry.ts";
import { wholeDesign } from "../sch/design.ts";
import { ercLibraries } from "./erc-libraries.ts";
import { isCalled } from "./explain-erc.ts";

/** Where a project file keeps the exclusions of its schematic. */
const EXCLUSIONS = ["erc", "erc_exclusions"];

/** Accepts violations of the electrical rules check: writes them into the project file as KiCad does. */
export async function excludeErc(
  cx: EditContext,
  args: { readonly type: string; readonly items: readonly string[]; readonly comment?: string },
): Promise<string[]> {
  const found = await findingsOf(cx, ercType("exclude", args.type), args.items);
  const open = found.filter((each) => each.excluded === null);
  if (open.length === 0)
    throw new CommandError({
      code: "not-found",
      message: `Cannot exclude ${args.type}${args.items.length === 0 ? "" : ` of ${args.items.join(" and ")}`}: ${
        found.length === 0 ? "there is no such violation" : "it is excluded already"
      }.`,
      hint: found.length === 0 ? "List them with check.erc." : "Give another comment after check.include.",
      data: { type: args.type },
    });
  const texts = [...new Set(open.flatMap((each) => exclusionTexts(each.type, each)))];
  if (texts.length === 0)
    throw new CommandError({
      code: "service-unavailable",
      message: `Cannot exclude ${args.type}: how KiCad writes an exclusion of this type is not known.`,
      hint: "Exclude it in KiCad, or set its severity with check.severities.",
      data: { type: args.type },
    });
  const project = await editProject(cx);
  const rows = rowsOf(project.get(EXCLUSIONS));
  // Project files of KiCad 7 have the texts alone.
  const isPlain = rows.length > 0 && !rows.some(Array.isArray);
  const comment = args.comment ?? "";
  project.set(EXCLUSIONS, [...rows, ...texts.map((text) => (isPlain ? text : [text, comment]))]);
  const notes = [`Excluded: ${open.length} of ${args.type}.`];
  if (isPlain && comment !== "") notes.push("Project files of KiCad 7 and older keep no comments.");
  return notes;
}

/** Takes exclusions out of the project file again. */
export async function includeErc(
  cx: EditContext,
  args: { readonly type?: string; readonly items?: readonly string[] },
): Promise<string[]> {
  const type = args.type === undefined ? null : ercType("include", args.type);
  const project = await editProject(cx);
  const rows = rowsOf(project.get(EXCLUSIONS));
  const named = args.items ?? [];
  const ids = new Set<string>();
  if (named.length > 0)
    for (const finding of await findingsOf(cx, type, named))
      for (const item of finding.items) if (named.some((ref) => isCalled(item, ref))) ids.add(item.id);
  for (const ref of named) ids.add(ref);
  const kept = rows.filter((row) => {
    const read = readExclusion(String(Array.isArray(row) ? row[0] : row), "");
    const isMeant =
      read !== null &&
      (type === null || read.type === type) &&
      (named.length === 0 || read.ids.some((id) => ids.has(id)));
    return !isMeant;
  });
  if (kept.length === rows.length)
    throw new CommandError({
      code: "not-found",
      message: `Cannot include ${type ?? "violations"}: no such violation is excluded.`,
      hint: "List them with check.erc and excluded true.",
      data: { ...(type === null ? {} : { type }) },
    });
  project.set(EXCLUSIONS, kept);
  return [`Included again: ${rows.length - kept.length}.`];
}

async function findingsOf(cx: EditContext, type: string | null, items: readonly string[]): Promise<Finding[]> {
  const { netlist } = await wholeDesign(cx);
  const { libraries } = cx.services;
  const looksUp =
    libraries !== undefined && rules.some((rule) => rule.needsLibrary && (type ?? rule.type) === rule.type);
  const library = looksUp ? await ercLibraries(libraries, netlist, cx.open.path) : null;
  const types = type === null ? {} : { types: new Set([type]) };
  return runErc(netlist, { ...types, library, signal: cx.signal }).filter((each) =>
    items.every((ref) => each.items.some((item) => isCalled(item, ref))),
  );
}

function rowsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function ercType(verb: string, name: string): string {
  const known = rules.map((rule) => rule.type);
  if (known.includes(name)) return name;
  const near = nearest(name, known);
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} ${JSON.stringify(name)}: there is no such kind of violation.`,
    hint: near === undefined ? `These are: ${known.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`,
    data: { type: name },
  });
}
