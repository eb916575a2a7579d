import { CommandError } from "../../base/error.ts";
import { plainEffects } from "../../model/effects.ts";
import { KICAD_8 } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { SheetPage, SymbolPath } from "../../model/schematic/file-parts.ts";
import type { SheetInstance, SymbolInstance } from "../../model/schematic/instances.ts";
import { libraryProperty } from "../../model/schematic/property.ts";
import { absentOf } from "../../model/struct.ts";
import { raiseSheetTo10 } from "./kicad-10.ts";
import type { Part } from "./part.ts";
import type { Raising } from "./raising.ts";

/** What the root of a hierarchy of KiCad 6 says of all its sheets. */
export interface RootTables {
  /** The project's name, under which uses of symbols and sheets stand. */
  readonly project: string;
  /** The root file's uuid, with which paths start since KiCad 7. */
  readonly root: string;
  readonly symbols: readonly SymbolPath[];
  readonly pages: readonly SheetPage[];
}

/** First versions of the schematic format with these tokens. */
const INSTANCES = 20221110;
const EXCLUDE_FROM_SIM = 20230409;
const NO_DEFAULT = 20231121;
const SHEET_FLAGS = 20240602;
const FONTS = 20240620;
const DESCRIPTIONS = 20230620;
const NO_FIELD_ID = 20220929;

/** Raises one item of a schematic or a symbol library; false when it goes. */
export function raiseSchematic(part: Part, cx: Raising): boolean {
  const { kind, values } = part;
  switch (kind.kind) {
    case "version":
      values["number"] = cx.to;
      break;
    case "generator":
      values["name"] = "edsnx";
      break;
    case "generatorVersion":
      return false;
    case "symbolInstances":
      if (cx.to < INSTANCES) break;
      cx.say("symbol_instances of the root becomes (instances) of each symbol");
      return false;
    case "sheetInstances":
      raisePages(part, cx);
      break;
    case "symbol":
      raiseSymbol(part, cx);
      break;
    case "sheet":
      raiseSheet(part, cx);
      break;
    case "librarySymbols":
      for (const symbol of part.inside) raiseLibrarySymbol(symbol, cx);
      break;
    case "librarySymbol":
      raiseLibrarySymbol(part, cx);
      break;
    case "text":
    case "textBox":
      raiseText(part, cx);
      break;
  }
  raiseFields(part, cx);
  raiseStroke(part, cx);
  raiseSheetTo10(part, cx);
  return true;
}

/** Fields have no numbers since KiCad 7. */
function raiseFields(part: Part, cx: Raising): void {
  for (const each of part.inside) {
    if (each.kind.kind === "property" && each.values["fieldId"] !== null && cx.to >= NO_FIELD_ID) {
      each.values["fieldId"] = null;
      cx.say("fields: their numbers (id) go");
    }
  }
}

function raiseText(part: Part, cx: Raising): void {
  const { values } = part;
  raiseStroke(part, cx);
  if (cx.to >= EXCLUDE_FROM_SIM && "excludeFromSim" in values) values["excludeFromSim"] ??= false;
}

/** Only the root's own page stays in the table; those of other sheets go to the sheets. */
function raisePages(part: Part, cx: Raising): void {
  const pages = part.values["paths"] as readonly SheetPage[];
  if (cx.to < INSTANCES || pages.every(({ path }) => path === "/")) return;
  part.values["paths"] = pages.filter(({ path }) => path === "/");
  cx.say("sheet_instances of the root becomes (instances) of each sheet");
}

