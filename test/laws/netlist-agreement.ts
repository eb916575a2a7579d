import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Point } from "../../core/base/nm.ts";
import type { Netlist } from "../../core/engines/netlist/netlist.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { isInside } from "../../core/engines/sheet/contacts.ts";
import { textOf } from "../../core/format/text.ts";
import { parseTree } from "../../core/format/tree.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText } from "../../core/model/document.ts";
import { argOf, listOf, listsOf } from "../../core/model/field.ts";
import { ItemTable } from "../../core/model/item-table.ts";
import { openWorld } from "./check-edit.ts";
import { corpusFolder, demosFolder } from "./kicad.ts";
import { kicadNetlist } from "./kicad-cache.ts";
import { seeded } from "./random.ts";
import type { SchematicRoot } from "./schematic-roots.ts";
import { designOf, sheetsOf } from "./sheets.ts";

/** How our nets of a project compare with KiCad's. */
export interface NetAgreement {
  /** Nets of KiCad's file that we have with the same name, pins and class. */
  readonly same: number;
  readonly all: number;
  /** Nets whose class KiCad's netlist gives as Default only because no piece of them is on the root sheet. */
  readonly classUnknownToKicad: number;
  /**
   * Nets with the pins of KiCad's that several members of buses are, and that KiCad calls by another of these: which bus
   * names such a net first goes by the order in which its memory has the bus's wires.
   */
  readonly otherMember: number;
  /** One line for each net that only one of the two has so. */
  readonly differences: readonly string[];
  readonly ms: number;
}

/** Compares our nets of a root schematic with those of `kicad-cli sch export netlist`. */
export async function compareNets(root: string): Promise<NetAgreement> {
  const theirs = readNets(await kicadNetlist(root));
  const started = performance.now();
  const netlist = buildNetlist(designOf(root));
  const ms = performance.now() - started;
  const ours = exportedNets(netlist);
  const differences: string[] = [];
  let same = 0;
  let classUnknownToKicad = 0;
  const otherNames = new Set<string>();
  for (const [name, net] of theirs) {
    const own = ours.get(name);
    if (own?.pins !== net.pins) {
      const other = [...ours].find(([, each]) => each.pins === net.pins && each.shared);
      if (other !== undefined) {
        otherNames.add(other[0]);
        continue;
      }
      differences.push(`KiCad ${name}: ${net.pins}`);
      continue;
    }
    // KiCad asks the shown sheet, which is the root, what a net's name is there; elsewhere it finds no net.
    if (own.netClass !== net.netClass && net.netClass === "Default" && !own.onRoot) classUnknownToKicad++;
    else if (own.netClass !== net.netClass) {
      differences.push(`${name}: class ${own.netClass}, in KiCad ${net.netClass}`);
      continue;
    }
    same++;
  }
  for (const [name, net] of ours)
    if (theirs.get(name)?.pins !== net.pins && !otherNames.has(name)) differences.push(`ours ${name}: ${net.pins}`);
  return { same, all: theirs.size, classUnknownToKicad, otherMember: otherNames.size, differences, ms };
}

interface ExportedNet {
  readonly pins: string;
  readonly netClass: string;
  readonly onRoot: boolean;
  /** Whether some piece of it is a member of buses more than once. */
  readonly shared: boolean;
}

function exportedNets(netlist: Netlist): Map<string, ExportedNet> {
  const nets = new Map<string, ExportedNet>();
  for (const { name, pins, netClass, subgraphs } of netlist.nets) {
    const own = pins.filter(({ part }) => part.onBoard && !part.reference.startsWith("#"));
    const names = [...new Set(own.map((pin) => `${pin.part.reference}.${pin.number}`))].sort();
    const onRoot = subgraphs.some(({ sheet, driver }) => sheet.parent === null && driver !== null);
    const shared = subgraphs.some((subgraph) => subgraph.busParents.size > 1);
    if (names.length > 0) nets.set(name, { pins: names.join(" "), netClass: netClass.name, onRoot, shared });
  }
  return nets;
}

