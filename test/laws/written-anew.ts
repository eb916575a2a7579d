import { partOf, writePart } from "../../core/engines/upgrade/part.ts";
import { versionOf } from "../../core/engines/upgrade/versions.ts";
import { layOut } from "../../core/format/layout.ts";
import { decodeText } from "../../core/format/text.ts";
import { kindOfItem, readDoc } from "../../core/model/document.ts";
import { bytesOfItem } from "../../core/model/step.ts";

/** How KiCad's own items come out when they are written from nothing but our record of them. */
export interface Anew {
  readonly items: number;
  /** Items by kind; each part inside another counts with the item that it is in. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Footprints of libraries of which only the order of the parts is another one. */
  readonly reordered: number;
  /** Items whose text is another one: kind and the first line that differs, ours and KiCad's. */
  readonly differences: readonly string[];
}

/**
 * Writes each item of a file anew, from its record alone, in KiCad 9's layout. KiCad has written the file, so what
 * comes out unchanged is what KiCad's next save writes too: our spelling is KiCad's. Null for files of other versions,
 * and of other programs.
 */
export function writtenAnew(bytes: Uint8Array): Anew | null {
  const { doc, problems } = readDoc(bytes);
  if (doc === null || problems.length > 0 || doc.version !== versionOf(doc.kind, 9) || !isKicads(bytes)) return null;
  const kinds = new Map<string, number>();
  const differences: string[] = [];
  let items = 0;
  let reordered = 0;
  for (const entry of doc.items.entries) {
    if (entry.kind === "other") continue;
    items++;
    kinds.set(entry.kind, (kinds.get(entry.kind) ?? 0) + 1);
    const item = entry.item();
    const part = partOf(kindOfItem(doc, item), item);
    const ours = layOut(writePart(part, doc.file), doc.depth, "modern").trim();
    const kicad = decodeText(bytesOfItem(doc, item)).replace(/\r\n/g, "\n").trim();
    if (ours === kicad) continue;
    if (doc.kind === "footprint" && sorted(ours) === sorted(kicad)) reordered++;
    else differences.push(`${doc.kind} ${entry.kind}: ${firstDifference(ours, kicad)}`);
  }
  return { items, kinds, reordered, differences };
}

function isKicads(bytes: Uint8Array): boolean {
  return /\(generator "(pcbnew|eeschema|kicad_symbol_editor)"\)/.test(decodeText(bytes, 0, 300));
}

function sorted(text: string): string {
  return text.split("\n").sort().join("\n");
}

function firstDifference(ours: string, kicad: string): string {
  const [a, b] = [ours.split("\n"), kicad.split("\n")];
  const n = a.findIndex((line, i) => line !== b[i]);
  return n < 0 ? `nothing | ${b[a.length]?.trim()}` : `${a[n]?.trim()} | ${b[n]?.trim()}`;
}
