import { CommandError } from "../../base/error.ts";
import { Isolation } from "../../engines/connect/isolated.ts";
import type { FillPlan } from "../../engines/fill/plan.ts";
import { planFill } from "../../engines/fill/plan.ts";
import { runFill } from "../../engines/fill/run.ts";
import type { StaleFill } from "../../engines/fill/stale.ts";
import { staleFills } from "../../engines/fill/stale.ts";
import { contextOf } from "../../engines/render/context.ts";
import { inkOf } from "../../engines/render/ink.ts";
import type { Fill, Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { Edit } from "../../session/edit.ts";
import { checkInput } from "../check/board-check.ts";
import type { DocumentContext, Filling } from "../define.ts";
import { customFillRules } from "./custom-fill-rules.ts";

/** What filling gives: each zone's copper, and the plan that it came from. */
export interface Filled {
  readonly plan: FillPlan;
  readonly fills: ReadonlyMap<ItemId, readonly Fill[]>;
  readonly filling: Filling;
}

/** Fills zones of a board (all, or those named) without changing anything. */
export async function fillZonesOf(cx: DocumentContext, doc: Doc, only?: ReadonlySet<ItemId>): Promise<Filled> {
  const filling = await fillingOf(cx);
  const { settings, rules } = await checkInput(cx);
  const custom = customFillRules(doc, settings, rules.usable ? rules.rules : []);
  const context = contextOf(doc, { variables: Object.fromEntries(settings.textVariables) });
  const plan = planFill(doc, filling.clipper, {
    settings,
    ink: (item, owner) => inkOf(context, item, owner as unknown as Item | null),
    ...(custom === null ? {} : { rules: custom }),
    ...(only === undefined ? {} : { only }),
  });
  const fills = await runFill(filling.clipper, plan, {
    pool: filling.pool,
    signal: cx.signal,
    progress: (done, of) => cx.progress(`Filled ${done} of ${of}`, Math.round((100 * done) / of)),
    islands: new Isolation(doc, new Set(plan.zones.map(({ item }) => item.id))),
  });
  return { plan, fills, filling };
}

/** The host's clipper and workers. Throws `service-unavailable` where there are none. */
export async function fillingOf(cx: DocumentContext): Promise<Filling> {
  const filling = await cx.services.filling?.();
  if (filling !== undefined) return filling;
  throw new CommandError({
    code: "service-unavailable",
    message: "Cannot fill zones: this host brings no polygon clipper.",
    hint: "Run the command in the editor or with edsnx.",
  });
}

/** The fills that are out of date: those that filling again would change by more than a few micrometres. */
export async function staleZones(cx: DocumentContext, doc: Doc): Promise<StaleFill[]> {
  const { fills, filling } = await fillZonesOf(cx, doc);
  return staleFills(filling.clipper, doc, fills);
}

/** The board with its zones (all, or those named) filled anew; the document in the session stays as it is. */
export async function withFreshFills(cx: DocumentContext, only?: ReadonlySet<ItemId>): Promise<Doc> {
  // What is added nowhere needs no uuid.
  const edit = new Edit(cx.open.path, cx.doc, () => "");
  setFills(edit, await fillZonesOf(cx, cx.doc, only));
  return edit.doc;
}

/** Versions of boards whose fills have no pen of their own only when the file says so. */
const PEN_UNTIL = 20220131;

/** Puts fills in, and the layers on which vias and pads keep their rings for them. */
export function setFills(
  edit: Edit,
  { plan, fills }: Pick<Filled, "plan" | "fills">,
  chosen: (id: ItemId) => boolean = () => true,
): number {
  let changed = 0;
  for (const [id, list] of fills) {
    if (!chosen(id)) continue;
    const zone = edit.doc.items.get(id) as unknown as Zone;
    if (sameFills(zone.fills, list) && zone.fill.filled) continue;
    const pen = edit.doc.version < PEN_UNTIL ? { filledAreasThickness: false } : {};
    edit.set(id, { fills: list, fill: { ...zone.fill, filled: true }, ...pen });
    changed++;
  }
  for (const item of [...plan.items.vias, ...plan.items.pads]) {
    const own = "via" in item ? item.via : item.pad;
    if (own.removeUnusedLayers !== true || edit.doc.version < ZONE_LAYERS) continue;
    const layers = plan.flashing.zoneLayers(item);
    const before = own.zoneLayerConnections ?? [];
    if (layers.length === before.length && layers.every((layer) => before.includes(layer))) continue;
    if (own.zoneLayerConnections === null && layers.length === 0) continue;
    edit.set(own.id, { zoneLayerConnections: layers }, "via" in item ? undefined : item.footprint.id);
  }
  return changed;
}

/** First version that keeps those layers. */
const ZONE_LAYERS = 20221018;

function sameFills(a: readonly Fill[], b: readonly Fill[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ layer, island, points }, i) => {
      const other = b[i]!;
      if (layer !== other.layer || island !== other.island || points.length !== other.points.length) return false;
      return points.every((v, k) => v === other.points[k]);
    })
  );
}

/** The zones (not rule areas) of a document. */
export function copperZones(doc: Doc): Zone[] {
  return [...doc.items.ofKind("zone")].map((item) => item as unknown as Zone).filter((zone) => zone.keepout === null);
}
