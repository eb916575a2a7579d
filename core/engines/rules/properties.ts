import type { Point } from "../../base/nm.ts";
import type { BoardItem, BoardItemType } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { shapeOf } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Text, TextBox } from "../../model/board/text.ts";
import type { Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Effects } from "../../model/effects.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { onBoard } from "../../model/shape/item-shapes.ts";
import { layersMatching } from "./layer-names.ts";
import type { Value, ValueObject } from "./value.ts";
import { matchesText } from "./wildcard.ts";
import type { RuleWorld } from "./world.ts";

type Read = (item: BoardItem, world: RuleWorld) => Value;

/** The names that `A.Type` gives. */
export const typeNames: Readonly<Record<BoardItemType, string>> = {
  track: "Track",
  arc: "Track",
  via: "Via",
  pad: "Pad",
  graphic: "Graphic",
  text: "Text",
  field: "Text",
  textBox: "Text Box",
  dimension: "Dimension",
  image: "Reference Image",
  zone: "Zone",
  footprint: "Footprint",
};

/** The property of a name as conditions write it: `_` for a blank, upper or lower case alike. */
export function propertyNamed(name: string): Read | undefined {
  return properties.get(name.toLowerCase());
}

/** The names of all properties, as conditions write them. */
export const propertyNames: readonly string[] = [];

const properties = new Map<string, Read>();

function define(name: string, read: Read): void {
  (propertyNames as string[]).push(name);
  properties.set(name.toLowerCase(), read);
}

/** A property of some types of items: for others it is undefined. */
function of<T>(...wanted: readonly BoardItemType[]) {
  return (name: string, read: (item: T, whole: BoardItem, world: RuleWorld) => Value): void => {
    const known = properties.get(name.toLowerCase());
    if (known === undefined) (propertyNames as string[]).push(name);
    properties.set(name.toLowerCase(), (item, world) =>
      wanted.includes(item.type) ? read(item.item as unknown as T, item, world) : known?.(item, world),
    );
  };
}

const yes = (value: unknown): number => (value === true ? 1 : 0);

define("Type", (item) => typeNames[item.type]);
define("NetName", (item) => (canCarry(item) ? item.net : undefined));
define("NetClass", (item, { settings }) => {
  if (!canCarry(item)) return undefined;
  const { name } = effectiveNetClass(settings, item.net);
  return name;
});
define("Net_Class", (item, world) => properties.get("netclass")!(item, world));
define("ComponentClass", (item) => {
  const owner = item.type === "footprint" ? item : item.footprint;
  return owner === null ? undefined : [...componentClassesOf(owner)].join(",");
});
define("Net", (item, { items }) => (canCarry(item) ? (items.doc.file.netCodes.get(item.net) ?? 0) : undefined));
define("Layer", (item) => {
  if (item.type === "via" || item.type === "pad") return undefined;
  return typeof item.item["layer"] === "string" && item.item["layer"] !== ""
    ? layerValue(item.item["layer"])
    : undefined;
});
define("Locked", ({ type, item }) => (type === "pad" ? undefined : yes(item["locked"])));
define("Parent", (item) => (item.footprint === null ? undefined : fieldValue(item.footprint.item, "Reference")));

const track = of<Track>("track", "arc");
track("Width", (item) => item.width);
for (const end of ["start", "end"] as const) {
  const name = end === "start" ? "Start" : "End";
  track(`${name}_X`, (item) => item[end].x);
  track(`${name}_Y`, (item) => item[end].y);
}

const via = of<Via>("via");
via("Diameter", (item) => item.size);
via("Hole", (item) => item.drill);
via("Via_Type", (item) => viaTypes[item.type] ?? "Through");
via("Layer_Top", (item) => layerValue(item.layers[0] ?? "F.Cu"));
via("Layer_Bottom", (item) => layerValue(item.layers[1] ?? "B.Cu"));

const viaTypes: Readonly<Record<string, string>> = { blind: "Blind/buried", buried: "Blind/buried", micro: "Micro" };

const pad = of<Pad>("pad");
pad("Pad_Type", (item) => padTypes[item.type]);
pad("Pad_Shape", (item) => padShape(item));
pad("Pad_Number", (item) => item.number);
pad("Pin_Name", (item) => item.pinFunction ?? "");
pad("Pin_Type", (item) => item.pinType ?? "");
pad("Size_X", (item) => item.size.x);
pad("Size_Y", (item) => item.size.y);
pad("Hole_Size_X", (item) => item.drill?.x ?? 0);
pad("Hole_Size_Y", (item) => item.drill?.y ?? 0);
pad("Orientation", (item) => item.at.angle);
pad("Pad_To_Die_Length", (item) => item.dieLength ?? 0);
pad("Clearance_Override", (item) => item.clearance ?? undefined);
pad("Soldermask_Margin_Override", (item) => item.solderMaskMargin ?? undefined);
pad("Solderpaste_Margin_Override", (item) => item.solderPasteMargin ?? undefined);
pad("Fabrication_Property", (item) => fabrication[item.property ?? ""]);
pad("Zone_Connection_Style", (item) => zoneConnections[item.zoneConnect ?? -1]);
pad("Thermal_Relief_Spoke_Width", (item) => item.thermalWidth ?? undefined);
pad("Thermal_Relief_Gap", (item) => item.thermalGap ?? undefined);

