import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { customFillRules } from "../../core/commands/pcb/custom-fill-rules.ts";
import { Isolation, isolatedPieces } from "../../core/engines/connect/isolated.ts";
import type { FillPlan } from "../../core/engines/fill/plan.ts";
import { planFill } from "../../core/engines/fill/plan.ts";
import type { FillPool } from "../../core/engines/fill/run.ts";
import { ownPool, runFill } from "../../core/engines/fill/run.ts";
import { zoneSettingsOf } from "../../core/engines/fill/zone-settings.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { inkOf } from "../../core/engines/render/ink.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { ringsArea, turnedAs } from "../../core/geometry/ring.ts";
import type { Fill, Zone } from "../../core/model/board/zone.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { kicadOutput } from "./kicad-cache.ts";

/** How one zone's fill on one layer compares with KiCad's. */
export interface ZoneAgreement {
  readonly zone: string;
  readonly net: string;
  readonly layer: string;
  /** Area of the symmetric difference as a part of the zone's outline. */
  readonly difference: number;
  readonly pieces: number;
  readonly theirPieces: number;
  readonly islands: number;
  readonly theirIslands: number;
}

type KicadPiece = KicadFills["zones"][number]["layers"][string][number];

/**
 * The islands among KiCad's pieces of a zone that keeps only large ones. KiCad marks islands by their number before it
 * takes the small ones out, so that its marks stand on other pieces afterwards, or on none: what hangs on no pad counts.
 */
function islandsOf(doc: Doc, zone: string, layers: Readonly<Record<string, readonly KicadPiece[]>>): Set<KicadPiece> {
  const pieces = Object.entries(layers).flatMap(([layer, list]) =>
    list.map((piece) => ({ zone, layer, ring: piece.points, piece })),
  );
  const alone = isolatedPieces(doc, pieces);
  // A zone of nothing but islands keeps them all, unmarked.
  return new Set(alone.size === pieces.length ? [] : [...alone].map(({ piece }) => piece));
}

interface KicadFills {
  readonly seconds: number;
  readonly zones: readonly {
    readonly uuid: string;
    readonly net: string;
    readonly area: number;
    readonly layers: Readonly<Record<string, readonly { readonly island: boolean; readonly points: number[] }[]>>;
  }[];
}

export const fillScript = join(import.meta.dirname, "../proof/fill-kicad.py");

/** The board's document and what its project says. */
export function readBoard(path: string): { doc: Doc; settings: ReturnType<typeof readProjectSettings> } {
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  const project = path.replace(/\.kicad_pcb$/, ".kicad_pro");
  return { doc: doc!, settings: readProjectSettings(existsSync(project) ? readFileSync(project, "utf8") : null) };
}

/** Our fill of all zones of a board; in this thread when no pool is given. `ms` is without reading the board. */
export async function ourFills(
  path: string,
  pool?: FillPool,
): Promise<{ doc: Doc; plan: FillPlan; fills: Map<string, Fill[]>; ms: number }> {
  const clipper = await loadClipper();
  const { doc, settings } = readBoard(path);
  // KiCad's board is in memory whole when its clock begins: so is ours, whose items are otherwise read when asked for.
  for (const entry of doc.items.entries) entry.item();
  const began = performance.now();
  const context = contextOf(doc, { variables: Object.fromEntries(settings.textVariables) });
  const ink = (item: Item, owner: unknown) => inkOf(context, item, owner as Item | null);
  const dru = path.replace(/\.kicad_pcb$/, ".kicad_dru");
  const written = existsSync(dru) ? parseRules(readFileSync(dru, "utf8")) : null;
  const rules = written?.usable === true ? customFillRules(doc, settings, written.rules) : null;
  const plan = planFill(doc, clipper, { settings, ink, ...(rules === null ? {} : { rules }) });
  const fills = await runFill(clipper, plan, {
    pool: pool ?? ownPool(clipper),
    islands: new Isolation(doc, new Set(plan.zones.map(({ item }) => item.id))),
  });
  return { doc, plan, fills, ms: performance.now() - began };
}

/** Fills every zone of a board with us and with KiCad; null when KiCad cannot read the board. */
export async function fillAgreement(
  path: string,
): Promise<{ zones: ZoneAgreement[]; ms: number; theirMs: number } | null> {
  const command = ["/usr/bin/python3", fillScript, path, "{out}"];
  const output = await kicadOutput(path, command, [fillScript]).catch(() => null);
  if (output === null) return null;
  const theirs = JSON.parse(output.toString()) as KicadFills;
  const clipper = await loadClipper();
  const { doc, fills, ms } = await ourFills(path);
  const ids = [...doc.items.ofKind("zone")].filter((item) => item["keepout"] === null);
  const zones: ZoneAgreement[] = [];
  for (const [i, zone] of theirs.zones.entries()) {
    const item = ids[i]!;
    const own = fills.get(item.id) ?? [];
    const slips = zoneSettingsOf(item as unknown as Zone).islands === "belowArea" && zone.net !== "";
    const alone = slips ? islandsOf(doc, item.id, zone.layers) : null;
    for (const [layer, pieces] of Object.entries(zone.layers)) {
      const here = own.filter((fill) => fill.layer === layer);
      const rings = (list: readonly { points: readonly number[] }[]) =>
        clipper.union(list.map(({ points }) => turnedAs(Int32Array.from(points), true)));
      zones.push({
        zone: zone.uuid,
        net: zone.net,
        layer,
        difference: Math.abs(ringsArea(clipper.union(clipper.xor(rings(here), rings(pieces))))) / zone.area,
        pieces: here.length,
        theirPieces: pieces.length,
        islands: here.filter((fill) => fill.island).length,
        theirIslands: pieces.filter((piece) => alone?.has(piece) ?? piece.island).length,
      });
    }
  }
  return { zones, ms, theirMs: theirs.seconds * 1000 };
}
