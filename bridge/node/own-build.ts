import { statSync } from "node:fs";

/** How often the file is looked at, at most. */
const EVERY_MS = 500;

/** The bundle that this code runs from; "" when it runs from source. */
export const ownFile: string = typeof __filename === "string" ? __filename : "";

/** Tells whether the program's own file was replaced since it started: a client should then start the new one. */
export function watchOwnBuild(file: string = ownFile, now: () => number = Date.now): () => boolean {
  const mark = () => {
    try {
      const { mtimeMs, size, ino } = statSync(file);
      return `${mtimeMs} ${size} ${ino}`;
    } catch {
      return null;
    }
  };
  const first = mark();
  let lookedAt = now();
  let superseded = false;
  return () => {
    if (superseded || first === null || now() - lookedAt < EVERY_MS) return superseded;
    lookedAt = now();
    const current = mark();
    // While it is being written it is not there; the next look tells.
    superseded = current !== null && current !== first;
    return superseded;
  };
}
