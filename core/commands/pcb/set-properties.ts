import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Field, Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { kindOfFound, refOf } from "../item-json.ts";
import type { Found } from "../item-refs.ts";
import { resolveItems } from "../item-refs.ts";
import { nearest } from "../registry.ts";
import { itemRefs } from "../schemas.ts";
import { layerNamed, layersNamed } from "./layers.ts";
import { force } from "./move.ts";
import { netNamed } from "./nets.ts";
import { isPlaced, refuseLocked } from "./selection.ts";
import { alter, rotateItem } from "./transform.ts";

export const setProperties = defineEdit({
  id: "pcb.setProperties",
  title: "Set properties",
  about:
    "Sets properties of items, pads and texts by the names and in the units that query.items shows: " +
    '{ "width": 0.3, "layer": "B.Cu", "locked": true }. Objects such as effects may be given in part.',
  scope: "board",
  args: {
    items: itemRefs("What to change"),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: "New values by property name, as query.items shows them.",
      minProperties: 1,
    }),
    force,
  },
  examples: [
    {
      about: "Lock the connector.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "J1", properties: { locked: true } },
    },
    {
      about: "A bigger pad.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "R1.1", properties: { size: [1.2, 1.4] } },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    for (const found of resolveItems(cx.doc, args.items, "set properties of")) {
      const { item, owner } = found;
      const unlocks = args.properties["locked"] === false;
      if (args.force !== true && !unlocks)
        for (const each of owner === undefined ? [item] : [owner, item]) refuseLocked(each, "change");
      if (owner === undefined && !isPlaced(item))
        throw refused(found, `${item.kind} is a part of the file, not a thing on the board`);
      const patch = patchOf(cx, found, args.properties, notes);
      if (item.kind === "footprint") setFootprint(cx, found, patch);
      else cx.edit.set(item.id, patch, owner?.id);
    }
    return [...new Set(notes)];
  },
});

/** A footprint's angle turns its pads and texts too; its side is more than a layer. */
function setFootprint(cx: EditContext, found: Found, patch: Readonly<Record<string, unknown>>): void {
  const { item } = found;
  if (patch["layer"] !== undefined && patch["layer"] !== item["layer"])
    throw refused(found, "layer would bring it to the other side, and its parts would stay", "Leave layer out.");
  const was = item["at"] as Placement;
  const at = (patch["at"] as Placement | undefined) ?? was;
  if (at.angle !== was.angle) alter(cx.edit, rotateItem(item, at.angle - was.angle, was));
  cx.edit.set(item.id, patch);
}

function patchOf(cx: EditContext, found: Found, properties: Readonly<Record<string, unknown>>, notes: string[]) {
  const { item } = found;
  const kind = kindOfFound(cx.doc, found);
  const patch: Record<string, unknown> = {};
  for (const [name, json] of Object.entries(properties)) {
    const field = Object.hasOwn(kind.shape, name) ? kind.shape[name] : undefined;
    if (field === undefined) {
      const known = settable(kind.shape);
      const near = nearest(name, known);
      throw refused(
        found,
        `it has no property ${name}`,
        near === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${near}? It has ${known.join(", ")}.`,
      );
    }
    const { surface, since } = field;
    if (since !== undefined && cx.doc.version < since)
      throw refused(
        found,
        `a file of version ${cx.doc.version} has no ${name} there`,
        "Save the board once with a newer KiCad.",
      );
    if (surface?.from === undefined)
      throw refused(found, `${name} cannot be set`, `It can set ${settable(kind.shape).join(", ")}.`);
    const value = (surface.from as (json: unknown, current: unknown) => unknown)(json, item[name]);
    if (value === undefined) throw refused(found, `${name} must be ${surface.says}, not ${JSON.stringify(json)}`);
    patch[name] = checked(cx, field, item, value, notes);
    if (name === "net" && item.kind === "zone" && "netName" in item) patch["netName"] = patch[name];
  }
  return patch;
}

/** Names of layers and nets are checked against the board's own. */
function checked(cx: EditContext, field: Field<unknown>, item: Item, value: unknown, notes: string[]): unknown {
  const verb = `put ${item.kind} ${item.id}`;
  switch (field.surface?.names) {
    case "layer":
      return value === "" ? value : layerNamed(cx.doc, value as string, verb);
    case "layers":
      return layersNamed(cx.doc, value as string[], verb);
    case "net":
      return netNamed(cx.edit, value as string, notes);
    default:
      return value;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a shape's fields are of many types.
function settable(shape: Readonly<Record<string, Field<any>>>): string[] {
  return Object.keys(shape).filter((name) => shape[name]!.surface?.from !== undefined);
}

function refused(found: Found, reason: string, hint = "Look at it with query.items first."): CommandError {
  const { item } = found;
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set properties of ${item.kind} ${refOf(found) || item.id}: ${reason}.`,
    hint,
    data: { id: item.id },
  });
}
