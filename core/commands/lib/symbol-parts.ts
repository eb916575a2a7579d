import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { Patch } from "../../model/step.ts";
import { addInsideStep } from "../../model/step.ts";
import type { EditContext } from "../define.ts";
import type { Found } from "../item-refs.ts";
import { ownersOf, resolveAnywhere } from "../item-refs.ts";
import { centreOf } from "../pcb/selection.ts";
import { full, placesAfter } from "../pcb/transform.ts";
import { toPoint } from "../schemas.ts";

/** Edits of schematics on the parts of a library's symbols, whose y points up; places of calls are a sheet's, y down. */
export type SymbolPartsRun = (cx: EditContext, args: Readonly<Record<string, unknown>>) => readonly string[];

/** Pins lie on this grid (50 mil), and a turn about the middle of several must not bring them off it. */
const GRID = fromMm(1.27);

/** Fields that every symbol has. */
const kept: ReadonlySet<string> = new Set(["Reference", "Value", "Footprint", "Datasheet", "Description"]);

export const moveSymbolParts: SymbolPartsRun = (cx, args) => {
  const found = partsNamed(cx, args, "move");
  const to = args["to"] === undefined ? null : flipped(toPoint(args["to"] as number[]));
  if ((to === null) === (args["by"] === undefined))
    throw refused("move", "give either by or to", 'Example: { "items": "R.1", "by": [2.54, 0] }');
  const from = centreOf(found.map(({ item }) => item));
  const by = to === null ? flipped(toPoint(args["by"] as number[])) : { x: to.x - from!.x, y: to.y - from!.y };
  for (const each of found)
    set(
      cx,
      each,
      placesAfter(each.item, (p) => ({ x: p.x + by.x, y: p.y + by.y })),
    );
  return [];
};

export const turnSymbolParts: SymbolPartsRun = (cx, args) => {
  const found = partsNamed(cx, args, "rotate");
  const center = centerOf(found, args);
  const quarters = (((((args["angle"] as number | undefined) ?? 90) / 90 + 4) % 4) + 4) % 4;
  for (let n = 0; n < quarters; n++)
    for (const { item, ...rest } of found) {
      const now = latest(cx, { item, ...rest });
      const places = placesAfter(now, (p) => ({ x: center.x - (p.y - center.y), y: center.y + (p.x - center.x) }));
      set(cx, { item: now, ...rest }, { ...places, ...turned(now, places) });
    }
  return quarters === 0 ? ["Nothing turned: the angle is a full turn."] : [];
};

export const mirrorSymbolParts: SymbolPartsRun = (cx, args) => {
  const found = partsNamed(cx, args, "mirror");
  const center = centerOf(found, args);
  const leftRight = args["direction"] === "horizontal";
  for (const each of found) {
    const places = placesAfter(each.item, ({ x, y }) =>
      leftRight ? { x: 2 * center.x - x, y } : { x, y: 2 * center.y - y },
    );
    set(cx, each, { ...places, ...mirrored(each.item, places, leftRight) });
  }
  return [];
};

export const deleteSymbolParts: SymbolPartsRun = (cx, args) => {
  for (const found of partsNamed(cx, args, "delete")) {
    const { item } = found;
    if (item.kind === "property" && kept.has(String(item["name"])))
      throw refused(`delete field ${item["name"]}`, "every symbol has it", 'Hide it: { "effects": { "hide": true } }.');
    cx.edit.remove(
      item.id,
      ownersOf(found).map(({ id }) => id),
    );
  }
  return [];
};

export const copySymbolParts: SymbolPartsRun = (cx, args) => {
  const by = flipped(toPoint(args["by"] as number[]));
  for (const found of partsNamed(cx, args, "duplicate")) {
    const { item } = found;
    if (item.kind === "property")
      throw refused(`copy field ${item["name"]}`, "a symbol has it once", "Add a field of another name.");
    const token = item.kind === "graphic" ? String(item["token"]) : (tokens[item.kind] ?? item.kind);
    const places = placesAfter(item, (p) => ({ x: p.x + by.x, y: p.y + by.y }));
    const owners = ownersOf(found).map((owner) => latest(cx, { ...found, item: owner }));
    const number =
      item.kind === "libraryPin" ? { number: { ...(item["number"] as object), text: nextPin(owners) } } : {};
    cx.edit.apply(
      addInsideStep(cx.edit.doc, owners, token, cx.edit.freshId(), { ...item, ...places, ...number, uuid: null }),
    );
  }
  return [];
};

