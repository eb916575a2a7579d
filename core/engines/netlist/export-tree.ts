import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { drawingOf, libraryPins, outlineSymbolsOf } from "../sheet/symbol-pins.ts";
import type { Sheet } from "./design.ts";
import { footprintFilters } from "./footprint-filters.ts";
import { compareNumbered, compareText, unescapeText } from "./names.ts";
import type { Net, Netlist } from "./netlist.ts";
import type { Part } from "./parts.ts";
import { libraryField } from "./parts.ts";
import { titleBlockOf } from "./sheet-text.ts";

/** A list of KiCad's netlist: attributes first, then text or more lists. Written as s-expressions or as XML. */
export interface ExportNode {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly text: readonly string[];
  readonly children: readonly ExportNode[];
}

/** What only the caller knows. */
export interface ExportHead {
  /** The root's file, absolute. */
  readonly source: string;
  /** When, as ISO 8601. */
  readonly date: string;
  readonly tool: string;
  /** Where a symbol library lies; null for one that no table has. */
  readonly libraryUri: (nickname: string) => string | null;
}

function node(name: string, content: Partial<Omit<ExportNode, "name">> = {}): ExportNode {
  return { name, attributes: [], text: [], children: [], ...content };
}

function text(name: string, value: string): ExportNode {
  return node(name, value === "" ? {} : { text: [value] });
}

function flat(name: string, attributes: Readonly<Record<string, string>>): ExportNode {
  return node(name, { attributes: Object.entries(attributes) });
}

/** The whole netlist as KiCad 9 exports it: design, components, libparts, libraries, nets, in its order. */
export function exportTree(netlist: Netlist, head: ExportHead): ExportNode {
  const parts = exportedParts(netlist);
  return node("export", {
    attributes: [["version", "E"]],
    children: [
      designNode(netlist, head),
      node("components", { children: parts.map((units) => componentNode(units, netlist)) }),
      node("libparts", { children: libraryParts(parts.map((units) => units[0]!)).map(libraryPartNode) }),
      node("libraries", {
        children: libraryNodes(
          parts.map((units) => units[0]!),
          head,
        ),
      }),
      node("nets", { children: netNodes(netlist) }),
    ],
  });
}

function designNode(netlist: Netlist, head: ExportHead): ExportNode {
  const variables = [...netlist.design.settings.textVariables].sort(([a], [b]) => compareText(a, b));
  return node("design", {
    children: [
      text("source", head.source),
      text("date", head.date),
      text("tool", head.tool),
      ...variables.map(([name, value]) => node("textvar", { attributes: [["name", name]], text: [value] })),
      ...netlist.sheets.map((sheet) => sheetNode(sheet, netlist)),
    ],
  });
}

function sheetNode(sheet: Sheet, netlist: Netlist): ExportNode {
  const title = titleBlockOf(sheet.doc);
  const { lookup } = netlist.textOf(sheet);
  const shown = (name: string) => expand(title.get(name) ?? "", lookup);
  const comments = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) =>
    flat("comment", { number: String(n), value: shown(`comment${n}`) }),
  );
  return node("sheet", {
    attributes: [
      ["number", String(sheet.index + 1)],
      ["name", sheet.names],
      ["tstamps", sheetStamps(sheet)],
    ],
    children: [
      node("title_block", {
        children: [
          text("title", shown("title")),
          text("company", shown("company")),
          text("rev", shown("rev")),
          text("date", shown("date")),
          text("source", sheet.file.split(/[/\\]/).at(-1)!),
          ...comments,
        ],
      }),
    ],
  });
}

function expand(value: string, lookup: (name: string) => string | undefined): string {
  return value.replace(/\$\{([^{}$]+)\}/g, (all, name: string) => lookup(name) ?? all);
}

/** Uuids below the root: `/`, `/uuid/`, … */
function sheetStamps(sheet: Sheet): string {
  return sheet.parent === null ? "/" : `${sheetStamps(sheet.parent)}${sheet.uuid}/`;
}

/** The parts that go to the board, sheet by sheet and by reference; units of one part on one sheet together. */
export function exportedParts(netlist: Netlist): Part[][] {
  const found: Part[][] = [];
  const taken = new Set<string>();
  for (const sheet of netlist.sheets) {
    const byReference = new Map<string, Part[]>();
    for (const part of netlist.parts) {
      if (part.sheet !== sheet || part.reference.startsWith("#")) continue;
      const there = byReference.get(part.reference);
      if (there === undefined) byReference.set(part.reference, [part]);
      else there.push(part);
    }
    const references = [...byReference.keys()].sort((a, b) => compareNumbered(a, b, false) || compareText(a, b));
    for (const reference of references) {
      const units = byReference.get(reference)!.sort((a, b) => compareText(a.symbol.id, b.symbol.id));
      const first = units[0]!;
      if (taken.has(reference)) continue;
      taken.add(reference);
      if (first.onBoard) found.push(units);
    }
  }
  return found;
}

