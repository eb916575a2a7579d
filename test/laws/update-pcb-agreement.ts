import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { Caller, EditResult } from "../../core/commands/define.ts";
import { textOf } from "../../core/format/text.ts";
import { parseTree } from "../../core/format/tree.ts";
import { fieldValue } from "../../core/model/board/footprint.ts";
import type { Doc } from "../../core/model/document.ts";
import { argOf, listOf, listsOf } from "../../core/model/field.ts";
import type { KicadReport } from "./drc-agreement.ts";
import { corpusFolder, filesBelow } from "./kicad.ts";
import { kicadDrc, kicadNetlist } from "./kicad-cache.ts";
import { readNets } from "./netlist-agreement.ts";

const run = promisify(execFile);
const caller: Caller = { name: "test", kind: "script" };

/** How a board that was emptied and updated from its schematic compares with what KiCad makes of that schematic. */
export interface UpdateAgreement {
  readonly footprints: number;
  /** Pins that KiCad's netlist of the schematic puts on a net, and that the board is to have there. */
  readonly pins: number;
  /** Pins whose pads are on another net than KiCad's netlist says, and pads on a net without such a pin; one line each. */
  readonly wrongPads: readonly string[];
  /** What KiCad's parity check says of the updated board, one line each; what `without` and `padless` explain is left out. */
  readonly parity: readonly string[];
  /** Parts whose footprint no library of this machine has: it is taken from the board as it was. */
  readonly fromBoard: readonly string[];
  /** Parts without an assigned footprint, or with one that neither a library nor the board has. */
  readonly without: readonly string[];
  /** Pins that the footprint has no pad for, `R1.3`: the schematic's own fault, which KiCad tells as well. */
  readonly padless: readonly string[];
  /** What a second update changes: nothing is to be left. */
  readonly again: readonly string[];
  /** How long the update took. */
  readonly ms: number;
}

/** Boards below a folder that have a root schematic and a project file of their name. */
export function boardsWithSchematics(folder: string): string[] {
  return filesBelow(folder, ".kicad_pcb").filter(
    (path) => existsSync(path.replace(/pcb$/, "sch")) && existsSync(path.replace(/pcb$/, "pro")),
  );
}

/** Empties a copy of a board, updates it from its schematic, and has KiCad judge what came of it. */
export async function compareUpdate(board: string): Promise<UpdateAgreement> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-update-"));
  const top = board.startsWith(corpusFolder)
    ? join(corpusFolder, relative(corpusFolder, board).split(sep)[0]!)
    : dirname(board);
  cpSync(top, folder, { recursive: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) chmodSync(join(folder, file), 0o755);
  const copy = join(folder, relative(top, board));
  const runtime = createRuntime({ cwd: folder, report: () => undefined });
  const call: Call = (id, args) => runtime.core.run(id, { path: copy, ...args }, { caller });
  try {
    const netlist = await kicadNetlist(board.replace(/pcb$/, "sch"));
    await call("session.open", {});
    const doc = () => runtime.core.session.get(copy).doc;
    await empty(call, doc());
    const fromBoard = await provideFootprints(call, board, copy, netlist);
    const started = performance.now();
    const notes = await update(call);
    const ms = performance.now() - started;
    const second = (await call("project.updatePcb", {})) as EditResult;
    await call("session.save", {});
    const report = (await kicadDrc(copy, { parity: true })) as KicadReport;
    const without = lackingIn(notes);
    const padless = padlessIn(notes);
    return {
      footprints: [...doc().items.ofKind("footprint")].length,
      ...comparePads(doc(), netlist, new Set(without), new Set(padless)),
      parity: unexplained(report, without, padless),
      ...{ fromBoard, without, padless, ms },
      again: second.changedIds.length === 0 ? [] : [...(second.notes ?? [])],
    };
  } finally {
    await runtime.dispose("quietly");
    rmSync(folder, { recursive: true });
  }
}

type Call = (id: string, args: Record<string, unknown>) => Promise<unknown>;

async function empty(call: Call, doc: Doc): Promise<void> {
  const kinds = ["footprint", "track", "arcTrack", "via", "zone", "group", "generated"];
  const items = [...doc.items.entries].filter((entry) => kinds.includes(entry.kind)).map((entry) => entry.id);
  if (items.length > 0) await call("pcb.delete", { items, force: true });
}

async function update(call: Call, args: Record<string, unknown> = {}): Promise<readonly string[]> {
  return ((await call("project.updatePcb", args)) as EditResult).notes ?? [];
}

function lackingIn(notes: readonly string[]): string[] {
  return notes.flatMap((note) => /^Cannot add ([^\s:]+)/.exec(note)?.[1] ?? []);
}

