import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { shownFields } from "../../core/engines/netlist/export-tree.ts";
import type { Netlist } from "../../core/engines/netlist/netlist.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import type { Part } from "../../core/engines/netlist/parts.ts";
import type { SpiceLibraryFile } from "../../core/engines/netlist/spice.ts";
import { spiceLibraryNames, spiceNet, writeSpice } from "../../core/engines/netlist/spice.ts";
import { kicadOutput } from "./kicad-cache.ts";
import { designOf } from "./sheets.ts";

/** How our SPICE netlist of a project compares with KiCad's, line by line in any order. */
export interface SpiceAgreement {
  readonly same: number;
  readonly all: number;
  /** Lines that only one of the two has, with who. */
  readonly differences: readonly string[];
  /**
   * Lines of parts with several units, of parts whose model KiCad does not find though its library has it (it gives up on libraries that ngspice
   * reads), and of IBIS models, which we leave out and say so.
   */
  readonly unmodelled: number;
  /** What we say cannot be simulated. */
  readonly problems: readonly string[];
}

export async function compareSpice(root: string, format: "spice" | "spicemodel" = "spice"): Promise<SpiceAgreement> {
  const theirs = linesOf(await kicadSpice(root, format));
  const netlist = buildNetlist(designOf(root));
  const libraries = new Map(spiceLibraryNames(netlist).map((name) => [name, readLibrary(name, root)]));
  const circuit =
    format === "spice"
      ? null
      : root
          .split("/")
          .at(-1)!
          .replace(/\.kicad_sch$/, "");
  const { text, problems } = writeSpice(netlist, { libraries, circuit });
  const ours = linesOf(circuit === null ? text : withAllPorts(text, netlist));
  const left = new Map<string, number>();
  for (const line of ours) left.set(line, (left.get(line) ?? 0) + 1);
  const isLost = (line: string) => {
    const name = line.split(" ")[0]!;
    return lost.has(name) || lost.has(name.slice(1));
  };
  let same = 0;
  let unmodelled = 0;
  const lost = librariesKicadLacks(theirs, netlist);
  const differences: string[] = [];
  for (const line of theirs) {
    const count = left.get(line) ?? 0;
    if (count > 0) {
      left.set(line, count - 1);
      same++;
    } else if (/^\.include ".*\/ibis\/.*\.cache"$|^X\S+ .*\.Virtual$/.test(line) || isLost(line)) unmodelled++;
    else differences.push(`KiCad ${line}`);
  }
  for (const [line, count] of left)
    if (!isLost(line)) for (let n = 0; n < count; n++) differences.push(`ours  ${line}`);
  return { same, all: theirs.length, differences, unmodelled, problems };
}

/**
 * The parts of several units, and of libraries that KiCad finds a model not in: it writes such a model's name behind the
 * part's.
 */
function librariesKicadLacks(theirs: readonly string[], netlist: Netlist): Set<string> {
  const library = (part: Part) => shownFields(part, netlist).get("Sim.Library") ?? "";
  // Of a part with several units KiCad writes one element, of the unit that its memory has first.
  const several = netlist.parts.filter((part) => part.unitCount > 1).map((part) => part.reference);
  const named = netlist.parts.filter((part) => library(part) !== "");
  const unread = new Set<string>();
  for (const line of theirs) {
    const words = line.split(" ");
    const part = named.find((each) => each.reference === words[0] && words.at(-1)!.startsWith(`${each.reference}.`));
    if (part !== undefined) unread.add(library(part));
  }
  return new Set([...several, ...named.filter((part) => unread.has(library(part))).map((part) => part.reference)]);
}

/**
 * Whether a net has hierarchical labels of several names: which of them a circuit's pin is called by goes by KiCad's
 * memory.
 */
export function hasAmbiguousPorts(root: string): boolean {
  const netlist = buildNetlist(designOf(root));
  const names = new Map<string, string>();
  return netlist.nodes.some((node) => {
    if (node.kind !== "hierLabel") return false;
    const net = netlist.subgraphOf(node).connection?.fullName ?? "";
    const known = names.get(net) ?? node.text;
    names.set(net, known);
    return known !== node.text;
  });
}

/**
 * A circuit's netlist with the hierarchical labels of all sheets as its pins, as KiCad writes it: labels of two sheets
 * that are called alike join their nets there, which no use of the circuit can want.
 */
function withAllPorts(text: string, netlist: Netlist): string {
  const directions: Readonly<Record<string, string>> = { bidirectional: "inout", tri_state: "tristate" };
  const root = netlist.sheets[0]!;
  const labels = netlist.nodes.filter((node) => node.kind === "hierLabel");
  const names = new Map<string, string>();
  const ports: string[] = [];
  for (const label of labels) {
    const net = netlist.subgraphOf(label).connection?.fullName ?? "";
    if (names.has(spiceNet(net))) continue;
    const shape = label.item["shape"] as string;
    if (label.sheet !== root) ports.push(`+       ${label.text} ; ${directions[shape] ?? shape}`);
    names.set(spiceNet(net), label.text);
  }
  const renamed = text.split("\n").map((line) => (line.startsWith("+") ? line : renameNets(line, names)));
  return [...renamed, ...ports].join("\n");
}

function renameNets(line: string, names: ReadonlyMap<string, string>): string {
  return line
    .split(" ")
    .map((word, i) => (i === 0 ? word : (names.get(word) ?? word)))
    .join(" ");
}

/** KiCad's SPICE netlist; also of a design some of whose models it does not find, where it writes what it can. */
async function kicadSpice(root: string, format: string): Promise<string> {
  const script = 'kicad-cli sch export netlist --format "$2" -o "$0" "$1" >&2 || test -s "$0"';
  return (await kicadOutput(root, ["sh", "-c", script, "{out}", root, format])).toString();
}

function readLibrary(name: string, root: string): SpiceLibraryFile | null {
  const path = resolve(dirname(root), name.replace(/\$\{KICAD\d+_SYMBOL_DIR\}/, "/usr/share/kicad/symbols"));
  return existsSync(path) ? { path, text: readFileSync(path, "utf8") } : null;
}

/** A file with its lines in any order: KiCad's order of parts goes by memory. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .sort();
}
