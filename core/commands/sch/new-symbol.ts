import type { Degrees, Point } from "../../base/nm.ts";
import { symbolTransform } from "../../engines/sheet/symbol-pins.ts";
import { layOut, leadFor } from "../../format/layout.ts";
import type { Effects } from "../../model/effects.ts";
import type { Placement } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { writeFields } from "../../model/kind.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import { property } from "../../model/schematic/property.ts";
import { symbol as symbolKind, symbolPin } from "../../model/schematic/symbol.ts";
import { orderFor } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import type { Autoplaced, ShownField } from "./autoplace-fields.ts";
import { autoplaceFields } from "./autoplace-fields.ts";
import { newFieldLook, shownPatch } from "./field-look.ts";
import type { Definition } from "./symbol-definition.ts";
import type { SheetUses } from "./symbol-uses.ts";

/** How a symbol comes onto a sheet. */
export interface SymbolUse {
  readonly libId: string;
  readonly at: Point;
  readonly angle: Degrees;
  readonly mirror: "x" | "y" | null;
  readonly unit: number;
  /** 1, or 2 for the De Morgan form. */
  readonly style: number;
  /** Values of fields by name; new names make hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly uses: SheetUses;
}

/** What KiCad shows of fields and keeps of symbols since its version 10. */
const KICAD_10 = 20250900;

/**
 * Adds a placed symbol with its fields where KiCad's automatic placing puts them, its pins' uuids and an instance for
 * each use of the sheet. Answers its id.
 */
export function addSymbol(edit: Edit, definition: Definition, use: SymbolUse): ItemId {
  const { doc } = edit;
  const { symbol: library } = definition;
  const isNew = doc.version >= KICAD_10;
  const id = edit.freshId();
  const placed: Autoplaced = {
    at: { ...use.at, angle: use.angle },
    mirror: use.mirror,
    unit: use.unit,
    convert: isNew || use.style === 1 ? null : use.style,
    bodyStyle: isNew ? use.style : null,
    libId: use.libId,
    libName: definition.libName,
    children: [],
  };
  const { uses } = use;
  const reference = use.fields["Reference"] ?? "";
  const values = {
    ...placed,
    excludeFromSim: library.excludeFromSim ?? false,
    inBom: library.inBom ?? true,
    onBoard: library.onBoard ?? true,
    inPosFiles: isNew ? true : null,
    dnp: false,
    fieldsAutoplaced: true,
    uuid: id,
    instances: uses.paths.map((path) => ({ project: uses.project, path, reference, unit: use.unit, extra: "" })),
  };
  const fields = fieldsOf(library, placed, use.fields, doc.version);
  const parts = [
    ...fields.map((field) => writeFields(property, field, doc.file)),
    ...pinNumbers(library).map((number) =>
      writeFields(symbolPin, { number, uuid: edit.freshId(), alternate: null }, doc.file),
    ),
  ];
  const own = writeFields(symbolKind, values, doc.file);
  // The instances stand behind the fields and the pins.
  const at = own.lastIndexOf("(instances ");
  const compact = `${own.slice(0, at)}${parts.join(" ")} ${own.slice(at)}`;
  const text = leadFor(1, doc.style) + layOut(compact, 1, doc.style);
  const item = {
    id,
    kind: "symbol",
    order: orderFor(doc, "symbol"),
    text: doc.eol === "\n" ? text : text.replace(/\n/g, "\r\n"),
  };
  edit.apply({ op: "add", item });
  return id;
}

/** The numbers of all pins of a symbol, those of all units and forms, each once, in the library's order. */
export function pinNumbers(library: LibrarySymbol): string[] {
  const numbers = new Set<string>();
  const take = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === "libraryPin") numbers.add((item["number"] as { text: string }).text);
      if (item.kind === "symbolUnit") take(item.children);
    }
  };
  take(library.children);
  return [...numbers];
}

type FieldValues = Readonly<Record<string, unknown>>;

/** The fields of a symbol that was just placed: the library's, with other values where some are given. */
function fieldsOf(
  library: LibrarySymbol,
  placed: Autoplaced,
  values: Readonly<Record<string, string>>,
  version: number,
): FieldValues[] {
  const map = symbolTransform(placed);
  const left = new Map(Object.entries(values));
  const found: { name: string; value: string; at: Placement; effects: Effects; hidden: boolean }[] = [];
  for (const child of library.children) {
    const name = child.kind === "property" ? (child["name"] as string) : "ki_";
    // What only the symbol editor shows stays in the library.
    if (name.startsWith("ki_") || child["private"] === true) continue;
    const own = child["at"] as Placement;
    const effects = child["effects"] as Effects;
    const hidden = effects.hide || child["hide"] === true;
    const value = left.get(name) ?? (child["value"] as string);
    left.delete(name);
    found.push({ name, value, at: { ...map(own), angle: own.angle }, effects: { ...effects, hide: false }, hidden });
  }
  const shown = found.filter((field) => !field.hidden && field.value !== "" && field.value !== "~");
  const moved = new Map(
    autoplaceFields(
      placed,
      library,
      shown.map(({ name, value, at, effects }): ShownField => ({ name, text: value, at, effects })),
    ).map((field) => [field.name, field]),
  );
  const result: FieldValues[] = found.map((field) => {
    const { at, effects } = moved.get(field.name) ?? field;
    return {
      name: field.name,
      value: field.value,
      at,
      ...newFieldLook(version, !field.hidden),
      ...shownPatch(version, effects, !field.hidden),
    };
  });
  for (const [name, value] of left)
    result.push({ name, value, at: { ...placed.at, angle: 0 }, ...newFieldLook(version, false) });
  return result;
}