function padlessIn(notes: readonly string[]): string[] {
  return notes.flatMap((note) => {
    const [, reference, pins] = /^(.+) has no pad for pin (.*): its footprint does not fit/.exec(note) ?? [];
    return pins === undefined ? [] : pins.split(", ").map((pin) => `${reference}.${pin}`);
  });
}

/** Makes a library of those footprints that only the old board has, under the names that the schematic gives them. */
async function provideFootprints(call: Call, board: string, copy: string, netlist: string): Promise<string[]> {
  const assigned = footprintsIn(netlist);
  const lacking = lackingIn(await update(call, { dryRun: true })).filter((name) => assigned.get(name)?.includes(":"));
  if (lacking.length === 0) return [];
  const rows: string[] = [];
  for (const nickname of new Set(lacking.map((name) => assigned.get(name)!.split(":")[0]!))) {
    const references = lacking.filter((name) => assigned.get(name)!.startsWith(`${nickname}:`));
    const folder = join(dirname(copy), `${nickname}.salvaged.pretty`);
    const words = references.map((name) => `${name}=${assigned.get(name)!.slice(nickname.length + 1)}`);
    await run("/usr/bin/python3", [join(import.meta.dirname, "footprints-kicad.py"), board, folder, ...words]);
    // It stands for the library of this name: what is there already comes along.
    const installed = `/usr/share/kicad/footprints/${nickname}.pretty`;
    for (const id of new Set(assigned.values())) {
      const file = `${id.slice(nickname.length + 1)}.kicad_mod`;
      if (id.startsWith(`${nickname}:`) && existsSync(join(installed, file)) && !existsSync(join(folder, file)))
        copyFileSync(join(installed, file), join(folder, file));
    }
    rows.push(`(lib (name "${nickname}")(type "KiCad")(uri "${folder}")(options "")(descr ""))`);
  }
  const table = join(dirname(copy), "fp-lib-table");
  const text = existsSync(table) ? readFileSync(table, "utf8") : "(fp_lib_table\n)";
  writeFileSync(table, text.replace(/\(fp_lib_table/, `(fp_lib_table ${rows.join("\n")}`));
  const still = new Set(lackingIn(await update(call, { dryRun: true })));
  return lacking.filter((name) => !still.has(name));
}

/** The footprint that KiCad's netlist names for each part. */
function footprintsIn(netlist: string): Map<string, string> {
  const tree = parseTree(Buffer.from(netlist));
  const word = (list: number, name: string) => {
    const node = listOf(tree, list, name);
    return node < 0 ? "" : textOf(tree, argOf(tree, node, 1));
  };
  const parts = listsOf(tree, listOf(tree, 0, "components"), "comp");
  return new Map(parts.map((part) => [word(part, "ref"), word(part, "footprint")]));
}

function comparePads(doc: Doc, netlist: string, without: ReadonlySet<string>, padless: ReadonlySet<string>) {
  const wanted = new Map<string, string>();
  for (const [name, { pins }] of readNets(netlist))
    for (const pin of pins.split(" ")) if (!without.has(pin.slice(0, pin.lastIndexOf(".")))) wanted.set(pin, name);
  const wrongPads: string[] = [];
  const seen = new Set<string>();
  for (const footprint of doc.items.ofKind("footprint"))
    for (const pad of footprint.children) {
      if (pad.kind !== "pad") continue;
      const name = `${fieldValue(footprint, "Reference")}.${String(pad["number"])}`;
      const net = (pad["net"] as string | null) ?? "";
      seen.add(name);
      if (net !== (wanted.get(name) ?? "")) wrongPads.push(`${name} is on ${net}, in KiCad on ${wanted.get(name)}`);
    }
  for (const [name, net] of wanted)
    if (!seen.has(name) && !padless.has(name)) wrongPads.push(`${name} is not there, in KiCad on ${net}`);
  return { pins: wanted.size, wrongPads };
}

/** What the parity check says, without parts that could not be had and pins without a pad. */
function unexplained(report: KicadReport, without: readonly string[], padless: readonly string[]): string[] {
  const lines = report.schematic_parity.map(
    ({ type, description, items }) => `${type}: ${description} ${items.map((item) => item.description).join("; ")}`,
  );
  return lines.filter(
    (line) =>
      !(line.startsWith("missing_footprint") && without.some((name) => line.includes(name))) &&
      !(line.startsWith("net_conflict") && padless.length > 0 && /No pad found/.test(line)),
  );
}

/** What KiCad's parity check says, among the lines of `kicadFindings`. */
export const PARITY =
  /missing_footprint|extra_footprint|duplicate_footprints|net_conflict|footprint_symbol_mismatch|footprint_symbol_field_mismatch/;