const tokens: Readonly<Record<string, string>> = { libraryPin: "pin", textBox: "text_box" };

/** One more than the highest pin number of a symbol. */
export function nextPin([symbol]: readonly Item[]): string {
  const pins = symbol!.children
    .flatMap((child) => [child, ...child.children])
    .filter(({ kind }) => kind === "libraryPin");
  const numbers = pins
    .map((pin) => Number((pin["number"] as { text: string }).text))
    .filter((n) => Number.isInteger(n));
  return String(Math.max(0, ...numbers) + 1);
}

function partsNamed(cx: EditContext, args: Readonly<Record<string, unknown>>, verb: string): Found[] {
  const found = resolveAnywhere(cx.doc, args["items"] as string | readonly string[], verb);
  for (const { item, owner } of found)
    if (owner === undefined || item.kind === "symbolUnit")
      throw refused(
        `${verb} ${item["name"] ?? item.id}`,
        `it is a whole ${item.kind === "symbolUnit" ? "unit" : "symbol"}`,
        "Name pins (R.1), drawings, texts or fields of it.",
      );
  return found;
}

function set(cx: EditContext, found: Found, patch: Patch): void {
  cx.edit.set(
    found.item.id,
    patch,
    ownersOf(found).map(({ id }) => id),
  );
}

/** An item as the edit has it by now. */
function latest(cx: EditContext, found: Found): Item {
  const seek = (items: readonly Item[]): Item | undefined => {
    for (const each of items) {
      if (each.id === found.item.id) return each;
      const inside = seek(each.children);
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  const top = ownersOf(found)[0] ?? found.item;
  return seek([cx.edit.doc.items.get(top.id)!])!;
}

function centerOf(found: readonly Found[], args: Readonly<Record<string, unknown>>): Point {
  if (args["center"] !== undefined) return flipped(toPoint(args["center"] as number[]));
  const middle = centreOf(found.map(({ item }) => item)) ?? { x: 0, y: 0 };
  if (found.length === 1 && found[0]!.item["at"] !== undefined) return middle;
  return { x: Math.round(middle.x / GRID) * GRID, y: Math.round(middle.y / GRID) * GRID };
}

/** Angles after a quarter turn: pins go round; texts lie or stand, and keep to their side of the anchor. */
function turned(item: Item, places: Patch): Patch {
  const at = places["at"] as Placement | undefined;
  if (at === undefined) return {};
  if (item.kind === "libraryPin") return { at: { ...at, angle: full(at.angle + 90) } };
  const unit = tenths(item);
  const stands = full(at.angle / unit) % 180 === 90;
  const upright = { at: { ...at, angle: stands ? 0 : 90 * unit } };
  return stands ? { ...upright, ...realigned(item, true, true) } : upright;
}

/** Angles after a reflection. */
function mirrored(item: Item, places: Patch, leftRight: boolean): Patch {
  const at = places["at"] as Placement | undefined;
  if (at === undefined) return {};
  if (item.kind === "libraryPin") return { at: { ...at, angle: full(leftRight ? 180 - at.angle : -at.angle) } };
  const stands = full(at.angle / tenths(item)) % 180 === 90;
  const along = leftRight !== stands;
  return realigned(item, along, !along);
}

/** Library texts count their angle in tenths of a degree. */
function tenths(item: Item): number {
  return item.kind === "text" ? 10 : 1;
}

const opposite = { left: "right", right: "left", top: "bottom", bottom: "top", center: "center" } as const;

function realigned(item: Item, across: boolean, up: boolean): Patch {
  const effects = item["effects"] as Effects | undefined;
  if (effects === undefined) return {};
  const { hAlign, vAlign } = effects;
  return {
    effects: {
      ...effects,
      ...(across ? { hAlign: opposite[hAlign] } : {}),
      ...(up ? { vAlign: opposite[vAlign] } : {}),
    },
  };
}

function flipped({ x, y }: Point): Point {
  return { x, y: y === 0 ? 0 : -y };
}

function refused(what: string, reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot ${what}: ${reason}.`, hint });
}
