import { spawnSync } from "node:child_process";

/** One line of the benchmark's table. */
export interface Figure {
  readonly what: string;
  /** Milliseconds, or what `unit` says. */
  readonly ms: number;
  readonly unit?: "MB";
  /** The most that it may be. */
  readonly target?: number;
  /** KiCad's own time for the same work in this run. */
  readonly kicadMs?: number;
}

/** Median of some runs in milliseconds. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

export function timed(runs: number, work: () => void): number {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
  }
  return median(times);
}

export async function timedAsync(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Runs a Python program with pcbnew; answers what it prints as JSON, or null without KiCad. */
export function kicadTimes(program: string): Record<string, number> | null {
  const run = spawnSync("/usr/bin/python3", ["-c", program], { encoding: "utf8" });
  if (run.status !== 0) return null;
  return JSON.parse(run.stdout.trim().split("\n").at(-1)!) as Record<string, number>;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  for (const { what, ms, unit = "ms", target, kicadMs } of figures) {
    const against = target === undefined ? "" : `  target ${target} ${unit} ${ms <= target ? "met" : "MISSED"}`;
    const ratio = kicadMs === undefined ? "" : `  KiCad ${kicadMs.toFixed(0)} ms (${(kicadMs / ms).toFixed(1)}x)`;
    console.log(`  ${what.padEnd(46)} ${ms.toFixed(ms < 10 ? 2 : 0).padStart(8)} ${unit}${against}${ratio}`);
  }
}

/** How long a program runs, start to end; throws with its words when it fails. */
export function millisecondsOf(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return performance.now() - started;
}
