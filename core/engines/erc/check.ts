import type { Severity } from "../../model/project/settings.ts";
import type { Sheet } from "../netlist/design.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Node } from "../netlist/node.ts";
import type { Subgraph } from "../netlist/subgraph.ts";
import { exclusionKeys, exclusionsOf, readExclusion } from "./exclusions.ts";
import type { LibraryPort } from "./library-port.ts";
import type { ErcContext, Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import type { Subject } from "./subject.ts";
import { nodeSubject, partSubject } from "./subject.ts";

/** One violation. */
export interface Finding {
  readonly type: string;
  readonly severity: "error" | "warning";
  readonly description: string;
  readonly sheet: Sheet;
  readonly items: readonly Subject[];
  /** The person has seen it and lets it be; the comment says why. */
  readonly excluded: { readonly comment: string } | null;
}

export interface ErcOptions {
  readonly library?: LibraryPort | null;
  readonly signal?: AbortSignal;
  /** Only these types. */
  readonly types?: ReadonlySet<string>;
}

/** Runs every check that the project does not ignore. Findings come sheet by sheet, errors before warnings. */
export function runErc(netlist: Netlist, options: ErcOptions = {}): Finding[] {
  const { settings } = netlist.design;
  const severityOf = (rule: Rule): Severity => settings.ercSeverities.get(rule.type) ?? rule.severity;
  const excluded = exclusionsOf(settings);
  const byType = new Map(rules.map((rule) => [rule.type, rule]));
  const cx: ErcContext = {
    netlist,
    subgraphs: onceEach(netlist),
    wants: (type) => severityOf(byType.get(type)!) !== "ignore",
    library: options.library ?? null,
    signal: options.signal,
  };
  const findings: Finding[] = [];
  const used = new Set<string>();
  const seen = new Set<string>();
  for (const rule of rules) {
    options.signal?.throwIfAborted();
    const told = rule.toldAs === undefined ? rule : byType.get(rule.toldAs)!;
    const level = severityOf(rule) === "ignore" ? "ignore" : severityOf(told);
    const wanted = options.types?.has(rule.type) ?? true;
    if (level === "ignore" || !(wanted || options.types?.has(told.type) === true)) continue;
    for (const raw of rule.check(cx)) {
      const at = raw.items.map(({ id, at: p }) => `${id}@${p.x},${p.y}`).join(" ");
      const key = `${rule.type} ${raw.sheet.path} ${at} ${raw.items.length === 0 ? raw.message : ""}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const exclusions = exclusionKeys(told.type, raw).filter((each) => excluded.has(each));
      for (const each of exclusions) used.add(each);
      const comment = excluded.get(exclusions[0] ?? "");
      findings.push({
        type: told.type,
        severity: raw.severity ?? level,
        description: raw.message ?? rule.title,
        sheet: raw.sheet,
        items: raw.items,
        excluded: comment === undefined ? null : { comment },
      });
    }
  }
  findings.push(...stale(excluded, used, netlist, severityOf));
  const rank = (finding: Finding) => finding.sheet.index * 2 + (finding.severity === "error" ? 0 : 1);
  return findings.sort((a, b) => rank(a) - rank(b));
}

/** Exclusions that nothing matches any more, but whose items are still there: the person sees what they excluded. */
function stale(
  excluded: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
  netlist: Netlist,
  severityOf: (rule: Rule) => Severity,
): Finding[] {
  const rest = [...excluded].filter(([row]) => !used.has(row));
  if (rest.length === 0) return [];
  const subjects = new Map<string, Subject>();
  for (const node of netlist.nodes) if (!subjects.has(node.id)) subjects.set(node.id, nodeSubject(node));
  for (const part of netlist.parts) subjects.set(part.symbol.id, partSubject(part));
  return rest.flatMap(([row, comment]) => {
    const read = readExclusion(row, comment);
    const rule = rules.find((each) => each.type === read?.type);
    const items = read?.ids.map((id) => subjects.get(id)) ?? [];
    if (read === null || rule === undefined || items.length === 0 || items.includes(undefined)) return [];
    const severity = severityOf(rule);
    if (severity === "ignore") return [];
    const sheet = netlist.sheets.find((each) => each.path === read.path) ?? items[0]!.sheet;
    const found = { type: rule.type, severity, description: rule.title, sheet, items: items as Subject[] };
    return [{ ...found, excluded: { comment } }];
  });
}

/** Subgraphs that stand for themselves, and of those with one driver (on sheets that are used again) the first. */
function onceEach(netlist: Netlist): Subgraph[] {
  const seen = new Set<string>();
  return netlist.subgraphs.filter((subgraph) => {
    if (subgraph.absorbedBy !== null) return false;
    if (subgraph.driver === null) return true;
    const key = itemKey(subgraph.driver);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function itemKey(node: Node): string {
  return node.pin === null ? node.id : `${node.item.id} ${node.pin.part.unit} ${node.pin.number}`;
}
