import type { Point } from "../base/nm.ts";
import { rotatePoint, toMm } from "../base/nm.ts";
import type { Doc } from "../model/document.ts";
import type { Kind } from "../model/kind.ts";
import { sameValue } from "../model/kind.ts";
import { kindInside } from "../model/step.ts";
import type { Found } from "./item-refs.ts";
import { ownersOf, referenceOf } from "./item-refs.ts";

/** An item as commands show it: `id`, `kind`, and its properties in surface units. */
export type ItemJson = Readonly<Record<string, unknown>>;

/** The kind of an item, wherever it stands. */
export function kindOfFound(doc: Doc, found: Found): Kind {
  return kindInside(doc, ownersOf(found), found.item);
}

/**
 * An item in surface units. Without `fields` it has every property that says something (what is absent or off is left
 * out, so is bulky data); with `fields` exactly those. Items inside a footprint also tell `owner` and, since their own
 * places are relative to it, `position` on the board.
 */
export function itemJson(doc: Doc, found: Found, fields?: readonly string[]): ItemJson {
  const { item, owner } = found;
  const { shape } = kindOfFound(doc, found);
  const json: Record<string, unknown> = { id: item.id, kind: item.kind };
  const wanted = (name: string) => fields === undefined || fields.includes(name);
  const ref = refOf(found);
  if (ref !== "" && wanted("ref")) json["ref"] = ref;
  if (owner !== undefined && wanted("owner")) json["owner"] = ownersOf(found).at(-1)!.id;
  const place = owner?.kind === "footprint" ? placeOnBoard(found) : null;
  if (place !== null && wanted("position")) json["position"] = [toMm(place.x), toMm(place.y)];
  for (const [name, field] of Object.entries(shape)) {
    const value = item[name];
    if (name === "uuid" || !wanted(name)) continue;
    if (fields === undefined && (field.bulky === true || sameValue(value, field.absent))) continue;
    json[name] = field.surface === undefined ? value : field.surface.to(value);
  }
  if (fields?.includes("uuid")) json["uuid"] = item["uuid"];
  return json;
}

/** `R1` of a footprint or symbol, `R1.2` of a pad or pin. */
export function refOf({ item, owner }: Found): string {
  if (owner === undefined) return referenceOf(item);
  const reference = referenceOf(owner);
  return reference !== "" && typeof item["number"] === "string" ? `${reference}.${item["number"]}` : "";
}

/** Where the anchor of something inside a footprint lies on the board; null when it has none. */
export function placeOnBoard({ item, owner }: Found): Point | null {
  const at = (item["at"] ?? item["start"]) as Point | null | undefined;
  if (at === null || at === undefined || item.kind === "zone") return null;
  const base = owner?.["at"] as (Point & { angle: number }) | undefined;
  if (base === undefined) return at;
  const turned = rotatePoint({ x: at.x, y: at.y }, base.angle);
  return { x: base.x + turned.x, y: base.y + turned.y };
}
