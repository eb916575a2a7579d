import { normalizeDegrees } from "../../base/nm.ts";
import { leadFor } from "../../format/layout.ts";
import { decodeText, encodeText } from "../../format/text.ts";
import type { LibraryPart } from "../../library/load.ts";
import { fieldChild, fieldValue } from "../../model/board/footprint.ts";
import type { Doc } from "../../model/document.ts";
import { kindOfItem } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { readItem } from "../../model/item.ts";
import { bytesOfItem } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import { referenceOf } from "../item-refs.ts";
import { addFootprint } from "./new-footprint.ts";

/** What of a footprint becomes the library's when it is exchanged; all that is not asked for stays. */
export interface Exchanging {
  /** Places, layers, sizes and visibility of the fields; and the value where it only repeats the footprint's name. */
  readonly resetFields: boolean;
  /** Fabrication attributes (but not `dnp`), and the footprint's own clearances. */
  readonly resetAttributes: boolean;
  /** Whether fields and texts that the library's footprint lacks go. */
  readonly removeExtra: boolean;
  /** Values and origin that the schematic says, in place of the footprint's own. */
  readonly values?: Readonly<Record<string, string>>;
  readonly origin?: { readonly path: string; readonly sheetname: string; readonly sheetfile: string };
}

/** Properties of a field that tell where and how it shows. */
const look = ["at", "layer", "hide", "effects", "unlocked", "knockout"];
/** Own values that KiCad keeps with the attributes. */
const clearances = ["clearance", "solderMaskMargin", "solderPasteMargin", "solderPasteRatio", "zoneConnect"];

/**
 * Puts a library's footprint where another is, under the same uuid: place, side, lock, reference, value, fields, nets by
 * pad number and the link to the symbol stay. Answers what differs; nothing is touched when nothing does.
 */
export function exchangeFootprint(edit: Edit, old: Item, part: LibraryPart, how: Exchanging): string[] {
  const trial = edit.scratch();
  exchange(trial, old, part, how);
  const differing = differences(edit.doc, old, trial.doc, trial.doc.items.get(old.id)!);
  if (differing.length === 0) return [];
  exchange(edit, old, part, how);
  const name = referenceOf(old) || old.id;
  const lost = lostPads(old, part.item);
  return [
    old["libId"] === part.id
      ? `Updates ${name} (${part.id}): ${differing.join(", ")}.`
      : `Replaces the footprint of ${name}: ${String(old["libId"])} by ${part.id}.`,
    ...(lost.length === 0 ? [] : [`${part.id} has no pad for ${lost.join(", ")} of ${name}: what was there is lost.`]),
  ];
}

