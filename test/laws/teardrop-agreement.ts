import { loadClipper } from "../../bridge/node/clipper.ts";
import { planTeardrops } from "../../core/engines/teardrop/plan.ts";
import { ringArea, ringOf, turnedAs } from "../../core/geometry/ring.ts";
import type { Zone } from "../../core/model/board/zone.ts";
import { readBoard } from "./fill-agreement.ts";

/** One teardrop that KiCad left in a board, and ours. */
export interface TeardropAgreement {
  readonly id: string;
  readonly net: string;
  readonly layer: string;
  /** Area of the symmetric difference as a part of KiCad's; 1 when we make none there. */
  readonly difference: number;
  readonly priority: number;
  readonly ourPriority: number | null;
}

/** The teardrops that KiCad left in a board's file against those that we make of the same board. */
export async function teardropAgreement(path: string): Promise<{ theirs: TeardropAgreement[]; extra: string[] }> {
  const clipper = await loadClipper();
  const { doc, settings } = readBoard(path);
  const ours = planTeardrops(doc, clipper, settings);
  const rest = new Set(ours);
  const zones = [...doc.items.ofKind("zone")].map((item) => item as unknown as Zone);
  const theirs: TeardropAgreement[] = [];
  for (const zone of zones) {
    if (zone.attr?.teardrop == null || !zone.layer.endsWith(".Cu")) continue;
    const ring = turnedAs(ringOf((zone.outlines[0] ?? []).flatMap((p) => ("mid" in p ? [] : [p.x, p.y]))), true);
    const area = ringArea(ring);
    let best: { each: (typeof ours)[number] | null; off: number } = { each: null, off: area };
    for (const each of rest) {
      if (each.layer !== zone.layer || each.net !== zone.net) continue;
      if (Math.hypot(each.points[0]! - ring[0]!, each.points[1]! - ring[1]!) > 8_000_000) continue;
      const mine = turnedAs(ringOf(each.points), true);
      const off = clipper.xor([ring], [mine]).reduce((sum, piece) => sum + ringArea(piece), 0);
      if (off < best.off) best = { each, off };
    }
    if (best.each !== null) rest.delete(best.each);
    theirs.push({
      id: zone.id,
      net: zone.net,
      layer: zone.layer,
      difference: best.off / area,
      priority: zone.priority ?? 0,
      ourPriority: best.each?.priority ?? null,
    });
  }
  return { theirs, extra: [...rest].map((each) => `${each.net} ${each.layer} ${each.track} ${each.target}`) };
}
