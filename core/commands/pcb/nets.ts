import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { copperByNet } from "../../engines/connect/copper.ts";
import { shapesMeet } from "../../geometry/distance.ts";
import { circle } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { Edit } from "../../session/edit.ts";
import { netNames } from "../item-refs.ts";
import { nearest } from "../registry.ts";

/**
 * The one net of the copper that lies at these places on a layer ("" when nothing does; null layer: on any).
 * Throws `invalid-args` when two nets meet there.
 */
export function netAt(doc: Doc, layer: string | null, places: readonly Point[], verb: string): string {
  const bit = layer === null ? -1 : 1 << copperLayers(doc).indexOf(layer);
  const spots = places.map((p) => circle(p.x, p.y, 0));
  const found = new Set<string>();
  for (const [net, copper] of copperByNet(doc)) {
    for (const each of copper) {
      if ((each.layers & bit) === 0) continue;
      const hit = spots.some((spot) =>
        (each.fill === null ? each.shapes : [each.fill]).some((own) => shapesMeet(own, spot)),
      );
      if (hit) found.add(net);
    }
  }
  if (found.size <= 1) return [...found][0] ?? "";
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb}: it would join ${[...found].join(" and ")}.`,
    hint: "Say which net it belongs to with net, or choose other points.",
    data: { nets: [...found] },
  });
}

/** A net for a new item: known, or new and then noted. */
export function netNamed(edit: Edit, name: string, notes: string[]): string {
  const known = netNames(edit.doc);
  if (name === "" || known.includes(name)) return name;
  const near = nearest(name, known);
  notes.push(`The net ${name} is new${near === undefined ? "" : ` (did you mean ${near}?)`}.`);
  return edit.ensureNet(name);
}

/** The value that a length has most often among the net's items of a kind, else among all, else `otherwise`. */
export function usualOf(doc: Doc, kind: string, property: string, net: string, otherwise: Nm): Nm {
  const own = new Map<Nm, number>();
  const all = new Map<Nm, number>();
  for (const item of doc.items.ofKind(kind)) {
    const value = item[property] as Nm;
    all.set(value, (all.get(value) ?? 0) + 1);
    if (item["net"] === net) own.set(value, (own.get(value) ?? 0) + 1);
  }
  const counts = [...(own.size > 0 ? own : all)].sort((a, b) => b[1] - a[1]);
  return counts[0]?.[0] ?? otherwise;
}
