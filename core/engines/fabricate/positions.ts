import { normalizeDegrees, type Point } from "../../base/nm.ts";
import type { Footprint } from "../../model/board/footprint.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";

/** Where a part is placed. */
export interface PartPlace {
  readonly reference: string;
  readonly value: string;
  readonly footprint: string;
  /** About the origin, y up. */
  readonly at: Point;
  readonly angle: number;
  readonly side: "top" | "bottom";
}

/** All parts but those that position files leave out. */
export function partPlaces(doc: Doc, origin: Point): PartPlace[] {
  const places: PartPlace[] = [];
  for (const item of doc.items.ofKind("footprint")) {
    const footprint = item as unknown as Footprint;
    if (footprint.attributes.includes("exclude_from_pos_files")) continue;
    places.push({
      reference: fieldValue(item, "Reference"),
      value: fieldValue(item, "Value"),
      footprint: footprint.libId.split(":").at(-1) ?? "",
      at: { x: footprint.at.x - origin.x, y: origin.y - footprint.at.y },
      angle: normalizeDegrees(footprint.at.angle),
      side: footprint.layer === "B.Cu" ? "bottom" : "top",
    });
  }
  return places;
}

/** The table as KiCad's position files in CSV have it. `order` compares references. */
export function positionsCsv(places: readonly PartPlace[], order: (a: string, b: string) => number): string {
  const mm = (nm: number) => (nm / 1e6).toFixed(6).replace(/^-(0\.0+)$/, "$1");
  const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const rows = [...places]
    .sort((a, b) => order(a.reference, b.reference))
    .map(({ reference, value, footprint, at, angle, side }) =>
      [...[reference, value, footprint].map(quoted), mm(at.x), mm(at.y), angle.toFixed(6), side].join(","),
    );
  return `${["Ref,Val,Package,PosX,PosY,Rot,Side", ...rows].join("\n")}\n`;
}
