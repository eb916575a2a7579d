import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { upgradeDoc } from "../../core/engines/upgrade/upgrade.ts";
import type { Release } from "../../core/engines/upgrade/versions.ts";
import { decodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc, writeDoc, writeEntry, writeOptions } from "../../core/model/document.ts";
import type { Chunk } from "../../core/model/rewrite.ts";
import { joinChunks } from "../../core/model/rewrite.ts";
import { applySteps, invertSteps } from "../../core/model/step.ts";
import { assertSameBytes } from "./check-file.ts";
import { kicadOutput } from "./kicad-cache.ts";

/** How a file that we raised to KiCad 9 stands to KiCad's own saving of it. */
export interface UpgradeAgreement {
  readonly items: number;
  /** Items that KiCad writes as we did, to the byte. */
  readonly same: number;
  /** The others: kind and the first line that differs. */
  readonly differences: readonly string[];
}

/** Raises a board, undoes it (bytes must be the old ones), and compares every item with KiCad's re-save. */
export async function boardAgreement(path: string): Promise<UpgradeAgreement> {
  const upgraded = raised(path);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-upgrade-"));
  try {
    const board = join(folder, "board.kicad_pcb");
    writeFileSync(board, writeDoc(upgraded));
    const script = join(import.meta.dirname, "../oracle/resave.py");
    const saved = readDoc(await kicadOutput(board, ["/usr/bin/python3", script, board, "{out}"], [script])).doc!;
    return compare(textsOf(upgraded), textsOf(saved));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The document raised to a release, after the proof that its undo gives the old bytes. */
export function raised(path: string, release: Release = 9): Doc {
  const bytes = readFileSync(path);
  const { doc } = readDoc(bytes);
  let n = 0;
  // Rising, as KiCad sorts by them what nothing else tells apart.
  const uuid = () => `00000000-0000-4000-8000-${String(++n).padStart(12, "0")}`;
  const { steps } = upgradeDoc(doc!, release, uuid);
  const after = applySteps(doc!, steps);
  assertSameBytes(writeDoc(applySteps(after, invertSteps(steps))), bytes, `${path} raised and undone`);
  return readDoc(writeDoc(after)).doc!;
}

function compare(ours: ReadonlyMap<string, string>, kicad: ReadonlyMap<string, string>): UpgradeAgreement {
  const differences: string[] = [];
  for (const [id, text] of ours) {
    const theirs = kicad.get(id);
    if (theirs === text) continue;
    const lines = new Set((theirs ?? "").split("\n"));
    const first = text.split("\n").find((line) => !lines.has(line)) ?? "another order";
    differences.push(`${id.split(" ")[0]}: ${first.trim()}`);
  }
  return { items: ours.size, same: ours.size - differences.length, differences };
}

/** What KiCad makes anew at each saving: who wrote the file, and outlines by fonts of this machine. */
function textsOf(doc: Doc): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of doc.items.entries) {
    if (entry.kind === "generator" || entry.kind === "generatorVersion") continue;
    const chunks: Chunk[] = [];
    writeEntry(doc, entry.item(), writeOptions(doc), chunks);
    texts.set(`${entry.kind} ${entry.id}`, withoutCaches(decodeText(joinChunks(chunks)).trim()));
  }
  return texts;
}

function withoutCaches(text: string): string {
  return text.replace(/\n(\t+)\(render_cache [\s\S]*?\n\1\)/g, "");
}