/** Nets of KiCad's netlist by name. */
export function readNets(text: string): Map<string, Omit<ExportedNet, "onRoot" | "shared">> {
  const tree = parseTree(Buffer.from(text));
  const word = (list: number, name: string) => {
    const node = listOf(tree, list, name);
    const arg = node < 0 ? -1 : argOf(tree, node, 1);
    return arg < 0 ? "" : textOf(tree, arg);
  };
  const nets = new Map<string, Omit<ExportedNet, "onRoot" | "shared">>();
  for (const net of listsOf(tree, listOf(tree, 0, "nets"), "net")) {
    const pins = listsOf(tree, net, "node").map((node) => `${word(node, "ref")}.${word(node, "pin")}`);
    nets.set(word(net, "name"), { pins: pins.sort().join(" "), netClass: word(net, "class") });
  }
  return nets;
}

/** A copy of a project after random moves, turns and mirrorings by our commands; always the same for one seed. */
export async function scrambled(root: SchematicRoot, edits: number, seed = 1): Promise<string> {
  const from = root.file.startsWith(corpusFolder) ? corpusFolder : demosFolder;
  const top = relative(from, root.file).split(sep)[0]!;
  const copy = join(tmpdir(), "edsnx-scrambled", root.name.replaceAll(sep, "+"), top);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(join(from, top), copy, { recursive: true });
  const file = join(copy, relative(join(from, top), root.file));
  const random = seeded(seed);
  const files = [...new Set(sheetsOf(file).map((sheet) => sheet.file))];
  const perFile = Math.ceil(edits / files.length);
  for (const each of files) {
    const world = await openWorld({ text: readFileSync(each), path: "/sheet.kicad_sch" });
    const items = [...world.doc().items.ofKind("symbol", "label", "wire")].map((item) => item.id);
    const steps = () => Math.round((random() * 2 - 1) * 8) * 1.27;
    for (let n = 0; n < perFile && items.length > 0; n++) {
      const id = items[Math.floor(random() * items.length)]!;
      if (!world.doc().items.entry(id)) continue;
      const kind = random();
      if (kind < 0.25) await world.run("sch.move", { items: id, by: [steps() || 1.27, steps()], drag: random() < 0.5 });
      else if (kind < 0.4) await world.run("sch.move", { items: id, by: [1.27, steps()], drag: true });
      else if (kind < 0.7) await world.run("sch.rotate", { items: id, angle: 90 * (1 + Math.floor(random() * 3)) });
      else await world.run("sch.mirror", { items: id, direction: random() < 0.5 ? "horizontal" : "vertical" });
    }
    // Every world counts its uuids from one: those of two sheets must not be the same.
    const own = `${String(files.indexOf(each) + 1).padStart(8, "0")}-0000-4000-8000-`;
    writeFileSync(each, brokenAtDots(world.doc()).replaceAll("00000000-0000-4000-8000-", own));
  }
  return file;
}

/**
 * A sheet's text with each wire broken where a dot lies on it, as KiCad's editor leaves it after every edit. Its
 * command line loses what lies behind the dot of a wire that is not (seen with 9.0.8: of R1 - dot - R2 on one wire, with
 * R3 at the dot, R2 is left out), so such wires would tell nothing.
 */
function brokenAtDots(doc: Doc): string {
  const dots = [...doc.items.ofKind("junction")].map((item) => item["at"] as Point);
  let text = docText(doc);
  let pieces = 0;
  for (const item of doc.items.ofKind("wire", "bus")) {
    const [from, to] = item["pts"] as readonly Point[];
    const distance = (p: Point) => Math.abs(p.x - from!.x) + Math.abs(p.y - from!.y);
    const inside = dots.filter((p) => isInside(p, from!, to!)).sort((p, q) => distance(p) - distance(q));
    if (inside.length === 0) continue;
    const ends = [from!, ...inside, to!];
    const at = (p: Point) => `(xy ${p.x / 1e6} ${p.y / 1e6})`;
    const piece = (n: number) =>
      `(${item.kind} (pts ${at(ends[n]!)} ${at(ends[n + 1]!)}) (stroke (width 0) (type default)) ` +
      `(uuid "00000000-0000-4000-8000-1${String(++pieces).padStart(11, "0")}"))`;
    const own = docText({
      ...doc,
      head: new Uint8Array(),
      tail: new Uint8Array(),
      items: ItemTable.of([doc.items.entry(item.id)!]),
    }).trim();
    assert.ok(text.includes(own));
    text = text.replace(own, () =>
      inside
        .concat(to!)
        .map((_, n) => piece(n))
        .join("\n"),
    );
  }
  return text;
}
