import { readFileSync } from "node:fs";
import { severityOf } from "../../core/engines/check/check.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { checkParity } from "../../core/engines/parity/check.ts";
import type { ParityFinding } from "../../core/engines/parity/finding.ts";
import { readDoc } from "../../core/model/document.ts";
import type { KicadReport } from "./drc-agreement.ts";
import { kicadDrc } from "./kicad-cache.ts";
import { designOf } from "./sheets.ts";

/** How often KiCad tells one kind before it stops. */
const LIMIT = 199;

export interface ParityAgreement {
  readonly both: ReadonlyMap<string, number>;
  readonly onlyKicad: readonly string[];
  readonly onlyOurs: readonly string[];
}

/** Our differences between a board file and the schematic beside it; what the project ignores is left out. */
export function ownParity(path: string): ParityFinding[] {
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  if (doc === null) throw new Error(`${path} is no board`);
  const design = designOf(path.replace(/\.kicad_pcb$/, ".kicad_sch"));
  return checkParity(doc, buildNetlist(design)).filter(({ type }) => severityOf(design.settings, type) !== "ignore");
}

/** Compares with `kicad-cli pcb drc --schematic-parity`, by type, text and items. Fields are KiCad 10's alone. */
export async function compareParity(path: string): Promise<ParityAgreement> {
  const report = (await kicadDrc(path, { parity: true })) as KicadReport;
  const board = readFileSync(path, "utf8");
  const theirs = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { type, description, items } of report.schematic_parity) {
    add(
      theirs,
      keyOf(
        type,
        description,
        items.map((item) => item.uuid),
        board,
      ),
    );
    add(counts, type);
  }
  const both = new Map<string, number>();
  const onlyOurs: string[] = [];
  for (const { type, detail, items, reference } of ownParity(path)) {
    if (type === "footprint_symbol_field_mismatch") continue;
    const key = keyOf(type, detail, items, board);
    const left = theirs.get(key) ?? 0;
    if (left > 0) {
      theirs.set(key, left - 1);
      add(both, type);
    } else if ((counts.get(type) ?? 0) < LIMIT) onlyOurs.push(`${key} (${reference})`);
  }
  const onlyKicad = [...theirs].flatMap(([key, left]) => Array.from({ length: left }, () => key));
  return { both, onlyKicad, onlyOurs };
}

function keyOf(type: string, text: string, items: readonly string[], board: string): string {
  const words = type === "duplicate_footprints" || type === "extra_footprint" ? "" : text.replace(/\.$/, "");
  // KiCad puts the footprint's reference where its value should stand.
  const said = words
    .replace(/^Value \(.*?\) doesn't match symbol value .*$/s, "Value")
    .replace(/^.*: ('.* settings)/, "$1");
  // An item without an id of its own in the file gets a new one from KiCad with every run.
  const ids = items.map((id) => (board.includes(id) ? id : "?")).sort();
  return `${type} ${said} ${ids.join(" ")}`;
}

function add(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