function exchange(edit: Edit, old: Item, part: LibraryPart, how: Exchanging): void {
  const at = old["at"] as Placement;
  const own = new Set(padsOf(part.item).map((pad) => pad["number"] as string));
  const padNets: Record<string, string> = {};
  const pins = new Map<string, Item>();
  for (const pad of padsOf(old)) {
    const number = pad["number"] as string;
    if (number === "" || !own.has(number)) continue;
    if (!pins.has(number)) pins.set(number, pad);
    if (pad["net"]) padNets[number] = pad["net"] as string;
  }
  const origin = Object.fromEntries(
    (["path", "sheetname", "sheetfile"] as const).flatMap((name) => {
      const value = how.origin?.[name] ?? (old[name] as string | null);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
  const texts = written(edit.doc, old).children.filter(isFreeText);
  edit.remove(old.id);
  const isBack = old["layer"] === "B.Cu";
  const id = addFootprint(edit, part.item, {
    // One for the back is turned before it is flipped, which mirrors its angle.
    ...{ libId: part.id, at: { x: at.x, y: at.y }, padNets },
    angle: isBack ? normalizeDegrees(180 - at.angle) : at.angle,
    side: isBack ? "back" : "front",
    fields: { ...fieldsToKeep(old, part, how), ...how.values },
    ...origin,
    ...(old["locked"] === true ? { locked: true } : {}),
    ...{ uuid: old.id, order: old.order },
  });
  const made = () => edit.doc.items.get(id)!;
  for (const pad of padsOf(made())) {
    const before = pins.get(pad["number"] as string);
    if (before !== undefined) edit.set(pad.id, { pinFunction: before["pinFunction"], pinType: before["pinType"] }, id);
  }
  if (!how.resetFields)
    for (const field of fieldsOf(made())) {
      const before = fieldChild(old, nameOfField(field));
      if (before?.kind === field.kind) edit.set(field.id, picked(before, look), id);
    }
  const words = (item: Item) => (item["attributes"] as readonly string[] | undefined) ?? [];
  if (how.resetAttributes) {
    if (words(old).includes("dnp")) edit.set(id, { attributes: [...words(made()), "dnp"] });
  } else edit.set(id, { attributes: words(old), ...picked(old, clearances) });
  if (!how.removeExtra) keepTexts(edit, id, texts);
}

function fieldsToKeep(old: Item, part: LibraryPart, how: Exchanging): Record<string, string> {
  const kept: Record<string, string> = {};
  const oldName = String(old["libId"]).replace(/^[^:]*:/, "");
  for (const field of fieldsOf(old)) {
    const name = nameOfField(field);
    const value = fieldValue(old, name);
    if (name === "Value" && how.resetFields && value === oldName) continue;
    const isExtra = !["Reference", "Value", "Datasheet", "Description"].includes(name);
    if (isExtra && how.removeExtra && fieldChild(part.item, name) === undefined) continue;
    kept[name] = value;
  }
  return kept;
}

/** Texts of the old footprint that the new one lacks come along. */
function keepTexts(edit: Edit, id: ItemId, texts: readonly Item[]): void {
  const there = edit.doc.items
    .get(id)!
    .children.filter(isFreeText)
    .map((child) => child["text"]);
  for (const text of texts) {
    const at = there.indexOf(text["text"]);
    if (at >= 0) {
      there.splice(at, 1);
      continue;
    }
    const { children } = edit.doc.items.get(id)!;
    const before = children.findLast((child) => child.kind === "text" || child.kind === "graphic") ?? children.at(-1);
    const next = children[children.indexOf(before!) + 1];
    const low = before?.order ?? 0;
    const order = next === undefined ? low + 1 : (low + next.order) / 2;
    const source = leadFor(2, edit.doc.style) + textOf(text);
    edit.apply({ op: "add", in: id, item: { id: text.id, kind: text.kind, order, text: source } });
  }
}

function isFreeText(child: Item): boolean {
  return child.kind === "text" && child["role"] === "user";
}

/** What differs between two footprints, uuids aside, in words; empty when nothing does. */
function differences(before: Doc, old: Item, after: Doc, now: Item): string[] {
  const found: string[] = [];
  if (old["libId"] !== now["libId"]) found.push("name");
  const groups: [string, (child: Item) => boolean][] = [
    ["fields", (child) => fieldsOf({ ...old, children: [child] } as Item).length > 0],
    ["pads", (child) => child.kind === "pad"],
    ["3D models", (child) => child.kind === "model"],
    ["groups", (child) => child.kind === "group"],
  ];
  const groupOf = (child: Item) => groups.find(([, has]) => has(child))?.[0] ?? "drawing";
  const spelled = (doc: Doc, item: Item) => {
    const texts = new Map<string, string[]>();
    for (const child of written(doc, item).children) {
      const group = groupOf(child);
      // A group's members are named by uuids, which are new.
      const text = child.kind === "group" ? String(child["name"]) : plain(textOf(child));
      texts.set(group, [...(texts.get(group) ?? []), text]);
    }
    return texts;
  };
  const [a, b] = [spelled(before, old), spelled(after, now)];
  for (const group of [...new Set([...a.keys(), ...b.keys()])].sort())
    if ((a.get(group) ?? []).sort().join("\n") !== (b.get(group) ?? []).sort().join("\n")) found.push(group);
  const differs = (name: string) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null);
  if (["descr", "tags"].some(differs)) found.push("description");
  if (["attributes", "netTiePadGroups", "jumperPadGroups", "jumperDuplicates"].some(differs)) found.push("attributes");
  if (clearances.some(differs)) found.push("clearances");
  if (["path", "sheetname", "sheetfile"].some(differs)) found.push("link to the symbol");
  if (["stackup", "privateLayers", "embeddedFiles"].some(differs)) found.push("layers and files");
  return found;
}

/** A footprint read again from what is written: parts that were changed have their new text there only. */
function written(doc: Doc, item: Item): Item {
  const bytes = encodeText(decodeText(bytesOfItem(doc, item)).trim());
  const source = { bytes, lead: 0, start: 0, end: bytes.length };
  return readItem(kindOfItem(doc, item), source, item.id, item.order, doc.file);
}

function textOf({ source }: Item): string {
  return decodeText(source.bytes, source.start, source.end);
}

/** A part's text without layout and without its uuid. */
function plain(text: string): string {
  return text
    .replace(/\((uuid|tstamp) "?[-0-9a-fA-F]+"?\)/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([()]) ?/g, "$1");
}

function lostPads(old: Item, part: Item): string[] {
  const there = new Set(padsOf(part).map((pad) => pad["number"]));
  const lost = padsOf(old).filter((pad) => Boolean(pad["net"]) && !there.has(pad["number"]));
  return [...new Set(lost.map((pad) => `pad ${String(pad["number"])} (${String(pad["net"])})`))];
}

function padsOf(footprint: Item): Item[] {
  return footprint.children.filter((child) => child.kind === "pad");
}

function fieldsOf(footprint: Item): Item[] {
  return footprint.children.filter(
    (child) => child.kind === "property" || (child.kind === "text" && child["role"] !== "user"),
  );
}

function nameOfField(field: Item): string {
  if (field.kind === "property") return field["name"] as string;
  return field["role"] === "reference" ? "Reference" : "Value";
}

function picked(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
}
