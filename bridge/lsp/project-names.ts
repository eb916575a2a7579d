import { readFileSync, statSync } from "node:fs";
import type { KnownNames } from "../../core/engines/rules/language/complete.ts";
import { NO_NAMES } from "../../core/engines/rules/language/complete.ts";
import { fieldValue } from "../../core/model/board/footprint.ts";
import { layersOf } from "../../core/model/board/layer-table.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";

interface Kept {
  readonly stamp: string;
  readonly names: KnownNames;
}

const kept = new Map<string, Kept>();

/** What the project and the board beside a rules file have to name; read again when one of them changed. */
export function namesBeside(rules: string): KnownNames {
  const stem = rules.replace(/\.[^./\\]*$/, "");
  const [project, board] = [`${stem}.kicad_pro`, `${stem}.kicad_pcb`];
  const stamp = `${stampOf(project)} ${stampOf(board)}`;
  const known = kept.get(stem);
  if (known?.stamp === stamp) return known.names;
  const settings = readProjectSettings(read(project)?.toString("utf8") ?? null);
  const bytes = read(board);
  const doc = bytes === null ? null : readDoc(bytes).doc;
  const names = {
    ...(doc === null || doc.kind !== "board" ? NO_NAMES : ofBoard(doc)),
    netClasses: settings.netClasses.map(({ name }) => name),
  };
  kept.set(stem, { stamp, names });
  return names;
}

function ofBoard(doc: Doc): KnownNames {
  const areas: string[] = [];
  const groups: string[] = [];
  const footprints: string[] = [];
  const classes: string[] = [];
  for (const item of doc.items.ofKind("zone", "group", "footprint")) {
    const name = item["name"];
    if (item.kind === "zone" && typeof name === "string") areas.push(name);
    if (item.kind === "group" && typeof name === "string") groups.push(name);
    if (item.kind !== "footprint") continue;
    footprints.push(fieldValue(item, "Reference"));
    for (const row of (item["componentClasses"] ?? []) as readonly { readonly name: string }[]) classes.push(row.name);
  }
  return {
    layers: layersOf(doc).map(({ name }) => name),
    netClasses: [],
    nets: sorted(doc.file.netCodes.keys()),
    areas: sorted(areas),
    groups: sorted(groups),
    footprints: sorted(footprints),
    componentClasses: sorted(classes),
  };
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].filter((name) => name !== "").sort();
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "-" : `${stats.size}.${stats.mtimeMs}`;
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
