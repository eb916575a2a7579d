import type { Point } from "../../base/nm.ts";
import type { Placement } from "../field.ts";
import type { Item } from "../item.ts";
import type { LibraryPin, LibrarySymbol } from "./library-symbol.ts";

/** A pin of a symbol as checks compare it. */
export interface PinFacts {
  readonly number: string;
  /** 0 for all units, all body styles. */
  readonly unit: number;
  readonly style: number;
  /** All that counts, in one text. */
  readonly look: string;
}

/** What KiCad compares of a symbol, with what it derives from taken in. */
export interface SymbolFacts {
  readonly power: string | null;
  readonly unitCount: number;
  readonly unitNames: string;
  readonly unitsLocked: boolean;
  /** Drawn things but texts: each as one text. Hidden texts become fields with names of their own, which equal nothing. */
  readonly hiddenTexts: number;
  /** Fields for simulation in the form of KiCad 6 and 7, which KiCad turns into today's when it reads a library. */
  readonly oldSimulation: boolean;
  readonly shapes: ReadonlySet<string>;
  readonly pins: readonly PinFacts[];
  /** Text in lower case and place, by name; `private` before the name of what only editors show. */
  readonly fields: ReadonlyMap<string, string>;
  readonly filters: string;
  readonly keywords: string;
  readonly nameOffset: number;
}

/** Reads a symbol; `chain` is the symbol itself, then what it derives from, up to the one with the drawing. */
export function symbolFacts(chain: readonly Item[]): SymbolFacts {
  const root = chain.at(-1) as unknown as LibrarySymbol;
  const said = texts(chain);
  const shapes = new Set<string>();
  const pins = new Map<string, PinFacts>();
  let hiddenTexts = 0;
  let unitCount = 1;
  const unitNames = new Map<number, string>();
  for (const { item, unit, style } of drawn(root)) {
    if (item.kind === "symbolUnit") {
      unitCount = Math.max(unitCount, unit);
      if (item["unitName"] != null) unitNames.set(unit, item["unitName"] as string);
    } else if (item.kind === "libraryPin") {
      const pin = pinFacts(item as unknown as LibraryPin, unit, style);
      pins.set(`${pin.unit} ${pin.style} ${pin.number} ${pin.look}`, pin);
    } else if (item.kind === "graphic") shapes.add(`${unit} ${style} ${shapeLook(item)}`);
    else if (item.kind === "text" && (item["effects"] as { hide?: boolean } | null)?.hide === true) hiddenTexts++;
  }
  return {
    power: root.power,
    unitCount,
    unitNames: [...unitNames].sort(([a], [b]) => a - b).join(),
    unitsLocked: said.special.has("ki_locked"),
    shapes,
    hiddenTexts,
    oldSimulation: hasOldSimulation(said.fields),
    pins: [...pins.values()],
    fields: said.fields,
    filters: (said.special.get("ki_fp_filters") ?? "").trim().replace(/\s+/g, " "),
    keywords: said.special.get("ki_keywords") ?? "",
    nameOffset: units(root.pinNames.offset),
  };
}

/** What differs between a library's symbol and a copy of it, in KiCad's eyes; null when nothing does. */
export function symbolDifference(library: SymbolFacts, copy: SymbolFacts): string | null {
  if (library.power !== copy.power) return "the kind of power symbol";
  if (library.unitCount !== copy.unitCount) return "the number of units";
  if (library.hiddenTexts + copy.hiddenTexts > 0) return "a hidden text: KiCad makes a field of it, with a new name";
  if (library.oldSimulation && copy.oldSimulation) return "simulation fields, which are in an old form";
  if (library.shapes.size !== copy.shapes.size) return "the number of drawn things";
  for (const shape of library.shapes) if (!copy.shapes.has(shape)) return "a drawn thing";
  if (library.pins.length !== copy.pins.length) return "the number of pins";
  for (const pin of library.pins) {
    const other = copy.pins.find(
      (each) => each.number === pin.number && covers(each.unit, pin.unit) && covers(each.style, pin.style),
    );
    if (other === undefined) return `pin ${pin.number} is missing`;
    if (other.look !== pin.look || other.unit !== pin.unit || other.style !== pin.style) return `pin ${pin.number}`;
  }
  for (const [name, text] of library.fields) if (copy.fields.get(name) !== text) return `field ${name}`;
  if (library.fields.size !== copy.fields.size) return "the number of fields";
  if (library.filters !== copy.filters) return "footprint filters";
  if (library.keywords !== copy.keywords) return "keywords";
  if (library.nameOffset !== copy.nameOffset) return "the distance of pin names";
  if (library.unitsLocked !== copy.unitsLocked) return "whether units are interchangeable";
  return library.unitNames === copy.unitNames ? null : "names of units";
}

/** Whether some number stands on two pins that one body style shows: then what is joined cannot be told. */
export function hasDuplicatePins(symbol: SymbolFacts): boolean {
  const byNumber = new Map<string, PinFacts[]>();
  for (const pin of symbol.pins) {
    const others = byNumber.get(pin.number) ?? [];
    if (others.some((other) => covers(other.style, pin.style))) return true;
    others.push(pin);
    byNumber.set(pin.number, others);
  }
  return false;
}

