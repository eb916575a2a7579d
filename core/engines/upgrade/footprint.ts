import type { Nm } from "../../base/nm.ts";
import { layerRank } from "../../model/board/footprint-order.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import { footprintProperty } from "../../model/board/text.ts";
import type { Effects } from "../../model/effects.ts";
import { plainEffects } from "../../model/effects.ts";
import type { PathNode, Placement } from "../../model/field.ts";
import { KICAD_8, positional } from "../../model/field.ts";
import { defineKind, sameValue } from "../../model/kind.ts";
import type { Part } from "./part.ts";
import type { Raising } from "./raising.ts";

/** First version whose footprints have these fields, empty or not, and say whether they keep their fonts. */
const KICAD_9_FIELDS = 20241229;
const FONTS = 20240706;

/** First version whose footprints say that they are mounted through holes; before, no word meant that. */
const TOLD_ATTRIBUTES = 20200826;

/** KiCad's pen of texts whose file leaves it out. */
const TEXT_PEN: Nm = 150_000;

/** How KiCad shows a field that had no place: hidden, on the fabrication layer. */
const hiddenField = {
  layer: "F.Fab",
  hide: true,
  unlocked: false,
  knockout: false,
  effects: { ...plainEffects, thickness: TEXT_PEN },
  renderCache: null,
};

/** Raises a footprint: its reference and value become fields, fields get a place, what KiCad dropped goes. */
export function raiseFootprint(part: Part, cx: Raising): void {
  const { values } = part;
  if (cx.doc.kind === "footprint")
    Object.assign(values, { fileVersion: cx.to, generator: "edsnx", generatorVersion: null });
  const attributes = values["attributes"] as readonly string[];
  if (attributes.includes("virtual")) {
    values["attributes"] = [
      ...attributes.filter((word) => word !== "virtual"),
      ...["exclude_from_pos_files", "exclude_from_bom"],
    ];
    cx.say("footprints: virtual becomes exclude_from_pos_files and exclude_from_bom");
  }
  for (const name of ["descr", "tags"]) if (values[name] === "") values[name] = null;
  if (attributes.length === 0 && cx.doc.version < TOLD_ATTRIBUTES) {
    values["attributes"] = ["through_hole"];
    cx.say("footprints: those without an attribute are through_hole");
  }
  if (values["tedit"] !== null) cx.say("footprints: the time of the last edit (tedit) is no longer kept");
  if (values["autoplaceCost90"] !== null || values["autoplaceCost180"] !== null)
    cx.say("footprints: costs of automatic placement (autoplace_cost90, autoplace_cost180) go");
  for (const name of ["tedit", "autoplaceCost90", "autoplaceCost180"]) values[name] = null;
  if (cx.to >= FONTS) values["embeddedFonts"] ??= false;
  const angle = positive((values["at"] as Placement).angle);
  const described = lost(part, "ki_description", cx);
  part.inside = part.inside.filter((each) => !isSheet(part, each, cx) && !isDropped(each, cx));
  for (const each of part.inside) raiseInside(each, angle, cx);
  if (cx.to < KICAD_9_FIELDS) return;
  for (const name of ["Datasheet", "Description"]) {
    if (part.inside.some(({ kind, values: v }) => kind.kind === "property" && v["name"] === name)) continue;
    cx.say("footprints: the empty fields Datasheet and Description are there since KiCad 9");
    part.inside.push(newField(part, name, name === "Description" ? (described ?? "") : "", angle, cx));
  }
}

/** KiCad 6 and 7 keep the symbol's sheet in fields; since KiCad 8 it is the footprint's own. */
function isSheet(part: Part, { kind, values }: Part, cx: Raising): boolean {
  if (!isBare({ kind, values } as Part)) return false;
  const name = values["name"] === "Sheetname" ? "sheetname" : values["name"] === "Sheetfile" ? "sheetfile" : null;
  if (name === null) return false;
  if (values["value"] !== "") part.values[name] = values["value"];
  cx.say("footprints: the fields Sheetname and Sheetfile become (sheetname) and (sheetfile)");
  return true;
}