function raiseSymbol(part: Part, cx: Raising): void {
  const { values, item } = part;
  if (cx.to >= EXCLUDE_FROM_SIM) values["excludeFromSim"] ??= false;
  values["inBom"] ??= true;
  values["onBoard"] ??= true;
  values["dnp"] ??= false;
  if (cx.to >= NO_DEFAULT && values["defaultInstance"] !== null) {
    values["defaultInstance"] = null;
    cx.say("symbols: default_instance goes");
  }
  const own = values["instances"] as readonly SymbolInstance[];
  if (own.some(({ extra }) => extra !== "") && cx.to >= EXCLUDE_FROM_SIM) {
    const unknown = own.find(({ extra }) => extra.replace(/ \((value|footprint) "(?:[^"\\]|\\.)*"\)/g, "") !== "");
    if (unknown !== undefined) throw refusal(item.id, unknown.extra.trim());
    values["instances"] = own.map((use) => ({ ...use, extra: "" }));
    cx.say("symbols: value and footprint of each use go; the symbol's fields say them");
  }
  if (cx.to < INSTANCES || own.length > 0 || cx.doc.version >= INSTANCES) return;
  const { tables } = cx;
  if (tables === null) throw refusal(item.id, "reference: the root of its hierarchy says it, which is not there");
  const uses = tables.symbols.filter(({ path }) => path.endsWith(`/${item.id}`));
  values["instances"] = uses.map(({ path, reference, unit }) => ({
    project: tables.project,
    path: `/${tables.root}${path.slice(0, -item.id.length - 1)}`,
    reference,
    unit: unit ?? 1,
    extra: "",
  }));
  for (const [name, key] of [
    ["Value", "value"],
    ["Footprint", "footprint"],
  ] as const) {
    const said = [...new Set(uses.map((use) => use[key]).filter((value) => value !== null))];
    if (said.length > 1) throw refusal(item.id, `${key} that differs between uses of its sheet (${said.join(", ")})`);
    const field = part.inside.find((each) => each.values["name"] === name);
    if (said.length === 1 && field !== undefined) field.values["value"] = said[0]!;
  }
  const [first] = uses;
  const field = part.inside.find((each) => each.values["name"] === "Reference");
  if (first !== undefined && field !== undefined) field.values["value"] = first.reference;
}

function raiseSheet(part: Part, cx: Raising): void {
  const { values, item } = part;
  if (cx.to >= SHEET_FLAGS) {
    values["excludeFromSim"] ??= false;
    values["inBom"] ??= true;
    values["onBoard"] ??= true;
    values["dnp"] ??= false;
  }
  for (const each of part.inside) {
    const { values: own } = each;
    if (each.kind.kind === "property" && (own["name"] === "Sheet name" || own["name"] === "Sheet file")) {
      own["name"] = String(own["name"]).replace(" ", "");
      cx.say("sheets: the fields Sheet name and Sheet file are called Sheetname and Sheetfile");
    }
  }
  if (cx.tables === null || cx.to < INSTANCES || (values["instances"] as readonly unknown[]).length > 0) return;
  const { tables } = cx;
  values["instances"] = tables.pages
    .filter(({ path }) => path.replace(/\/$/, "").endsWith(`/${item.id}`))
    .map(({ path, page }): SheetInstance => {
      const above = path.replace(/\/$/, "").slice(0, -item.id.length - 1);
      return { project: tables.project, path: `/${tables.root}${above}`, page };
    });
}

function raiseLibrarySymbol(part: Part, cx: Raising): void {
  const { values } = part;
  const derived = values["extends"] !== null;
  // A derived symbol has these of the one that it derives from.
  if (cx.to >= EXCLUDE_FROM_SIM) values["excludeFromSim"] = derived ? null : (values["excludeFromSim"] ?? false);
  for (const name of ["inBom", "onBoard"]) values[name] = derived ? null : (values[name] ?? true);
  addFields(part, cx);
  if (cx.to >= FONTS) values["embeddedFonts"] ??= false;
  raiseFields(part, cx);
  // KiCad refuses exclude_from_sim in the texts of a symbol's drawing.
  for (const unit of part.inside) for (const each of [unit, ...unit.inside]) raiseStroke(each, cx);
}

/** Every symbol of a library has these fields since KiCad 8, in this order. */
const usual = ["Reference", "Value", "Footprint", "Datasheet", "Description"];

function addFields(part: Part, cx: Raising): void {
  if (cx.to < DESCRIPTIONS) return;
  const fields = part.inside.filter((each) => each.kind.kind === "property");
  const others = part.inside.filter((each) => each.kind.kind !== "property");
  for (const each of fields) {
    if (each.values["name"] !== "ki_description") continue;
    each.values["name"] = "Description";
    cx.say("symbols: ki_description becomes the field Description");
  }
  for (const name of usual) if (!fields.some((each) => each.values["name"] === name)) fields.push(newField(part, name));
  const rank = (each: Part) => {
    const at = usual.indexOf(each.values["name"] as string);
    return at < 0 ? usual.length : at;
  };
  part.inside = [...fields.sort((a, b) => rank(a) - rank(b)), ...others];
}

function newField(owner: Part, name: string): Part {
  const values = {
    ...absentOf(libraryProperty.shape),
    name,
    value: "",
    effects: { ...plainEffects, hide: true },
  };
  const id = `${owner.item.id}/${name}`;
  const item: Item = { ...owner.item, ...values, id, kind: "property", children: [], base: null };
  return { kind: libraryProperty, item, values, inside: [], unknown: [] };
}

/** A colour of nothing but zeros is none: KiCad writes none since KiCad 8. */
function raiseStroke({ values }: Part, cx: Raising): void {
  // Arcs from before KiCad 6 now say a point between.
  cx.drop("angles");
  const stroke = values["stroke"] as { readonly color: readonly number[] | null } | undefined;
  if (cx.to < KICAD_8 || !stroke?.color?.every((part) => part === 0)) return;
  values["stroke"] = { ...stroke, color: null };
  cx.drop("color");
}

function refusal(id: string, what: string): CommandError {
  return new CommandError({
    code: "check-failed",
    message: `Cannot upgrade symbol ${id}: the new version cannot hold its ${what}.`,
    hint: "Give the path of the root schematic, without alone; values must be the same for all uses of a sheet.",
    data: { id },
  });
}
