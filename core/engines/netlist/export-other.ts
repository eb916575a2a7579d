import { exportedParts, shownFields } from "./export-tree.ts";
import { compareNumbered, compareText } from "./names.ts";
import type { Net, Netlist } from "./netlist.ts";
import type { Part, Pin } from "./parts.ts";

/** OrcadPCB2: parts with their pins' nets, then the footprint filters. */
export function writeOrcad(netlist: Netlist): string {
  const lines = ["( { EESchema Netlist Version 1.1 created by Electronics Designer }"];
  const filters: string[] = [];
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const footprint = fieldOf(part, "Footprint", netlist) || "$noname";
    lines.push(
      ` ( ${stampOf(part)} ${spaceless(footprint)}  ${part.reference} ${spaceless(shownValue(part, netlist))}`,
    );
    for (const { pin, net } of pinsOf(part, netlist)) lines.push(`  ( ${pin.number.padStart(4)} ${spaceless(net)} )`);
    lines.push(" )");
    const wanted = part.definition === undefined ? "" : filtersOf(part);
    if (wanted !== "")
      filters.push(`$component ${part.reference}`, ...wanted.split(/\s+/).map((each) => ` ${each}`), "$endlist");
  }
  lines.push(")", "*");
  if (filters.length > 0) lines.push("{ Allowed footprints by component:", ...filters, "$endfootprintlist", "}");
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
    for (let i = 0; i < pins.length; i += 7)
      lines.push(
        `${pins
          .slice(i, i + 7)
          .map((pin) => `${pin.part.reference}.${pin.number}`)
          .join(" ")} `,
      );
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

/** Allegro: packages with their parts, then nets with pins. */
export function writeAllegro(netlist: Netlist, source: string): string {
  const lines = ["(NETLIST)", `(Source: ${source})`, "$PACKAGES"];
  const packages = new Map<string, { readonly value: string; readonly references: string[] }>();
  for (const units of exportedParts(netlist)) {
    const part = units[0]!;
    const value = fieldOf(part, "Value", netlist);
    const device = allegroName(`${value}_${fieldOf(part, "Footprint", netlist)}`);
    const known = packages.get(device);
    if (known === undefined) packages.set(device, { value, references: [part.reference] });
    else known.references.push(part.reference);
  }
  for (const [device, { value, references }] of [...packages].sort(([a], [b]) => compareText(a, b)))
    lines.push(`! '${device}' ! '${value}' ; ${wrapped(references.sort((a, b) => compareNumbered(a, b, false)))}`);
  lines.push("$NETS");
  for (const net of netlist.nets) {
    const pins = boardPins(net);
    if (pins.length === 0) continue;
    const name = net.name.toUpperCase();
    const shown = /^[A-Z0-9_+/]+$/.test(name) && !/[+/]/.test(name) ? name : `'${name}'`;
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

function filtersOf(part: Part): string {
  const child = (part.definition as unknown as { children: readonly Record<string, unknown>[] }).children.find(
    (each) => each["kind"] === "property" && each["name"] === "ki_fp_filters",
  );
  return (child?.["value"] as string | undefined) ?? "";
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
