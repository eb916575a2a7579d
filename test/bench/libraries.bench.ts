import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { catalogOf } from "../../core/library/catalog.ts";
import type { LibraryKind } from "../../core/library/port.ts";
import { librariesOf } from "../../core/library/tables.ts";
import type { Figure } from "./figures.ts";
import { printFigures, timedAsync } from "./figures.ts";

/** The official libraries: what a first search costs, and one of a later process. */
export async function benchLibraries(): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), "edsnx-cache-"));
  const figures: Figure[] = [];
  try {
    for (const kind of ["symbols", "footprints"] as const) {
      const target = kind === "symbols" ? { cold: { target: 5000 }, warm: { target: 200 } } : { cold: {}, warm: {} };
      const cold = await timedAsync(1, () => catalogue(kind, cache));
      figures.push({ what: `${kind}: all libraries read`, ms: cold, ...target.cold });
      figures.push({
        what: `${kind}: from the cache`,
        ms: await timedAsync(3, () => catalogue(kind, cache)),
        ...target.warm,
      });
    }
  } finally {
    rmSync(cache, { recursive: true });
  }
  printFigures("libraries", figures);
}

/** A fresh port each time: it remembers nothing but the cache folder. */
async function catalogue(kind: LibraryKind, cache: string): Promise<number> {
  const port = nodeLibraries({ cache });
  let parts = 0;
  for (const library of await librariesOf(port, kind, null)) parts += (await catalogOf(port, library)).length;
  return parts;
}
