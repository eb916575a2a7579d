// npm run proof:fill-drc [part of a path …]: boards filled by us and by KiCad, each checked by KiCad's DRC; what it finds
// in ours and not in its own. Of what has nothing to do with a fill (two tracks too close) KiCad names other pairs from
// run to run of the very same bytes, and of an edge that a zone comes too near other pieces: that is counted apart. A neck
// is named by what KiCad finds next to it, which hangs on where the border has corners: one whose vias KiCad's own fill has
// necks at, on the same layer, is the same neck.
import { createHash } from "node:crypto";
import { cpSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setFills } from "../../core/commands/pcb/zone-fills.ts";
import { writeDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { Edit } from "../../core/session/edit.ts";
import { ourFills } from "../laws/fill-agreement.ts";
import { corpusFolder, demosFolder, filesBelow, findingLines } from "../laws/kicad.ts";
import { caseFolder, kicadDrc, kicadOutput } from "../laws/kicad-cache.ts";

/** Larger boards (vme-wren) are checked when they are named. */
const MAX_BYTES = 40_000_000;
const wanted = process.argv.slice(2);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => wanted.length > 0 || statSync(path).size <= MAX_BYTES)
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));

const refill = join(import.meta.dirname, "fill-drc-kicad.py");

/** What KiCad's DRC finds in a board of these bytes, beside the files of its project. */
async function findings(path: string, board: Uint8Array): Promise<string[]> {
  const folder = caseFolder([path, createHash("sha256").update(board).digest("hex")]);
  try {
    cpSync(dirname(path), folder, { recursive: true });
    const copy = join(folder, basename(path));
    writeFileSync(copy, board);
    const report = (await kicadDrc(copy)) as { violations: readonly Violation[] };
    const necks = report.violations.filter(({ type }) => type === "connection_width");
    const rest = report.violations.filter(({ type }) => type !== "connection_width");
    return [
      ...findingLines({ ...report, violations: rest }),
      ...necks.map((neck) => `${findingLines({ violations: [neck] })[0]} ${layerOf(neck)}`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Violation {
  readonly type: string;
  readonly description: string;
}

/** The layer, in brackets at the end of KiCad's sentence. */
function layerOf({ description }: Violation): string {
  return `[${/\(([^()]*)\)$/.exec(description)?.[1] ?? ""}]`;
}

/** The vias and others, zones aside, next to the necks of each layer. */
function besideNecks(findings: readonly string[], zones: ReadonlySet<string>): Set<string> {
  return new Set(findings.flatMap((finding) => neckPlaces(finding, zones)));
}

function neckPlaces(finding: string, zones: ReadonlySet<string>): string[] {
  const [, type, ...words] = finding.replace(/ \[.*$/, "").split(" ");
  const layer = /\[.*$/.exec(finding)?.[0] ?? "";
  return type === "connection_width" ? words.filter((id) => !zones.has(id)).map((id) => `${id} ${layer}`) : [];
}

interface Told {
  readonly told: readonly string[];
  readonly others: number;
}

/** What hangs on fills though no zone need be named. */
const FILL_TYPES: ReadonlySet<string> = new Set([
  "unconnected_items",
  "starved_thermal",
  "isolated_copper",
  "connection_width",
  "copper_sliver",
]);

function zoneIds(item: Item): string[] {
  const inside = (item["children"] as readonly Item[] | undefined) ?? [];
  return [item, ...inside].filter((each) => each.kind === "zone").map((each) => String(each["uuid"]));
}

function aboutFills(all: readonly string[], zones: ReadonlySet<string>): Told {
  const told = all.flatMap((each) => aboutFill(each, zones) ?? []);
  return { told, others: all.length - told.length };
}

/** A finding as far as it is about a fill, null when it is not. */
function aboutFill(finding: string, zones: ReadonlySet<string>): string | null {
  const [severity, type, ...named] = finding.split(" ");
  if (FILL_TYPES.has(type!)) return finding;
  const own = named.filter((uuid) => zones.has(uuid));
  if (own.length === 0) return null;
  return type === "copper_edge_clearance" ? [severity, type, ...own].join(" ") : finding;
}

let worse = 0;
for (const path of boards) {
  try {
    const theirs = await kicadOutput(path, ["/usr/bin/python3", refill, path, "{out}"], [refill]);
    const { doc, plan, fills } = await ourFills(path);
    // As pcb.fillZones does, which also says on which layers pads and vias keep their rings.
    const edit = new Edit(path, doc, () => "");
    setFills(edit, { plan, fills });
    const zones = new Set([...doc.items.ofKind("zone", "footprint")].flatMap(zoneIds));
    const known = aboutFills(await findings(path, theirs), zones);
    const own = aboutFills(await findings(path, Buffer.from(writeDoc(edit.doc))), zones);
    const left = [...known.told];
    const beside = besideNecks(known.told, zones);
    const more = own.told.filter((each) => {
      const places = neckPlaces(each, zones);
      if (!left.includes(each) && places.length > 0 && places.every((place) => beside.has(place))) return false;
      const at = left.indexOf(each);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    worse += more.length;
    console.log(
      `${basename(path)}: ${known.told.length} findings about KiCad's fill, ${more.length} more about ours, ` +
        `${left.length} fewer; beside fills ${known.others} and ${own.others}`,
    );
    for (const each of more) console.log(`    + ${each}`);
    for (const each of left) console.log(`    - ${each}`);
  } catch (error) {
    console.log(`${basename(path)}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  }
}
process.exit(worse === 0 ? 0 : 1);
