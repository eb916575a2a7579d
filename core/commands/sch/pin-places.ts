import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { librarySymbolsOf, pinsOf } from "../../engines/sheet/symbol-pins.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { symbolsCalled } from "./symbol-refs.ts";

/** Where a pin that a call names connects. */
export interface PinPlace {
  readonly at: Point;
  /** From the connection point towards the body; a unit vector on the sheet (y down). */
  readonly inward: Point;
  readonly symbol: Item;
  readonly number: string;
  readonly name: string;
  /** Whether the call named the symbol and not the pin. */
  readonly whole: boolean;
}

/**
 * The places of pins: `U1.3` by number or by name (`U1.OUT`), or a whole symbol's; the symbol by reference or by uuid, since
 * symbols without a number have one reference (`R?`). Hidden pins count. Throws `not-found`
 * with the pins that there are.
 */
export function pinPlaces(doc: Doc, refs: string | readonly string[], verb: string): PinPlace[] {
  const found: PinPlace[] = [];
  for (const ref of typeof refs === "string" ? [refs] : refs) found.push(...placesOf(doc, ref, verb));
  return found;
}

/** The place of one pin, or of several in one place. Throws `not-found`, and `invalid-args` where pins lie apart. */
export function pinPlace(doc: Doc, ref: string, verb: string): PinPlace {
  const pins = pinPlaces(doc, ref, verb);
  const first = pins[0];
  if (first !== undefined && pins.every(({ at }) => at.x === first.at.x && at.y === first.at.y)) return first;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot ${verb} ${ref}: it means ${new Set(pins.map(({ at }) => `${at.x} ${at.y}`)).size} pins, ${pins
      .map((pin) => pin.number)
      .slice(0, 20)
      .join(", ")}.`,
    hint: `Name one, e.g. ${JSON.stringify(`${ref.replace(/\..*/, "")}.${first?.number ?? 1}`)}.`,
  });
}

function placesOf(doc: Doc, ref: string, verb: string): PinPlace[] {
  const library = librarySymbolsOf(doc);
  const pinsOfAll = (symbols: readonly Item[], whole: boolean): PinPlace[] =>
    symbols.flatMap((symbol) =>
      pinsOf(symbol as unknown as PlacedSymbol, library).map(({ at, inward, number, name }) => ({
        at,
        inward,
        symbol,
        number,
        name,
        whole,
      })),
    );
  const own = doc.items.get(ref);
  const whole = own?.kind === "symbol" ? [own] : symbolsCalled(doc, ref);
  if (whole.length > 0) return pinsOfAll(whole, true);
  const dot = ref.indexOf(".");
  const named = doc.items.get(ref.slice(0, Math.max(dot, 0)));
  const symbols = dot < 1 ? [] : named?.kind === "symbol" ? [named] : symbolsCalled(doc, ref.slice(0, dot));
  const pins = pinsOfAll(symbols, false);
  const wanted = ref.slice(dot + 1);
  const byNumber = pins.filter((pin) => pin.number === wanted);
  const hit = byNumber.length > 0 ? byNumber : pins.filter((pin) => pin.name === wanted);
  if (hit.length > 0) return hit;
  const order = (a: PinPlace, b: PinPlace) => a.number.localeCompare(b.number, "en", { numeric: true });
  const names = pins.sort(order).map((pin) => (pin.name === "" ? pin.number : `${pin.number} (${pin.name})`));
  throw new CommandError({
    code: "not-found",
    message:
      symbols.length === 0
        ? `Cannot ${verb} ${JSON.stringify(ref)}: there is no such symbol or pin.`
        : `Cannot ${verb} ${JSON.stringify(ref)}: ${ref.slice(0, dot)} has the pins ${names.slice(0, 30).join(", ")}.`,
    hint: "List the symbols with query.items; a pin is named as reference.number or uuid.number, e.g. U1.3.",
    data: { ref, pins: pins.map((pin) => pin.number) },
  });
}
