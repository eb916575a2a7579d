import { existsSync, readFileSync } from "node:fs";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { footprintLibraries } from "../../core/commands/check/footprint-libraries.ts";
import { checkBoard } from "../../core/engines/check/check.ts";
import type { Finding } from "../../core/engines/check/finding.ts";
import type { FindingName } from "../../core/engines/check/finding-types.ts";
import { findingTypes } from "../../core/engines/check/finding-types.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import type { BoardItem, BoardItems } from "../../core/model/board/board-items.ts";
import { boardItems } from "../../core/model/board/board-items.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";

/** A violation of KiCad's report. */
export interface KicadViolation {
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  readonly excluded?: boolean;
  readonly items: readonly { readonly uuid: string; readonly description: string }[];
}

export interface KicadReport {
  readonly violations: readonly KicadViolation[];
  readonly unconnected_items: readonly KicadViolation[];
  readonly schematic_parity: readonly KicadViolation[];
}

export interface Tally {
  both: number;
  readonly onlyKicad: string[];
  readonly onlyUs: string[];
}

/** What both find in a board, and what only one of them does, by type of violation. */
export interface Agreement {
  readonly types: Map<string, Tally>;
  readonly milliseconds: number;
}

/** Our findings in a board file, with the project and rules that stand beside it. */
const libraryPort = nodeLibraries();

export async function ownFindings(path: string) {
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  if (doc === null) throw new Error(`${path} is no board`);
  const beside = (extension: string) => {
    const other = path.replace(/\.kicad_pcb$/, extension);
    return existsSync(other) ? readFileSync(other, "utf8") : null;
  };
  const settings = readProjectSettings(beside(".kicad_pro"));
  const file = parseRules(beside(".kicad_dru") ?? "(version 1)");
  const libraries = await footprintLibraries(libraryPort, doc, path, settings.textVariables);
  return {
    findings: checkBoard(doc, { settings, rules: file.usable ? file.rules : [], libraries }),
    items: boardItems(doc),
    settings,
  };
}

/**
 * Matches KiCad's violations with ours by type and items. Made equal before, since KiCad itself is not of one mind from
 * run to run: a missing connection counts by its net; an opening without copper by the opening, since KiCad names
 * whichever item it met first; and where KiCad stopped at its limit, what we find beyond it is not held against us.
 */
export function agreementOf(report: KicadReport, findings: readonly Finding[], items: BoardItems): Agreement["types"] {
  const types = new Map<string, Tally>();
  const tally = (type: string) => {
    let found = types.get(type);
    if (found === undefined) types.set(type, (found = { both: 0, onlyKicad: [], onlyUs: [] }));
    return found;
  };
  const all = [...report.violations, ...report.unconnected_items];
  const counts = new Map<string, number>();
  const theirs = new Map<string, number>();
  for (const { type, items: named } of all) {
    counts.set(type, (counts.get(type) ?? 0) + 1);
    const key = keyOf(
      type,
      named.map((item) => item.uuid),
      items,
    );
    // A via and a pad are looked at twice by KiCad, from either side.
    if (((twice.has(type) && named.length > 1) || onceABoard.has(type)) && theirs.has(key)) continue;
    theirs.set(key, (theirs.get(key) ?? 0) + 1);
  }
  const told = new Set<string>();
  for (const { type, items: named, detail, layer } of findings) {
    if (onceABoard.has(type) && told.has(type)) continue;
    told.add(type);
    const key = keyOf(type, named, items);
    const left = theirs.get(key) ?? 0;
    if (left > 0) {
      theirs.set(key, left - 1);
      tally(type).both++;
    } else if ((counts.get(type) ?? 0) < findingTypes[type as FindingName].limit) {
      const kinds = named.map((id) => items.byId.get(id)?.type ?? "nothing").join(" and ");
      tally(type).onlyUs.push(`${key} # ${kinds} on ${layer ?? "no layer"}, ${detail}`);
    }
  }
  for (const [key, left] of theirs) for (let i = 0; i < left; i++) tally(key.split(" ")[0]!).onlyKicad.push(key);
  return types;
}

/** What KiCad tells from either side. */
const twice: ReadonlySet<string> = new Set(["hole_to_hole", "holes_co_located"]);

/**
 * What counts once for a board: KiCad walks an open outline from whichever edge it meets first, and which edges it then
 * says to cross differs from run to run.
 */
const onceABoard: ReadonlySet<string> = new Set(["invalid_outline"]);

const byNet: ReadonlySet<string> = new Set([
  "length_out_of_range",
  "skew_out_of_range",
  "too_many_vias",
  "diff_pair_uncoupled_length_too_long",
]);

function isEdge({ type, item }: BoardItem): boolean {
  return type === "graphic" && (item["layer"] === "Edge.Cuts" || item["layer"] === "Margin");
}

function isOpening(item: BoardItem | undefined): boolean {
  return item?.type === "graphic" && (item.item["layer"] === "F.Mask" || item.item["layer"] === "B.Mask");
}

const knownTwins = new WeakMap<BoardItems, Set<string>>();

/** The ids that a file gives more than once. */
function twins(items: BoardItems): ReadonlySet<string> {
  let found = knownTwins.get(items);
  if (found === undefined) {
    const renamed = items.all.filter(({ id, item }) => id.includes("#") && typeof item["uuid"] === "string");
    knownTwins.set(items, (found = new Set(renamed.map(({ item }) => item["uuid"] as string))));
  }
  return found;
}

function keyOf(type: string, all: readonly string[], items: BoardItems): string {
  if (onceABoard.has(type)) return type;
  // An item without an id of its own in the file gets a new one from KiCad with every run.
  // The same goes for the second of two that have one id.
  const ids = all.map((id) => (items.byId.has(id) && !id.includes("#") && !twins(items).has(id) ? id : "?"));
  if (type === "unconnected_items") return `${type} ${items.byId.get(ids[0] ?? "")?.net ?? ids[0]}`;
  // Of the many items of these KiCad's report names whichever has the lowest address.
  if (byNet.has(type))
    return `${type} ${[...new Set(ids.map((id) => items.byId.get(id)?.net ?? id))].sort().join(" ")}`;
  if (type === "solder_mask_bridge" && ids.length === 3) return `${type} opening ${ids[0]}`;
  const opening = ids.find((id) => isOpening(items.byId.get(id)));
  if (type === "solder_mask_bridge" && opening !== undefined) return `${type} opening ${opening}`;
  // Which of several near edges KiCad names for a pad or a via depends on its search tree.
  if (type === "copper_edge_clearance" || type === "silk_edge_clearance") {
    const item = ids.map((id) => items.byId.get(id)).find((each) => each !== undefined && !isEdge(each));
    if (item !== undefined && item.type !== "track" && item.type !== "arc") return `${type} edge ${item.id}`;
    if (item === undefined && ids.includes("?")) return `${type} edge ?`;
  }
  // KiCad's report cannot name a footprint's fields but its reference and value.
  const named = ids.filter((id) => {
    const item = items.byId.get(id);
    if (item === undefined || item.type !== "field") return true;
    return item.item.kind !== "property" || item.item["name"] === "Reference" || item.item["name"] === "Value";
  });
  return `${type} ${[...named].sort().join(" ")}`;
}
