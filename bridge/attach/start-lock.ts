import { promises as fs } from "node:fs";
import { join } from "node:path";
import { isAlive, startTicks } from "../node/process-mark.ts";

/** A claim older than this is nobody's. */
const TTL_MS = 60_000;

/** Removing a claim takes no time; who holds the guard longer is dead. */
const GUARD_MS = 10_000;

interface Claim {
  readonly pid: number;
  readonly ticks: string | null;
  /** Seconds since 1970. */
  readonly started: number;
}

/**
 * Claims the right to start an editor: of several callers one gets it, the others null. A claim that is too old or
 * whose process is dead is taken over. A folder that cannot be used grants it to everybody: a broken lock must not keep
 * an editor from starting.
 */
export async function claimStart(
  folder: string,
  now: () => number = Date.now,
): Promise<{ release(): Promise<void> } | null> {
  const path = join(folder, "starting.lock");
  const claim: Claim = { pid: process.pid, ticks: startTicks(process.pid), started: Math.floor(now() / 1000) };
  const text = JSON.stringify(claim);
  for (let tries = 0; tries < 3; tries++) {
    try {
      await fs.writeFile(path, text, { flag: "wx", mode: 0o600 });
      return { release: () => release(path, text) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return { release: async () => undefined };
    }
    const held = await fs.readFile(path, "utf8").catch(() => null);
    if (held === null) continue;
    if (!(await isStale(path, held, now()))) return null;
    await takeAway(path, held);
  }
  return null;
}

async function isStale(path: string, held: string, now: number): Promise<boolean> {
  try {
    const { pid, ticks, started } = JSON.parse(held) as Partial<Claim>;
    if (typeof pid === "number" && typeof started === "number")
      return now - started * 1000 > TTL_MS || !isAlive(pid, ticks);
  } catch {
    // Half written, perhaps just now: its age decides.
  }
  const stats = await fs.stat(path).catch(() => null);
  return stats !== null && now - stats.mtimeMs > TTL_MS;
}

/**
 * Removes a claim if it still says what it said. Only who holds the lock's own lock removes anything, so of several who
 * saw a stale claim nobody removes the fresh one that another made meanwhile.
 */
async function takeAway(path: string, held: string): Promise<boolean> {
  const guard = `${path}.guard`;
  try {
    await fs.writeFile(guard, "", { flag: "wx", mode: 0o600 });
  } catch {
    const stats = await fs.stat(guard).catch(() => null);
    // Its holder died within these few lines.
    if (stats !== null && Date.now() - stats.mtimeMs > GUARD_MS) await fs.rm(guard, { force: true });
    return false;
  }
  try {
    if ((await fs.readFile(path, "utf8").catch(() => "")) === held) await fs.rm(path, { force: true });
    return true;
  } finally {
    await fs.rm(guard, { force: true });
  }
}

async function release(path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if (await takeAway(path, text)) return;
    await new Promise((done) => setTimeout(done, 10));
  }
}
