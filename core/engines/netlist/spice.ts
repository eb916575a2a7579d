import { shownFields } from "./export-tree.ts";
import { compareNumbered, compareText, unescapeText } from "./names.ts";
import type { Netlist } from "./netlist.ts";
import type { Node } from "./node.ts";
import type { Part } from "./parts.ts";
import type { SpiceModel } from "./spice-library.ts";
import { readSpiceLibrary } from "./spice-library.ts";
import type { SpicePart } from "./spice-part.ts";
import { isIbis, spiceLines } from "./spice-part.ts";

/** A library that parts name: where it lies, and its text. */
export interface SpiceLibraryFile {
  readonly path: string;
  readonly text: string;
}

export interface SpiceOptions {
  /** The libraries that {@link spiceLibraryNames} lists, by the name that parts call them; null for one that is missing. */
  readonly libraries: ReadonlyMap<string, SpiceLibraryFile | null>;
  /** Written as a circuit of this name, with the root's hierarchical labels as its pins; null for a whole simulation. */
  readonly circuit: string | null;
}

export interface SpiceNetlist {
  readonly text: string;
  readonly elements: number;
  /** Parts that a simulation will not get right, and why. */
  readonly problems: readonly string[];
}

/** The libraries that the parts of a design name for simulation. */
export function spiceLibraryNames(netlist: Netlist): string[] {
  const names = simulated(netlist).map((part) => shownFields(part, netlist).get("Sim.Library") ?? "");
  return [...new Set(names.filter((name) => name !== ""))].sort(compareText);
}

/**
 * The netlist for a SPICE simulator as KiCad 9 writes it: libraries, models, directives of the sheets' texts, elements.
 * Elements stand in the order of sheets and files. Models in the IBIS format are left out and told.
 */
export function writeSpice(netlist: Netlist, options: SpiceOptions): SpiceNetlist {
  const known = new Map<string, ReadonlyMap<string, SpiceModel>>();
  for (const [name, file] of options.libraries) if (file !== null) known.set(name, readSpiceLibrary(file.text));
  const lookUp = (library: string, name: string) => known.get(library)?.get(name.toLowerCase()) ?? null;
  const models: string[] = [];
  const elements: string[] = [];
  const problems: string[] = [];
  const used = new Set<string>();
  const { circuit } = options;
  const ports = circuit === null ? new Map<string, string>() : portNets(netlist);
  for (const part of simulated(netlist)) {
    const spice = spicePart(part, netlist);
    if (spice.fields.get("Sim.Enable") === "0") continue;
    const library = options.libraries.get(spice.fields.get("Sim.Library") ?? "");
    if (library != null && !isIbis(spice)) used.add(library.path);
    const nets = netsByPin(part, netlist);
    const nodeOf = (pin: string) => {
      const net = nets.get(pin)!;
      return ports.get(net) ?? spiceNet(net);
    };
    const { element, model, problem } = spiceLines(spice, nodeOf, lookUp);
    if (element !== "") elements.push(element);
    if (model !== null) models.push(model);
    if (
      part.unitCount > 1 &&
      spice.unitPins.length < spice.pins.length &&
      spice.fields.get("Sim.Library") === undefined
    )
      problems.push(`${part.reference}: one of its units stands for the part.`);
    if (problem !== null) problems.push(`${part.reference}: ${problem}.`);
  }
  const head =
    circuit === null ? [".title KiCad schematic"] : ["*", "", `.subckt ${circuit}`, ...portLines(netlist), "", ""];
  const lines = [
    ...head,
    ...[...used].sort(compareText).map((path) => `.include "${path}"`),
    ...models,
    ...(elements.length === 0 ? [] : directives(netlist, circuit !== null)),
    ...elements,
    ...(circuit === null ? [".end"] : ["", ".ends"]),
  ];
  return { text: `${lines.join("\n")}\n`, elements: elements.length, problems };
}

/** One part for each reference, those of power symbols and those that stay out of simulation left out. */
function simulated(netlist: Netlist): Part[] {
  const found = new Map<string, Part>();
  for (const part of netlist.parts) {
    if (part.reference.startsWith("#") || part.virtual || !part.inSimulation) continue;
    const known = found.get(part.reference);
    if (known === undefined) found.set(part.reference, part);
  }
  return [...found.values()];
}