const padTypes: Readonly<Record<string, string>> = {
  thru_hole: "Through-hole",
  smd: "SMD",
  connect: "Edge connector",
  np_thru_hole: "NPTH, mechanical",
};
const shapeNames: Readonly<Record<string, string>> = {
  circle: "Circle",
  rect: "Rectangle",
  oval: "Oval",
  trapezoid: "Trapezoid",
  roundrect: "Rounded rectangle",
  custom: "Custom",
};
const fabrication: Readonly<Record<string, string>> = {
  "": "None",
  pad_prop_bga: "BGA pad",
  pad_prop_fiducial_glob: "Fiducial, global to board",
  pad_prop_fiducial_loc: "Fiducial, local to footprint",
  pad_prop_testpoint: "Test point pad",
  pad_prop_heatsink: "Heatsink pad",
  pad_prop_castellated: "Castellated pad",
  pad_prop_mechanical: "Mechanical pad",
};
const zoneConnections: Readonly<Record<number, string>> = {
  [-1]: "Inherited",
  0: "None",
  1: "Thermal reliefs",
  2: "Solid",
  3: "Thermal reliefs for PTH",
};

function padShape(item: Pad): string | undefined {
  return item.chamfer.length > 0 ? "Chamfered rectangle" : shapeNames[item.shape];
}

const zone = of<Zone>("zone");
zone("Name", (item) => item.name ?? "");
zone("Minimum_Width", (item) => item.minThickness ?? 0);

const placed = of<{ readonly at: Placement }>("footprint");
placed("Position_X", (item) => item.at.x);
placed("Position_Y", (item) => item.at.y);
placed("Orientation", (item) => item.at.angle);
const footprint = of<{ readonly libId: string; readonly descr: string | null; readonly tags: string | null }>(
  "footprint",
);
footprint("Reference", (_, whole) => fieldValue(whole.item, "Reference"));
footprint("Value", (_, whole) => fieldValue(whole.item, "Value"));
footprint("Library_Link", (item) => item.libId);
footprint("Library_Description", (item) => item.descr ?? "");
footprint("Keywords", (item) => item.tags ?? "");
const attributes = of<{ readonly attributes: readonly string[] }>("footprint");
attributes("Not_in_Schematic", (item) => yes(item.attributes.includes("board_only")));
attributes("Exclude_From_Position_Files", (item) => yes(item.attributes.includes("exclude_from_pos_files")));
attributes("Exclude_From_Bill_of_Materials", (item) => yes(item.attributes.includes("exclude_from_bom")));
attributes("Do_not_Populate", (item) => yes(item.attributes.includes("dnp")));
attributes("Exempt_From_Courtyard_Requirement", (item) => yes(item.attributes.includes("allow_missing_courtyard")));

const text = of<Text & { readonly value?: string }>("text", "field");
text("Text", (item) => item.value ?? item.text);
text("Height", (item) => item.effects.height);
text("Width", (item) => item.effects.width);
text("Thickness", (item) => item.effects.thickness ?? 0);
text("Italic", (item) => yes(item.effects.italic));
text("Bold", (item) => yes(item.effects.bold));
text("Mirrored", (item) => yes(item.effects.mirror));
text("Orientation", (item) => item.at.angle);
text("Visible", (item) => yes(!item.effects.hide && (item as { hide?: boolean }).hide !== true));
text("Knockout", (item) => yes(item.knockout));

const graphic = of<Graphic>("graphic");
graphic("Shape", (item) => graphicShapes[shapeOf(item)]);
graphic("Line_Width", (item) => item.stroke.width);
for (const [name, axis] of [
  ["Width", "x"],
  ["Height", "y"],
] as const) {
  // Of a rectangle as it lies on the board: in a footprint that is turned round it is less than nothing.
  graphic(name, (item, whole) => (shapeOf(item) === "rect" ? span(item.start, item.end, whole, axis) : undefined));
  of<TextBox>("textBox")(name, (item, whole) => span(item.start, item.end, whole, axis));
  of<{ readonly children: readonly Item[] }>("dimension")(name, ({ children }) => {
    const effects = children.find((child) => child.kind === "text")?.["effects"] as Effects | undefined;
    return axis === "x" ? effects?.width : effects?.height;
  });
}

function span(start: Point | null, end: Point | null, whole: BoardItem, axis: "x" | "y"): number | undefined {
  const frame = frameOf(whole);
  const [from, to] = [onBoard(start, frame), onBoard(end, frame)];
  return from === null || to === null ? undefined : to[axis] - from[axis];
}
for (const end of ["start", "end"] as const) {
  const name = end === "start" ? "Start" : "End";
  graphic(`${name}_X`, (item, whole) => onBoard(item[end], frameOf(whole))?.x);
  graphic(`${name}_Y`, (item, whole) => onBoard(item[end], frameOf(whole))?.y);
}

function frameOf({ footprint: owner }: BoardItem): Placement | null {
  return owner === null ? null : (owner.item["at"] as Placement);
}

const graphicShapes: Readonly<Record<string, string>> = {
  line: "Segment",
  rect: "Rectangle",
  arc: "Arc",
  circle: "Circle",
  poly: "Polygon",
  curve: "Bezier",
};

/** Whether KiCad's kind of item has a net at all: graphics and zones on any layer do. */
function canCarry({ type }: BoardItem): boolean {
  return (
    type === "track" ||
    type === "arc" ||
    type === "via" ||
    type === "pad" ||
    type === "zone" ||
    type === "graphic" ||
    type === "textBox"
  );
}

const layerValues = new Map<string, ValueObject>();

function layerValue(name: string): ValueObject {
  let made = layerValues.get(name);
  if (made === undefined) {
    made = { text: name, equals: (other) => layersMatching(other).has(name) || matchesText(name, other) };
    layerValues.set(name, made);
  }
  return made;
}

/** The component classes of a footprint. */
export function componentClassesOf(owner: BoardItem): ReadonlySet<string> {
  const rows = owner.item["componentClasses"] as readonly { readonly name: string }[] | null | undefined;
  return new Set((rows ?? []).map((row) => row.name));
}
