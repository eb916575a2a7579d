import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { decodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { writeEntry, writeOptions } from "../../core/model/document.ts";
import type { Chunk } from "../../core/model/rewrite.ts";
import { joinChunks } from "../../core/model/rewrite.ts";
import { readSound } from "./check-file.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "../oracle/resave.py");

/** The text of each item, blanks before it left out, by its id. */
export function textsOf(doc: Doc): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of doc.items.entries) {
    const chunks: Chunk[] = [];
    writeEntry(doc, entry.item(), writeOptions(doc), chunks);
    texts.set(entry.id, decodeText(joinChunks(chunks)).trim());
  }
  return texts;
}

/** What pcbnew makes of a board when it reads and writes it. */
export async function resaved(bytes: Uint8Array): Promise<Doc> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-resave-"));
  try {
    writeFileSync(join(folder, "in.kicad_pcb"), bytes);
    await run("/usr/bin/python3", [script, join(folder, "in.kicad_pcb"), join(folder, "out.kicad_pcb")]);
    return readSound(readFileSync(join(folder, "out.kicad_pcb")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