function spicePart(part: Part, netlist: Netlist): SpicePart {
  const fields = new Map(shownFields(part, netlist));
  const numbers = [...new Set(part.pins.map((pin) => pin.number))];
  const unitPins = numbers.sort((a, b) => compareNumbered(a, b, false) || compareText(a, b));
  return { reference: part.reference, fields, pins: [...netsByPin(part, netlist).keys()], unitPins };
}

/** The pins of all units of a part with their nets' names, by number. */
function netsByPin(part: Part, netlist: Netlist): Map<string, string> {
  const found = new Map<string, string>();
  const units = part.unitCount > 1 ? netlist.parts.filter((each) => each.reference === part.reference) : [part];
  for (const unit of units)
    for (const pin of unit.pins)
      if (!found.has(pin.number)) found.set(pin.number, netlist.netOf(pin)?.name ?? `${unit.sheet.names}<NO NET>`);
  return new Map([...found].sort(([a], [b]) => compareNumbered(a, b, false) || compareText(a, b)));
}

/** A net's name without markup, and with `_` for the signs that SPICE reads as something else. */
export function spiceNet(name: string): string {
  const plain = name.replaceAll(/~\{([^{}]*)\}/g, "~$1").replaceAll(/[_^]\{([^{}]*)\}/g, "$1");
  const safe = plain.replaceAll(/[%(),[\]<>~ ]/g, "_");
  return unescapeText(safe).replace(/^\/\//, `/${ROOT_SHEET}/`);
}

/** What KiCad calls the nameless root sheet, because ngspice does not read `//`. */
const ROOT_SHEET = "root";

const DIRECTIVES: ReadonlySet<string> = new Set(
  (
    "AC CONTROL CSPARAM DISTO DC ELSE ELSEIF END ENDC ENDIF ENDS FOUR FUNC GLOBAL IC IF INCLUDE LIB MEAS MODEL NODESET " +
    "NOISE OP OPTIONS PARAM PLOT PRINT PROBE PZ SAVE SENS SP SUBCKT TEMP TF TITLE TRAN WIDTH"
  ).split(" "),
);

const ANALYSES = /^\.(?:AC|DC|DISTO|NOISE|OP|PZ|SENS|SP|TF|TRAN)\b/i;

/** Texts of the sheets that tell SPICE something; of a circuit without the analyses. */
function directives(netlist: Netlist, circuit: boolean): string[] {
  const found: string[] = [];
  for (const sheet of netlist.sheets) {
    const { ofLabel } = netlist.textOf(sheet);
    for (const item of sheet.doc.items.ofKind("text", "textBox")) {
      if (item["excludeFromSim"] === true) continue;
      const text = ofLabel(item, item["text"] as string);
      if (!text.split(/[\r\n]+/).some(isDirective)) continue;
      if (!circuit || !ANALYSES.test(text)) found.push(text);
    }
  }
  return found;
}

function isDirective(line: string): boolean {
  const upper = line.toUpperCase();
  if (upper.startsWith(".")) return DIRECTIVES.has(upper.slice(1).split(" ")[0]!);
  // Coupled inductors.
  return /^K\S*[ \t]+L\S*[ \t]+L/.test(upper);
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  input: "input",
  output: "output",
  bidirectional: "inout",
  tri_state: "tristate",
  passive: "passive",
};

/** The root's hierarchical labels, one of each name. */
function rootPorts(netlist: Netlist): Node[] {
  const found = new Map<string, Node>();
  for (const node of netlist.nodesOf(netlist.sheets[0]!))
    if (node.kind === "hierLabel" && !found.has(node.text)) found.set(node.text, node);
  return [...found.values()];
}

function portLines(netlist: Netlist): string[] {
  return rootPorts(netlist).map(
    ({ item, text }) => `+       ${text} ; ${DIRECTIONS[item["shape"] as string] ?? "passive"}`,
  );
}

/**
 * What a circuit calls the nets at its ports. KiCad takes the labels of all sheets for ports: two nets that two sheets
 * call alike inside become one there, which is left to it.
 */
function portNets(netlist: Netlist): Map<string, string> {
  const names = rootPorts(netlist).map(
    (node) => [netlist.subgraphOf(node).connection?.fullName ?? "", node.text] as const,
  );
  return new Map(names.filter(([name]) => name !== ""));
}
