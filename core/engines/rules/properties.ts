import type { BoardItem, BoardItemType } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { shapeOf } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Text } from "../../model/board/text.ts";
import type { Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Placement } from "../../model/field.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
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
define("Locked", (item) => (item.item["locked"] === undefined ? undefined : yes(item.item["locked"])));
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
zone("Priority", (item) => item.priority ?? 0);
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
graphic("Width", (item) => (shapeOf(item) === "rect" ? Math.abs(item.end!.x - item.start!.x) : undefined));
graphic("Height", (item) => (shapeOf(item) === "rect" ? Math.abs(item.end!.y - item.start!.y) : undefined));
graphic("Start_X", (item) => item.start?.x);
graphic("Start_Y", (item) => item.start?.y);
graphic("End_X", (item) => item.end?.x);
graphic("End_Y", (item) => item.end?.y);

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
    type === "track" || type === "arc" || type === "via" || type === "pad" || type === "zone" || type === "graphic"
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

/** The component classes of a footprint: `(component_classes (class "x") …)`. */
export function componentClassesOf(owner: BoardItem): ReadonlySet<string> {
  const { bytes, start, end } = owner.item.source;
  let known = componentClasses.get(owner.item.source);
  if (known === undefined) {
    known = new Set(readClasses(bytes, start, end));
    componentClasses.set(owner.item.source, known);
  }
  return known;
}

const componentClasses = new WeakMap<object, ReadonlySet<string>>();
const HEAD = "(component_classes";

function readClasses(bytes: Uint8Array, start: number, end: number): string[] {
  for (let i = bytes.indexOf(40, start); i >= 0 && i < end; i = bytes.indexOf(40, i + 1)) {
    let k = 0;
    while (k < HEAD.length && bytes[i + k] === HEAD.charCodeAt(k)) k++;
    if (k < HEAD.length) continue;
    const close = bytes.indexOf(10, i);
    let depth = 0;
    let text = "";
    for (let j = i; j < end; j++) {
      text += String.fromCharCode(bytes[j]!);
      if (bytes[j] === 40) depth++;
      if (bytes[j] === 41 && --depth === 0) break;
      if (text.length > 10_000 && close >= 0) break;
    }
    return [...text.matchAll(/\(class "((?:[^"\\]|\\.)*)"\)/g)].map((found) => found[1]!.replace(/\\(.)/g, "$1"));
  }
  return [];
}