function positive(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

/** The value of a field that KiCad keeps elsewhere since it gave fields a place; null when there is none. */
function lost(part: Part, name: string, cx: Raising): string | null {
  if (cx.to < KICAD_8) return null;
  const field = part.inside.find((each) => each.values["name"] === name && isBare(each));
  return field === undefined ? null : (field.values["value"] as string);
}

/** A field with a name and a value only. */
function isBare({ kind, values }: Part): boolean {
  return kind.kind === "property" && values["at"] === footprintProperty.shape.at.absent;
}

/** Fields that KiCad has no more: the footprint's own name, what the symbol's library said, and its filters' place. */
function isDropped(part: Part, cx: Raising): boolean {
  const { kind, values } = part;
  if (kind.kind !== "property") return false;
  if (values["name"] === "Footprint" && cx.to >= KICAD_9_FIELDS) {
    cx.say("footprints: the field Footprint goes, which repeats the footprint's name");
    return true;
  }
  if (!isBare(part) || cx.to < KICAD_8) return false;
  if (values["name"] === "ki_description" || values["name"] === "ki_keywords") {
    cx.say("footprints: ki_description becomes the field Description, ki_keywords goes (KiCad drops it)");
    return true;
  }
  if (values["name"] === "ki_fp_filters") {
    part.kind = filterField;
    for (const key of Object.keys(values)) if (key !== "name" && key !== "value") delete values[key];
  }
  return false;
}

/** `(property ki_fp_filters "R_*")`: a field without a place also in KiCad 9. */
const filterField = defineKind({
  kind: "property",
  tokens: ["property"],
  about: "The filters of the symbol.",
  shape: { name: positional(0, "Its name.", false), value: positional(1, "The filters.") },
});

function raiseInside(part: Part, angle: number, cx: Raising): void {
  const { kind, values } = part;
  if (kind.kind === "text" && values["role"] !== "user") {
    cx.say("footprints: reference and value (fp_text) become fields (property)");
    const { role, text, locked: _, ...look } = values;
    for (const key of Object.keys(values)) delete values[key];
    Object.assign(values, { name: role === "reference" ? "Reference" : "Value", value: text, ...look });
    part.kind = footprintProperty;
  } else if (kind !== filterField && isBare(part)) {
    cx.say("footprints: fields without a place get one, hidden");
    Object.assign(values, { at: { x: 0, y: 0, angle }, ...hiddenField });
  }
  const at = values["at"] as Placement | undefined;
  if (at?.angle !== undefined) values["at"] = { ...at, angle: positive(at.angle) };
  if (kind.kind === "pad") raisePad(part, cx);
  if (kind.kind === "graphic") values["pts"] = withoutRepeats(values["pts"] as readonly PathNode[]);
  if (part.kind.kind === "text") raiseVariables(part, cx);
  raiseText(part, cx);
  if ("uuid" in values && values["uuid"] === null) values["uuid"] = cx.uuid();
}

/** Corners that stand twice in a row count once: KiCad drops them when it reads. */
function withoutRepeats(path: readonly PathNode[]): readonly PathNode[] {
  const kept = path.filter((node, i) => i === 0 || !sameValue(node, path[i - 1]));
  return kept.length === path.length ? path : kept;
}

/** KiCad 5 wrote the reference and the value in a text as %R and %V. */
function raiseVariables({ values }: Part, cx: Raising): void {
  const text = values["text"] as string;
  const raised = text.replace(/%[VR]/g, (sign) => `\${${sign === "%V" ? "VALUE" : "REFERENCE"}}`);
  if (raised === text) return;
  values["text"] = raised;
  cx.say("footprints: %R and %V in texts become variables");
}

function newField(owner: Part, name: string, value: string, angle: number, cx: Raising): Part {
  const values = { name, value, at: { x: 0, y: 0, angle }, ...hiddenField, uuid: cx.uuid() };
  const item = { ...owner.item, ...values, id: values.uuid, kind: "property", children: [], base: null };
  return { kind: footprintProperty, item, values, inside: [], unknown: [] };
}

function raisePad(part: Part, cx: Raising): void {
  const { values } = part;
  if (cx.to >= KICAD_8) raiseTeardrops(part, cx);
  // A custom pad that says nothing has upright spokes, a round one slanted ones: with a round anchor KiCad writes it.
  const { anchor } = (values["options"] ?? {}) as { anchor?: string };
  if (values["shape"] === "custom" && anchor === "circle" && cx.to >= KICAD_8) values["thermalAngle"] ??= 90;
  // KiCad 8 and later say it of every plated hole.
  if (values["type"] === "thru_hole" && cx.to >= KICAD_8) values["removeUnusedLayers"] ??= false;
  if (values["locked"] === true && cx.to >= KICAD_9_FIELDS) {
    values["locked"] = false;
    cx.say("pads: a pad has no lock of its own since KiCad 9");
  }
  const isBareOfCopper = !(values["layers"] as readonly string[]).some((name) => name.endsWith(".Cu"));
  if ((values["type"] === "np_thru_hole" || isBareOfCopper) && values["number"] !== "") {
    values["number"] = "";
    cx.say("pads: holes without plating and openings without copper have no number");
  }
  values["layers"] = padLayers(part, cx);
}

/** A pad's layers as KiCad 9 writes them: those with a wildcard first, then by their numbers; both sides spelled out. */
function padLayers({ values }: Part, cx: Raising): readonly string[] {
  const layers = values["layers"] as readonly string[];
  if (cx.to < KICAD_9_FIELDS) return layers;
  const both = layers.includes("F&B.Cu") || (layers.includes("F.Cu") && layers.includes("B.Cu"));
  // Both sides are all copper of a hole, and of a board with two layers.
  const two = values["type"] !== "smd" || (cx.doc.kind === "board" && copperLayers(cx.doc).length === 2);
  const others = layers.filter((name) => !["F&B.Cu", "F.Cu", "B.Cu"].includes(name));
  const spelled = both ? [...(two ? ["*.Cu"] : ["F.Cu", "B.Cu"]), ...others] : layers;
  if (layers.includes("F&B.Cu")) cx.say("pads: F&B.Cu is spelled out");
  const rank = (name: string) => (name.startsWith("*") ? -1 : layerRank(name));
  return [...spelled].sort((a, b) => rank(a) - rank(b));
}

/** Teardrops of KiCad 8 have points along their curves, those of KiCad 9 are curved or not. */
export function raiseTeardrops({ values }: Part, cx: Raising): void {
  const drops = values["teardrops"] as { readonly curvePoints: number | null } | null;
  if (drops === null || drops.curvePoints === null || cx.to < KICAD_9_FIELDS) return;
  values["teardrops"] = { ...drops, curvePoints: null, curvedEdges: drops.curvePoints > 0 };
  cx.say("teardrops: curve_points becomes curved_edges");
}

/** Texts of boards say their pen since KiCad 9. */
export function raiseText({ values }: Part, cx: Raising): void {
  const effects = values["effects"] as Effects | undefined;
  if (effects === undefined || effects.thickness !== null || cx.to < KICAD_9_FIELDS) return;
  values["effects"] = { ...effects, thickness: TEXT_PEN };
}
