import type { Point } from "../../../base/nm.ts";
import { PIN_TYPES, pinMapOf } from "../../../model/project/pin-map.ts";
import { compareNumbered } from "../../netlist/names.ts";
import type { Pin } from "../../netlist/parts.ts";
import { isStacked } from "../../netlist/parts.ts";
import type { RawFinding } from "../rule.ts";
import { defineRule } from "../rule.ts";
import { pinSubject, TYPES } from "../subject.ts";

export const pinToPin = defineRule({
  type: "pin_to_pin",
  title: "Conflict problem between pins",
  about: "Two pins of types that must not meet are joined, by the project's table of pin types.",
  severity: "warning",
  *check({ netlist }) {
    const map = pinMapOf(netlist.design.settings.pinMap);
    for (const net of netlist.nets) {
      const pins = sortedPins(net.pins);
      const clashes: Clash[] = [];
      for (const [i, a] of pins.entries()) {
        const row = map[PIN_TYPES.indexOf(a.type)];
        if (row === undefined) continue;
        for (let j = i + 1; j < pins.length; j++) {
          const b = pins[j]!;
          const level = row[PIN_TYPES.indexOf(b.type)] ?? 0;
          if (level === 0 || (a.part.sheet === b.part.sheet && isStacked(a, b))) continue;
          clashes.push({ a, b, level });
        }
      }
      if (clashes.length > 0) yield* fewest(clashes, pins);
    }
  },
});

interface Clash {
  readonly a: Pin;
  readonly b: Pin;
  /** 1 warning, 2 error. */
  readonly level: number;
}

/** Pins by reference, then by number. */
export function sortedPins(pins: readonly Pin[]): Pin[] {
  return [...pins].sort(
    (a, b) => compareNumbered(a.part.reference, b.part.reference) || compareNumbered(a.number, b.number),
  );
}

/** What is blamed first: the types that a mistake is most likely in. */
const BLAME = [
  "free",
  "unspecified",
  "passive",
  "open_collector",
  "open_emitter",
  "input",
  "tri_state",
  "bidirectional",
  "output",
  "power_in",
  "power_out",
  "no_connect",
];

/** One finding a pin, each with the nearest pin that it clashes with, until every clash is told. */
function* fewest(clashes: readonly Clash[], pins: readonly Pin[]): Iterable<RawFinding> {
  let rest = clashes;
  const involved = new Set(clashes.flatMap(({ a, b }) => [a, b]));
  for (const pin of blamed(pins.filter((pin) => involved.has(pin)))) {
    if (rest.length === 0) return;
    let nearest: { readonly other: Pin; readonly level: number; readonly distance: number } | null = null;
    for (const { a, b, level } of rest) {
      if (a !== pin && b !== pin) continue;
      const other = a === pin ? b : a;
      const distance = other.part.sheet === pin.part.sheet ? distanceOf(pin.at, other.at) : Number.POSITIVE_INFINITY;
      if (nearest === null || distance < nearest.distance || nearest.distance === Number.POSITIVE_INFINITY)
        nearest = { other, level, distance };
    }
    rest = rest.filter(({ a, b }) => a !== pin && b !== pin);
    if (nearest === null) continue;
    const { other, level } = nearest;
    const [m, n] = [TYPES[pin.type] ?? pin.type, TYPES[other.type] ?? other.type];
    yield {
      sheet: pin.part.sheet,
      items: [pinSubject(pin), pinSubject(other)],
      message: `Pins of type ${m} and ${n} are connected`,
      severity: level >= 2 ? "error" : "warning",
    };
  }
}

/**
 * Pins in the order in which they are blamed. Of pins of one type the first comes first, but for how KiCad fills its list:
 * it looks for the place of a pin from behind the last one that it put in. Where that leads past what is blamed later, the
 * pin goes before those of its own type.
 */
function blamed(pins: readonly Pin[]): Pin[] {
  const list: Pin[] = [];
  const rank = (pin: Pin) => BLAME.indexOf(pin.type);
  let hint = 0;
  for (const pin of pins) {
    const own = rank(pin);
    const [before, after] = [list[hint - 1], list[hint]];
    const fitsBefore = before === undefined || rank(before) <= own;
    let at: number;
    if (after === undefined || rank(after) >= own)
      at = fitsBefore ? hint : placeOf(list, (other) => rank(other) <= own);
    else {
      const next = list[hint + 1];
      at = next === undefined || rank(next) >= own ? hint + 1 : placeOf(list, (other) => rank(other) < own);
    }
    list.splice(at, 0, pin);
    hint = at + 1;
  }
  return list;
}

/** How many of a list from its front hold, which all do until one does not. */
function placeOf(list: readonly Pin[], holds: (pin: Pin) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function distanceOf(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
