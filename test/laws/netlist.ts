import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { textOf } from "../../core/format/text.ts";
import { parseTree } from "../../core/format/tree.ts";
import { argOf, listOf, listsOf } from "../../core/model/field.ts";

const run = promisify(execFile);

/** A project's netlist as KiCad exports it. */
export interface Netlist {
  /** Pins (`R1.2`, sorted) by the net's name. */
  readonly nets: ReadonlyMap<string, readonly string[]>;
  /** Values by reference. */
  readonly values: ReadonlyMap<string, string>;
}

/** Throws when KiCad refuses the schematic. */
export async function kicadNetlist(schematic: string): Promise<Netlist> {
  const folder = await mkdtemp(join(tmpdir(), "edsnx-net-"));
  try {
    const out = join(folder, "out.net");
    await run("kicad-cli", ["sch", "export", "netlist", "-o", out, schematic], { maxBuffer: 1 << 26 });
    const tree = parseTree(await readFile(out));
    const word = (list: number, name: string) => {
      const node = listOf(tree, list, name);
      const arg = node < 0 ? -1 : argOf(tree, node, 1);
      return arg < 0 ? "" : textOf(tree, arg);
    };
    const nets = new Map<string, string[]>();
    for (const net of listsOf(tree, listOf(tree, 0, "nets"), "net")) {
      const pins = listsOf(tree, net, "node").map((node) => `${word(node, "ref")}.${word(node, "pin")}`);
      nets.set(word(net, "name"), pins.sort());
    }
    const parts = listsOf(tree, listOf(tree, 0, "components"), "comp");
    return { nets, values: new Map(parts.map((part) => [word(part, "ref"), word(part, "value")])) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Which pins are joined, whatever the nets are called: one line a net, sorted. */
export function joinedPins(netlist: Netlist): string[] {
  return [...netlist.nets.values()].map((pins) => pins.join(" ")).sort();
}
