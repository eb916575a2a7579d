import { exportedParts, shownFields } from "./export-tree.ts";
import { compareNumbered, compareText } from "./names.ts";
import type { Net, Netlist } from "./netlist.ts";
import type { Part, Pin } from "./parts.ts";

/** OrcadPCB2: parts with their pins' nets. */
export function writeOrcad(netlist: Netlist): string {
  const lines = ["( { EESchema Netlist Version 1.1 created by Electronics Designer }"];
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const footprint = fieldOf(part, "Footprint", netlist) || "$noname";
    lines.push(
      ` ( ${stampOf(part)} ${spaceless(footprint)}  ${part.reference} ${spaceless(shownValue(part, netlist))}`,
    );
    for (const { pin, net } of pinsOf(part, netlist)) lines.push(`  ( ${pin.number.padStart(4)} ${spaceless(net)} )`);
    lines.push(" )");
  }
  lines.push(")", "*");
  return `${lines.join("\n")}\n`;
}

/** PADS-PCB: parts with footprints, then nets with pins. */
export function writePads(netlist: Netlist): string {
  const lines = ["*PADS-PCB*", "*PART*"];
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const footprint = spaceless(fieldOf(part, "Footprint", netlist)) || spaceless(fieldOf(part, "Value", netlist));
    lines.push(`${part.reference.padEnd(16)} ${footprint}`);
  }
  lines.push("", "*NET*");
  for (const net of netlist.nets) {
    const pins = boardPins(net);
    if (pins.length < 2) continue;
    lines.push(`*SIGNAL* ${spaceless(net.name)}`);
    const words = pins.map((pin) => `${pin.part.reference}.${pin.number}`);
    // Seven pins stand in the first row, six in each further one; the last ends with a space.
    const rows = [words.slice(0, 7).join(" ")];
    for (let i = 7; i < words.length; i += 6) rows.push(words.slice(i, i + 6).join(" "));
    lines.push(`${rows.join("\n")} `);
  }
  lines.push("*END*");
  return `${lines.join("\n")}\n`;
}

/** Cadstar RINF. */
export function writeCadstar(netlist: Netlist): string {
  const lines = [".HEA", '.APP "Electronics Designer"', ".TYP FULL", ""];
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const footprint = fieldOf(part, "Footprint", netlist) || "$noname";
    lines.push(`.ADD_COM     ${part.reference}     "${fieldOf(part, "Value", netlist)}"     "${footprint}"`);
  }
  lines.push("");
  for (const net of netlist.nets) {
    const pins = boardPins(net);
    if (pins.length < 2) continue;
    for (const [i, pin] of pins.entries()) {
      const at = `${pin.part.reference}   ${pin.number}`;
      if (i === 0) lines.push(`.ADD_TER   ${at}     "${net.name}"`);
      else lines.push(i === 1 ? `.TER       ${at}` : `            ${at}`);
    }
    lines.push("");
  }
  lines.push(".END");
  return `${lines.join("\n")}\n`;
}

/** Allegro: packages with their parts, parts by sheet (rooms), then nets with pins. */
export function writeAllegro(netlist: Netlist, source: string): string {
  const lines = ["(NETLIST)", `(Source: ${source})`, "$PACKAGES"];
  const packages = new Map<string, { readonly value: string; readonly references: string[] }>();
  const rooms = new Map<string, string[]>();
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const value = fieldOf(part, "Value", netlist);
    const footprint = fieldOf(part, "Footprint", netlist);
    const device = allegroName(footprint === "" ? value : `${value}_${footprint}`);
    const room = part.sheet.names;
    rooms.set(room, [...(rooms.get(room) ?? []), part.reference]);
    const known = packages.get(device);
    if (known === undefined) packages.set(device, { value, references: [part.reference] });
    else known.references.push(part.reference);
  }
  for (const [device, { value, references }] of [...packages].sort(([a], [b]) => compareText(a, b)))
    lines.push(`! '${device}' ! '${value}' ; ${wrapped(references.sort((a, b) => compareNumbered(a, b, false)))}`);
  lines.push("$A_PROPERTIES");
  for (const [room, references] of [...rooms].sort(([a], [b]) => compareText(a, b)))
    lines.push(`'ROOM' '${room}' ; ${wrapped(references.sort((a, b) => compareNumbered(a, b, false)))}`);
  lines.push("$NETS");
  for (const net of netlist.nets) {
    const pins = boardPins(net);
    if (pins.length === 0) continue;
    const name = net.name.toUpperCase();
    const shown = /^[A-Z0-9_/]+$/.test(name) ? name : `'${name}'`;
    lines.push(`${shown}; ${wrapped(pins.map((pin) => `${pin.part.reference}.${pin.number}`))}`);
  }
  lines.push("$END");
  return `${lines.join("\n")}\n`;
}

function wrapped(words: readonly string[]): string {
  return words.join(",\n\t");
}

function allegroName(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_-]/g, "_");
}

function stampOf(part: Part): string {
  return `${part.sheet.path.replace(/^\/[^/]*/, "")}/${part.symbol.id}`;
}

function fieldOf(part: Part, name: string, netlist: Netlist): string {
  return shownFields(part, netlist).get(name) ?? "";
}

function shownValue(part: Part, netlist: Netlist): string {
  return fieldOf(part, "Value", netlist) || "~";
}

function spaceless(text: string): string {
  return text.replaceAll(" ", "_");
}

/** The pins of all units of a part with their nets, by number; "?" where nothing names the net. */
function pinsOf(part: Part, netlist: Netlist): { pin: Pin; net: string }[] {
  const found = new Map<string, { pin: Pin; net: string }>();
  for (const unit of netlist.parts) {
    if (unit.reference !== part.reference) continue;
    for (const pin of unit.pins)
      if (!found.has(pin.number)) found.set(pin.number, { pin, net: netlist.netOf(pin)?.name ?? "?" });
  }
  return [...found.values()].sort((a, b) => compareNumbered(a.pin.number, b.pin.number, false));
}

function boardPins(net: Net): Pin[] {
  const seen = new Set<string>();
  return net.pins.filter((pin) => {
    const key = `${pin.part.reference}.${pin.number}`;
    if (!pin.part.onBoard || pin.part.reference.startsWith("#") || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
