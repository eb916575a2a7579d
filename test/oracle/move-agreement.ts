import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FlipDirection } from "../../core/commands/pcb/flip-item.ts";
import { flipItem } from "../../core/commands/pcb/flip-item.ts";
import { alter, moveItem, rotateItem } from "../../core/commands/pcb/transform.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { RESERVED } from "../../core/model/item.ts";
import { textOfEntry } from "../../core/model/step.ts";
import { Edit } from "../../core/session/edit.ts";

/** One motion of one item; lengths in nm. */
interface Op {
  readonly id: string;
  readonly move?: [number, number];
  readonly rotate?: number;
  readonly flip?: FlipDirection;
  readonly center?: [number, number];
}

/** How our motions and KiCad's own compare on one board. */
export interface Agreement {
  readonly board: string;
  readonly agree: number;
  readonly differ: readonly string[];
}

const python = "/usr/bin/python3";

function kicad(jobs: readonly object[]): (string[] | null)[] {
  const script = join(import.meta.dirname, "move-kicad.py");
  const out = execFileSync(python, [script], {
    input: JSON.stringify(jobs),
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return JSON.parse(out.toString().trim().split("\n").at(-1)!) as (string[] | null)[];
}

/** What is done with the chosen items. */
export type Motions = "move and rotate" | "flip";

/**
 * Moves and turns (or flips) a few items of each kind with KiCad and with our own code, each from the same file that KiCad wrote,
 * and compares all items of both results, lengths within 1 nm.
 */
export function compareMotions(boards: readonly string[], scratch: string, motions: Motions, perKind = 6): Agreement[] {
  const base = (i: number) => join(scratch, `${i}-base.kicad_pcb`);
  const moved = (i: number) => join(scratch, `${i}-moved.kicad_pcb`);
  const readable = kicad(boards.map((board, i) => ({ in: board, out: base(i) })));
  const todo = boards.map((board, i) => ({ board, i })).filter(({ i }) => readable[i] !== null);
  const starts = todo.map(({ i }) => readDoc(new Uint8Array(readFileSync(base(i)))).doc!);
  const ops = starts.map((doc) => chooseOps(doc, motions, perKind));
  const done = kicad(todo.map(({ i }, k) => ({ in: base(i), out: moved(i), ops: ops[k] })));
  return todo.map(({ board, i }, k) => {
    const doc = starts[k]!;
    const edit = new Edit(board, doc, () => "");
    const ids = new Set(done[k]);
    for (const op of ops[k]!.filter(({ id }) => ids.has(id))) {
      const item = doc.items.get(op.id)!;
      if (op.flip !== undefined) {
        flipItem(edit, item, { x: op.center![0], y: op.center![1] }, op.flip);
        continue;
      }
      const changes =
        op.move !== undefined
          ? moveItem(item, { x: op.move[0], y: op.move[1] })
          : rotateItem(item, op.rotate!, { x: op.center![0], y: op.center![1] });
      alter(edit, changes);
    }
    const ours = readDoc(writeDoc(edit.doc)).doc!;
    const theirs = readDoc(new Uint8Array(readFileSync(moved(i)))).doc!;
    const differ = [...ids].flatMap((id) =>
      differences(ours.items.get(id), theirs.items.get(id), ops[k]!.find((op) => op.id === id)!),
    );
    return { board: basename(board), agree: ids.size - new Set(differ.map((line) => line.split(" ")[0])).size, differ };
  });
}

const angles = [90, 180, 37.5, -90, 45, 270];

function chooseOps(doc: Doc, motions: Motions, perKind: number): Op[] {
  const byKey = new Map<string, Item[]>();
  for (const item of doc.items.ofKind(
    "track",
    "arcTrack",
    "via",
    "graphic",
    "text",
    "textBox",
    "footprint",
    "zone",
    "dimension",
    "image",
  )) {
    const zones = item.children.some((child) => child.kind === "zone") ? "zones" : "";
    const key = `${item.kind} ${String(item["token"] ?? item["type"] ?? "")} ${zones}`;
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  const ops: Op[] = [];
  for (const items of byKey.values()) {
    const stride = Math.max(1, Math.floor(items.length / perKind));
    for (const [n, item] of items
      .filter((_, i) => i % stride === 0)
      .slice(0, perKind)
      .entries()) {
      if (motions === "flip") {
        // Refused by pcb.flip: pixels are stored as they are shown, and copper of its own on each layer.
        if (item.kind === "image" || textOfEntry(doc, item).text.includes("(padstack")) continue;
        ops.push({ id: item.id, flip: n % 2 === 0 ? "left-right" : "top-bottom", center: [100_000_000, 80_000_000] });
        continue;
      }
      const rotate = angles[Math.floor(n / 2) % angles.length]!;
      const onlyMove = item.kind === "image" || (item["type"] === "orthogonal" && rotate % 90 !== 0);
      if (n % 2 === 0 && !onlyMove) ops.push({ id: item.id, rotate, center: [100_000_000, 80_000_000] });
      else ops.push({ id: item.id, move: [1_234_567, -2_500_000] });
    }
  }
  return ops;
}

function differences(ours: Item | undefined, theirs: Item | undefined, op: Op): string[] {
  const name = `${op.id} ${ours?.kind ?? ""} ${String(ours?.["token"] ?? ours?.["type"] ?? "")} ${op.flip ?? (op.move === undefined ? `rotate ${op.rotate}` : "move")}`;
  if (ours === undefined || theirs === undefined) return [`${name}: it is missing`];
  return differencesOf(ours, theirs).map((line) => `${name}: ${line}`);
}

function differencesOf(a: Item, b: Item): string[] {
  const lines = Object.keys(a)
    .filter((key) => !RESERVED.has(key) && !isKicadsOwn(a.kind, key))
    .filter((key) => !near(plain(key, a[key]), plain(key, b[key]), isRecomputed(a, key) ? ARC_ROUNDING : 1))
    .map(
      (key) =>
        `${a.kind} ${String(a["name"] ?? "")} ${key} ${JSON.stringify(a[key])?.slice(0, 160)} KiCad ${JSON.stringify(b[key])?.slice(0, 160)}`,
    );
  const theirs = new Map(b.children.map((child) => [String(child["uuid"] ?? child.id), child]));
  for (const child of a.children) {
    const other = theirs.get(String(child["uuid"] ?? child.id));
    if (other === undefined) lines.push(`${child.kind} ${child.id} is missing in KiCad's`);
    else lines.push(...differencesOf(child, other));
  }
  return lines;
}

/** Saving, KiCad gives moved tracks the net of what they now touch, and draws outline fonts anew. */
function isKicadsOwn(kind: string, key: string): boolean {
  return key === "renderCache" || (key === "net" && ["track", "arcTrack", "via"].includes(kind));
}

/** Flipping, KiCad 9 takes an arc's middle anew from a centre in whole nanometres. */
const ARC_ROUNDING = 40;

function isRecomputed(item: Item, key: string): boolean {
  return key === "mid" && item.kind === "graphic";
}

/**
 * What KiCad 9 gets wrong when it flips: a mirrored fill is kept, but no longer called filled; inner layers stay (KiCad
 * 10 swaps them, as the stack says).
 */
function plain(key: string, value: unknown): unknown {
  if (key === "angle") return { angle: value };
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  if (key === "fill") return JSON.parse(text.replace('"filled":true', '"filled":false'));
  return JSON.parse(
    text.replace(/In\d+\.Cu/g, "In.Cu"),
    key === "layers" ? (_, each) => (Array.isArray(each) ? each.sort() : each) : undefined,
  );
}

function near(a: unknown, b: unknown, tolerance = 1): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= tolerance;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) =>
    key === "angle"
      ? sameAngle((a as Placed)[key], (b as Placed)[key])
      : near((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], tolerance),
  );
}

interface Placed {
  readonly angle: number;
}

/** KiCad leaves a half turn that nobody touched at -180, and does not bring a flipped text's angle into one turn. */
function sameAngle(a: number, b: number): boolean {
  const off = (((a - b) % 360) + 360) % 360;
  return off <= 1e-4 || off >= 360 - 1e-4;
}
