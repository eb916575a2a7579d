import type { Point } from "../../base/nm.ts";
import type { ContactMap, Line } from "./contacts.ts";
import { isInside, samePlace } from "./contacts.ts";

/**
 * Whether KiCad would put a dot at `p`: three or more ways leave it (directions of wires, and pins), and something ends
 * there. Two wires that cross, neither ending, are not joined. Wires and buses are counted apart. The rule is read off
 * the dots of real sheets.
 */
export function needsJunction(p: Point, map: ContactMap): boolean {
  const contacts = map.at(p);
  // Pins of one symbol that lie on each other are one way, and so are bus entries.
  const owners = contacts.filter((c) => c.kind === "pin" || c.kind === "sheetPin").map((c) => c.item);
  const pins = new Set(owners).size;
  const entries = contacts.some((c) => c.kind === "busEntryEnd") ? 1 : 0;
  const ways = (bus: boolean) =>
    directionsAt(
      p,
      map.lines.filter((line) => line.bus === bus),
    );
  const wires = ways(false);
  const ends = wires.ends > 0 || pins > 0 || entries > 0;
  // A bus entry is a way for its wire, but never joins its bus.
  const buses = ways(true);
  if (buses.ends > 0 && buses.directions.size + pins >= 3) return true;
  if (buses.directions.size > 0) return false;
  return ends && wires.directions.size + pins + entries >= 3;
}

/** The ways that lines leave a point by, and how many lines end there. */
function directionsAt(p: Point, lines: readonly Line[]): { directions: Set<number>; ends: number } {
  const directions = new Set<number>();
  let ends = 0;
  for (const { from, to } of lines) {
    if (samePlace(p, from)) {
      directions.add(Math.atan2(to.y - p.y, to.x - p.x));
      ends++;
    } else if (samePlace(p, to)) {
      directions.add(Math.atan2(from.y - p.y, from.x - p.x));
      ends++;
    } else if (isInside(p, from, to)) {
      directions.add(Math.atan2(to.y - p.y, to.x - p.x));
      directions.add(Math.atan2(from.y - p.y, from.x - p.x));
    }
  }
  return { directions, ends };
}