function componentNode(units: readonly Part[], netlist: Netlist): ExportNode {
  const part = units[0]!;
  const fields = shownFields(part, netlist);
  // A symbol with a copy of its own in the schematic is in no library any more.
  const { nickname, name } = splitId(part.symbol.libName ?? part.symbol.libId ?? "");
  const library = outlineSymbolsOf(part.sheet.doc);
  const libraryText = (field: string) =>
    part.definition === undefined ? "" : libraryField(part.definition, library, field);
  const named = (field: string) => fields.get(field) ?? "";
  const property = (key: string, value: string) => flat("property", { name: key, value });
  const children: ExportNode[] = [text("value", named("Value") || "~")];
  if (named("Footprint") !== "") children.push(text("footprint", named("Footprint")));
  if (named("Datasheet") !== "") children.push(text("datasheet", named("Datasheet")));
  if (named("Description") !== "") children.push(text("description", named("Description")));
  const user = [...fields].filter(([key]) => !MANDATORY.has(key));
  const field = ([key, value]: readonly [string, string]) =>
    node("field", { attributes: [["name", key]], text: value === "" ? [] : [value] });
  const last = ["Footprint", "Datasheet", "Description"].map((key) => [key, named(key)] as const);
  children.push(node("fields", { children: [...user, ...last].map(field) }));
  children.push(
    flat("libsource", {
      lib: nickname,
      part: name,
      description: libraryText("Description") || libraryText("ki_description"),
    }),
  );
  for (const [key, value] of ownFields(part, netlist)) children.push(property(key, value));
  for (const [key, value] of sheetFields(part.sheet, netlist)) children.push(property(key, value));
  if (!part.inBom) children.push(flat("property", { name: "exclude_from_bom" }));
  if (!part.onBoard) children.push(flat("property", { name: "exclude_from_board" }));
  if (part.dnp) children.push(flat("property", { name: "dnp" }));
  if (libraryText("ki_keywords") !== "") children.push(property("ki_keywords", libraryText("ki_keywords")));
  const filters = footprintFilters(part);
  if (filters.length > 0) children.push(property("ki_fp_filters", filters.join(" ")));
  children.push(flat("sheetpath", { names: part.sheet.names, tstamps: sheetStamps(part.sheet) }));
  children.push(node("tstamps", { text: [...units.slice(1), part].map((unit) => unit.symbol.id) }));
  return node("comp", { attributes: [["ref", part.reference]], children });
}

const MANDATORY: ReadonlySet<string> = new Set(["Reference", "Value", "Footprint", "Datasheet", "Description"]);

/** A part's own user fields as shown, in file order. */
function ownFields(part: Part, netlist: Netlist): [string, string][] {
  const { ofSymbol } = netlist.textOf(part.sheet);
  return (part.symbol as unknown as Item).children
    .filter((child) => child.kind === "property")
    .map((child): [string, string] => [child["name"] as string, ofSymbol(child["value"] as string, part)])
    .filter(([name]) => !MANDATORY.has(name) && !name.startsWith("ki_"));
}

/** All fields of a part as shown; of a part with several units what the lowest unit that says something says. */
export function shownFields(part: Part, netlist: Netlist): Map<string, string> {
  const units = netlist.parts.filter((each) => each.reference === part.reference && each.unitCount > 1);
  const fields = new Map<string, string>();
  if (part.unitCount < 2 || units.length < 2) {
    for (const name of ["Value", "Footprint", "Datasheet", "Description"])
      fields.set(name, fieldText(part, name, netlist));
    for (const [name, value] of ownFields(part, netlist)) fields.set(name, value);
    return fields;
  }
  let lowest = part.unit;
  for (const unit of units) {
    const all: [string, string][] = ["Value", "Footprint", "Datasheet", "Description"].map((name) => [
      name,
      fieldText(unit, name, netlist),
    ]);
    for (const [name, value] of [...all, ...ownFields(unit, netlist)]) {
      if (value === "" ? !fields.has(name) : unit.unit < lowest || !fields.get(name)) fields.set(name, value);
    }
    lowest = Math.min(lowest, unit.unit);
  }
  return fields;
}

function fieldText(part: Part, name: string, netlist: Netlist): string {
  if (name === "Value") return part.value;
  return netlist.textOf(part.sheet).ofSymbol(propertyValue(part.symbol as unknown as Item, name), part);
}

function sheetFields(sheet: Sheet, netlist: Netlist): [string, string][] {
  const symbol = sheet.parent?.doc.items.get(sheet.uuid);
  if (symbol === undefined)
    return [
      ["Sheetname", ""],
      ["Sheetfile", sheet.file.split(/[/\\]/).at(-1)!],
    ];
  const { ofLabel } = netlist.textOf(sheet);
  return symbol.children
    .filter((child) => child.kind === "property")
    .map((child) => [
      (child["name"] as string).replace(/^Sheet (name|file)$/, "Sheet$1"),
      ofLabel(symbol, child["value"] as string),
    ]);
}

