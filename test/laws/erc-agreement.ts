import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { ercLibraries } from "../../core/commands/check/erc-libraries.ts";
import type { Finding } from "../../core/engines/erc/check.ts";
import { runErc } from "../../core/engines/erc/check.ts";
import { rules } from "../../core/engines/erc/rules.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { reorderedReports, shakenReports } from "./erc-shaken.ts";
import { kicadErc, kicadErcWithLibraries, kicadHome } from "./kicad-cache.ts";
import { designOf } from "./sheets.ts";

/** Findings of one type that both have, that only KiCad has, that only we have. */
export interface TypeAgreement {
  both: number;
  /** Of these, how many KiCad tells only of a moved copy. */
  moved: number;
  /** Of these, how many of KiCad's are a choice that it makes otherwise where a file tells its items in another order. */
  chosen: number;
  kicadOnly: string[];
  oursOnly: string[];
}

interface KicadReport {
  readonly sheets: readonly {
    readonly violations: readonly {
      readonly type: string;
      readonly severity: string;
      readonly description: string;
      readonly excluded?: boolean;
      readonly items: readonly { readonly uuid: string; readonly description: string }[];
    }[];
  }[];
}

/** What came with KiCad. */
const machineLibraries = () => nodeLibraries({ settings: kicadHome() });

/**
 * Compares our findings in a root schematic with those of `kicad-cli sch erc`, by type, severity, exclusion and items.
 * With libraries, what only we have is looked for in KiCad's reports of shaken copies (`shakenReports`) before it counts.
 */
export async function compareErc(root: string, given: "libraries" | null): Promise<Map<string, TypeAgreement>> {
  const theirs = keyed((await (given === null ? kicadErc(root) : kicadErcWithLibraries(root))) as KicadReport);
  const netlist = buildNetlist(designOf(root));
  const library = given === null ? null : await ercLibraries(machineLibraries(), netlist, root);
  const ours = new Map<string, string[]>();
  for (const finding of runErc(netlist, { library }))
    add(
      ours,
      ourKey(finding),
      `${finding.type} ${finding.severity}: ${finding.items.map((item) => `${item.text} ${item.id}`).join(" + ") || finding.description}`,
    );
  const more = () =>
    [...ours].some(
      ([key, texts]) => !annotationTypes.has(key.split(" ")[0]!) && texts.length > (theirs.get(key)?.length ?? 0),
    );
  const asItLies = new Map([...theirs].map(([key, texts]) => [key, texts.length]));
  if (given !== null && more())
    for await (const report of shakenReports(root)) {
      for (const [key, texts] of keyed(report as KicadReport))
        if (ours.has(key) && texts.length > (theirs.get(key)?.length ?? 0)) theirs.set(key, texts);
      if (!more()) break;
    }
  const found = new Map<string, TypeAgreement>();
  const of = (key: string) => {
    const type = key.split(" ")[0]!;
    const known = found.get(type) ?? { both: 0, moved: 0, chosen: 0, kicadOnly: [], oursOnly: [] };
    found.set(type, known);
    return known;
  };
  for (const [key, texts] of theirs) {
    const own = ours.get(key)?.length ?? 0;
    const both = Math.min(own, texts.length);
    of(key).both += both;
    of(key).moved += Math.max(0, both - (asItLies.get(key) ?? 0));
    of(key).kicadOnly.push(...texts.slice(own));
  }
  for (const [key, texts] of ours) of(key).oursOnly.push(...texts.slice(theirs.get(key)?.length ?? 0));
  if (given !== null) await settleChoices(root, theirs, ours, of);
  return found;
}

/**
 * Takes what only KiCad and what only we have for the same where KiCad's report of a reordered copy has ours and has
 * KiCad's no more.
 */
async function settleChoices(
  root: string,
  theirs: ReadonlyMap<string, string[]>,
  ours: ReadonlyMap<string, string[]>,
  of: (key: string) => TypeAgreement,
): Promise<void> {
  const counted = (key: string) => !annotationTypes.has(key.split(" ")[0]!);
  const less = (a: ReadonlyMap<string, string[]>, b: ReadonlyMap<string, string[]>) =>
    [...a].filter(([key, texts]) => counted(key) && texts.length > (b.get(key)?.length ?? 0)).map(([key]) => key);
  const [missed, extra] = [new Set(less(theirs, ours)), new Set(less(ours, theirs))];
  if (missed.size === 0 || extra.size === 0) return;
  for await (const report of reorderedReports(root)) {
    const there = keyed(report as KicadReport);
    const taken = [...extra].filter((key) => (there.get(key)?.length ?? 0) >= ours.get(key)!.length);
    if (taken.length === 0) continue;
    for (const key of taken) {
      extra.delete(key);
      const row = of(key);
      row.oursOnly = row.oursOnly.filter((text) => !ours.get(key)!.includes(text));
    }
    for (const key of [...missed]) {
      if (there.has(key)) continue;
      missed.delete(key);
      const row = of(key);
      const texts = theirs.get(key)!;
      row.kicadOnly = row.kicadOnly.filter((text) => !texts.includes(text));
      row.both += texts.length - (ours.get(key)?.length ?? 0);
      row.chosen += texts.length - (ours.get(key)?.length ?? 0);
    }
    if (missed.size === 0) return;
  }
}

function keyed({ sheets }: KicadReport): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { type, severity, excluded, items, description } of sheets.flatMap((sheet) => sheet.violations)) {
    const ids = items.map((item) => item.uuid);
    const what = items.map((item) => `${item.description} ${item.uuid}`).join(" + ") || description;
    add(
      found,
      keyOf(type, severity, excluded === true, ids),
      `${type} ${severity}${excluded === true ? " excluded" : ""}: ${what}`,
    );
  }
  return found;
}

/** Checks that KiCad's command line leaves to its annotation, and those that need libraries. */
export const annotationTypes: ReadonlySet<string> = new Set(rules.filter((r) => r.fromAnnotation).map((r) => r.type));
/** KiCad files what misses its filters under footprint_link_issues. */
export const libraryTypes: ReadonlySet<string> = new Set([
  ...rules.filter((r) => r.needsLibrary).map((r) => r.type),
  "footprint_filter",
]);

function ourKey({ type, severity, excluded, items }: Finding): string {
  // KiCad's report names two items at most.
  return keyOf(
    type,
    severity,
    excluded !== null,
    items.slice(0, 2).map((item) => item.id),
  );
}

function keyOf(type: string, severity: string, excluded: boolean, ids: readonly string[]): string {
  // Which of the wires under a label, or of the items of a bus, KiCad names goes by memory.
  const told = type === "label_multiple_wires" || type === "bus_to_net_conflict" ? ids.slice(0, 1) : ids;
  return `${type} ${severity} ${excluded} ${[...new Set(told)].sort().join(" ")}`;
}

function add(map: Map<string, string[]>, key: string, text: string): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [text]);
  else there.push(text);
}