/** Whether two units (or body styles) show the same: 0 is all of them. */
function covers(a: number, b: number): boolean {
  return a === 0 || b === 0 || a === b;
}

interface Drawn {
  readonly item: Item;
  readonly unit: number;
  readonly style: number;
}

function* drawn(root: LibrarySymbol): Iterable<Drawn> {
  for (const item of (root as unknown as Item).children) {
    if (item.kind !== "symbolUnit") {
      yield { item, unit: 0, style: 0 };
      continue;
    }
    const match = /_(\d+)_(\d+)$/.exec(item["name"] as string);
    const [unit, style] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
    yield { item, unit, style };
    for (const child of item.children) yield { item: child, unit, style };
  }
}

const MANDATORY = ["Reference", "Value", "Footprint", "Datasheet", "Description"];
const SPECIAL: ReadonlySet<string> = new Set(["ki_locked", "ki_keywords", "ki_fp_filters"]);

/** Fields with those of what a symbol derives from: its own win, the mandatory ones where they say something. */
function texts(chain: readonly Item[]) {
  const fields = new Map<string, string>(MANDATORY.map((name) => [name, " at 0,0"]));
  const special = new Map<string, string>();
  for (const symbol of [...chain].reverse()) {
    for (const child of symbol.children) {
      if (child.kind !== "property") continue;
      const value = child["value"] as string;
      const text = value === "~" ? "" : value;
      const name = child["name"] as string;
      // Which part it is says the value; that it differs is no fault. Case does not count, but the place does.
      const look = `${name === "Value" ? "" : text.toLowerCase()} at ${place(child["at"] as Placement)}`;
      if (SPECIAL.has(name)) {
        if (text !== "" || name === "ki_locked") special.set(name, text);
      } else if (name === "ki_description") fields.set("Description", `${text.toLowerCase()} at 0,0`);
      else if (MANDATORY.includes(name)) {
        if (text !== "" || symbol === chain.at(-1)) fields.set(name, look);
      } else fields.set(`${child["private"] === true ? "private " : ""}${name}`, look);
    }
  }
  return { fields, special };
}

/** Whether KiCad would rewrite fields for simulation: those of KiCad 6 or of the first KiCad 7, unless newer ones stand. */
function hasOldSimulation(fields: ReadonlyMap<string, string>): boolean {
  if (fields.get("Sim.Type")?.startsWith("pot ") === true) return /=[+-]/.test(fields.get("Sim.Pins") ?? "");
  if (["Sim.Device", "Sim.Type", "Sim.Pins", "Sim.Params"].some((name) => fields.has(name))) return false;
  return [...fields.keys()].some((name) => OLD_SIMULATION.has(name));
}

const OLD_SIMULATION: ReadonlySet<string> = new Set([
  ...["Spice_Primitive", "Spice_Node_Sequence", "Spice_Model", "Spice_Netlist_Enabled", "Spice_Lib_File"],
  ...["Sim_Type", "Sim_Device", "Sim_Pins", "Sim_Params"],
]);

function pinFacts(pin: LibraryPin, unit: number, style: number): PinFacts {
  const { number, name, alternates } = pin;
  const look = [
    ...[place(pin.at), pin.at.angle, units(pin.length), pin.style, pin.type, pin.hide === true],
    // KiCad compares no names of pins.
    ...[units(number.height), units(name.height)],
    ...[...alternates]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((each) => `${each.name} ${each.type} ${each.style}`),
  ].join("|");
  return { number: plain(number.text), unit, style, look };
}

function shapeLook(item: Item): string {
  const { width, type } = (item["stroke"] ?? { width: 0, type: "default" }) as { width: number; type: string };
  const fill = item["fill"] as { readonly type: string } | null | undefined;
  const [start, mid, end, center] = ["start", "mid", "end", "center"].map((key) => place(item[key] as Point | null));
  // KiCad draws arcs one way round, whichever way the file has them.
  const turned = item["token"] === "arc" && start! > end!;
  const points = turned ? [end, mid, start, center] : [start, mid, end, center];
  const path = ((item["pts"] ?? []) as readonly (Point & { start?: Point; mid?: Point; end?: Point })[]).map((each) =>
    each.start === undefined ? place(each) : `${place(each.start)} ${place(each.mid)} ${place(each.end)}`,
  );
  return [
    ...[item["token"], item["private"] === true, ...points, units((item["radius"] as number | null) ?? 0)],
    ...[path.join(" "), units(width), type, fill?.type ?? "none"],
  ].join("|");
}

/** KiCad's schematics have steps of 100 nm. */
function units(length: number): number {
  return Math.round(length / 100);
}

function place(at: Point | Placement | null | undefined): string {
  return at == null ? "" : `${units(at.x)},${units(at.y)}`;
}

/** A lone tilde is how older files spell an empty text. */
function plain(text: string): string {
  return text === "~" ? "" : text;
}
