import type { Effects } from "../../model/effects.ts";
import type { Part } from "./part.ts";
import type { Raising } from "./raising.ts";

/** First versions of the board format with these tokens, or without them. Source: what KiCad 10 writes. */
const VIA_PROTECTION = 20250228;
const JUMPERS = 20250324;
export const NO_NET_TABLE = 20251028;
const BOARD_TABLES = 20250907;

/** The same of schematics and symbol libraries. */
const SYMBOLS = 20250227;
const PLAIN_TILDE = 20250318;
const SHEET_TABLES = 20250425;
const BODY_STYLES = 20250827;
const PROPERTIES = 20250900;

/** What boards and footprints of KiCad 10 say beyond those of KiCad 9; false when the item goes. */
export function raiseBoardTo10(part: Part, cx: Raising): boolean {
  const { kind, values } = part;
  switch (kind.kind) {
    case "net":
      if (cx.to < NO_NET_TABLE) break;
      cx.say("nets: items name their net; the table of numbers goes");
      return false;
    case "zone":
      if (cx.to >= NO_NET_TABLE) values["netName"] = "";
      break;
    case "setup":
      if (cx.to < VIA_PROTECTION) break;
      values["covering"] ??= { front: false, back: false };
      values["plugging"] ??= { front: false, back: false };
      values["capping"] ??= false;
      values["filling"] ??= false;
      values["plot"] = plotOf(values["plot"] as Plot | null);
      break;
    case "footprint":
      if (cx.to >= JUMPERS) values["jumperDuplicates"] ??= false;
      for (const each of part.inside) raiseBoardTo10(each, cx);
      break;
    case "table":
      if (cx.to >= BOARD_TABLES) values["uuid"] ??= cx.uuid();
      break;
  }
  return true;
}

type Plot = Readonly<Record<string, unknown>>;

/** KiCad 10 plots no HPGL and no hidden texts. */
function plotOf(plot: Plot | null): Plot | null {
  if (plot === null) return null;
  return { ...plot, hpglPenNumber: null, hpglPenSpeed: null, hpglPenDiameter: null, invisibleTexts: null };
}

/** What schematics and symbol libraries of KiCad 10 say beyond those of KiCad 9. */
export function raiseSheetTo10(part: Part, cx: Raising): void {
  const { kind, values } = part;
  switch (kind.kind) {
    case "symbol":
      raisePlaced(values, cx);
      break;
    case "librarySymbol":
      raiseDefinition(part, cx);
      break;
    case "libraryPin":
      if (cx.to >= PLAIN_TILDE) for (const name of ["name", "number"]) values[name] = spoken(values[name] as Named, cx);
      break;
    case "property":
      raiseProperty(values, cx);
      break;
    case "table":
      if (cx.to >= SHEET_TABLES) values["uuid"] ??= cx.uuid();
      break;
  }
  for (const each of part.inside) raiseSheetTo10(each, cx);
}

type Named = { readonly text: string };

function raisePlaced(values: Part["values"], cx: Raising): void {
  if (cx.to >= BODY_STYLES) {
    values["bodyStyle"] ??= (values["convert"] as number | null) ?? 1;
    values["convert"] = null;
    cx.drop("convert");
  }
  if (cx.to >= PROPERTIES) values["inPosFiles"] ??= true;
}

function raiseDefinition(part: Part, cx: Raising): void {
  const { values } = part;
  // A derived symbol has these of the one that it derives from.
  const derived = values["extends"] !== null;
  if (cx.to >= SYMBOLS && !derived) {
    values["inPosFiles"] ??= true;
    values["jumperDuplicates"] ??= false;
  }
  const styles = part.inside.map((unit) => /_\d+_(\d+)$/.exec(String(unit.values["name"] ?? ""))?.[1] ?? "0");
  if (cx.to >= BODY_STYLES && styles.includes("2") && (values["bodyStyles"] as readonly string[]).length === 0) {
    values["bodyStyles"] = ["demorgan"];
    cx.say("symbols: a second body style is called demorgan");
  }
}

/** A field says by itself whether it is hidden, shows its name, and is placed automatically. */
function raiseProperty(values: Part["values"], cx: Raising): void {
  if (cx.to >= PLAIN_TILDE && values["value"] === "~") {
    values["value"] = "";
    cx.say("texts: ~ for an empty text becomes an empty text");
  }
  if (cx.to < PROPERTIES) return;
  values["showName"] ??= false;
  values["doNotAutoplace"] ??= false;
  const effects = values["effects"] as Effects;
  if (!effects.hide) return;
  values["hide"] = true;
  values["effects"] = { ...effects, hide: false };
}

function spoken(named: Named, cx: Raising): Named {
  if (named.text !== "~") return named;
  cx.say("texts: ~ for an empty text becomes an empty text");
  return { ...named, text: "" };
}