function splitId(id: string): { readonly nickname: string; readonly name: string } {
  const colon = id.indexOf(":");
  const [nickname, name] = colon < 0 ? ["", id] : [id.slice(0, colon), id.slice(colon + 1)];
  return { nickname, name };
}

/** One part for each library symbol, by library and name. */
function libraryParts(parts: readonly Part[]): Part[] {
  const byId = new Map<string, Part>();
  for (const part of parts)
    if (part.definition !== undefined && !byId.has(definitionId(part))) byId.set(definitionId(part), part);
  return [...byId].sort(([a], [b]) => compareText(a, b)).map(([, part]) => part);
}

function definitionId(part: Part): string {
  return part.symbol.libName ?? part.symbol.libId ?? "";
}

function libraryPartNode(part: Part): ExportNode {
  const definition = part.definition!;
  const library = outlineSymbolsOf(part.sheet.doc);
  const field = (name: string) => libraryField(definition, library, name);
  const { nickname, name } = splitId(definition.name);
  const children: ExportNode[] = [];
  const description = field("Description") || field("ki_description");
  if (description !== "") children.push(text("description", description));
  if (field("Datasheet") !== "") children.push(text("docs", field("Datasheet")));
  const filters = footprintFilters(part);
  if (filters.length > 0) children.push(node("footprints", { children: filters.map((each) => text("fp", each)) }));
  const own = (definition as unknown as Item).children
    .filter((child) => child.kind === "property")
    .map((child) => child["name"] as string)
    .filter((each) => !MANDATORY.has(each) && !each.startsWith("ki_"));
  const fields = ["Reference", "Value", "Footprint", "Datasheet", "Description", ...own];
  const value = (each: string) => (each === "Description" ? description : field(each));
  children.push(
    node("fields", {
      children: fields.map((each) =>
        node("field", { attributes: [["name", each]], text: value(each) === "" ? [] : [value(each)] }),
      ),
    }),
  );
  const pins = new Map<string, ExportNode>();
  for (let unit = 1; unit <= Math.max(1, part.unitCount); unit++) {
    for (const style of [1, 2]) {
      for (const pin of libraryPins(definition, unit, style, library)) {
        const number = pin.number.text === "~" ? "" : pin.number.text;
        if (!pins.has(number))
          pins.set(
            number,
            flat("pin", { num: number, name: pin.name.text === "~" ? "" : pin.name.text, type: pin.type }),
          );
      }
    }
  }
  const sorted = [...pins].sort(([a], [b]) => compareNumbered(a, b, false) || compareText(a, b)).map(([, pin]) => pin);
  if (sorted.length > 0 && drawingOf(definition, library).length > 0) children.push(node("pins", { children: sorted }));
  return node("libpart", {
    attributes: [
      ["lib", nickname],
      ["part", name],
    ],
    children,
  });
}

function libraryNodes(parts: readonly Part[], head: ExportHead): ExportNode[] {
  const nicknames = new Set(
    parts.flatMap((part) => (part.definition === undefined ? [] : [splitId(part.definition.name).nickname])),
  );
  return [...nicknames]
    .filter((nickname) => nickname !== "")
    .sort(compareText)
    .flatMap((nickname) => {
      const uri = head.libraryUri(nickname);
      if (uri === null) return [];
      return [node("library", { attributes: [["logical", nickname]], children: [text("uri", uri)] })];
    });
}

/** Nets with the pins of parts that go to the board, numbered as KiCad numbers them. */
export function netNodes(netlist: Netlist): ExportNode[] {
  const nodes: ExportNode[] = [];
  for (const [i, net] of netlist.nets.entries()) {
    const pins = pinsOnBoard(net);
    if (pins.length === 0) continue;
    const flagged = net.subgraphs.some((subgraph) => subgraph.noConnect?.kind === "noConnect");
    const one = pins.every(
      (pin) => pin.part.symbol === pins[0]!.part.symbol && pin.name === pins[0]!.name && samePlace(pin.at, pins[0]!.at),
    );
    nodes.push(
      node("net", {
        attributes: [
          ["code", String(i + 1)],
          ["name", net.name],
          ["class", unescapeText(net.netClass.name)],
        ],
        children: pins.map((pin) =>
          flat("node", {
            ref: pin.part.reference,
            pin: pin.number,
            ...(pin.name === "" ? {} : { pinfunction: pin.name }),
            pintype: pin.type + (flagged && one ? "+no_connect" : ""),
          }),
        ),
      }),
    );
  }
  return nodes;
}

function samePlace(a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  return a.x === b.x && a.y === b.y;
}

function pinsOnBoard(net: Net) {
  const seen = new Set<string>();
  return net.pins.filter((pin) => {
    const key = `${pin.part.reference}.${pin.number}`;
    if (!pin.part.onBoard || pin.part.reference.startsWith("#") || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
