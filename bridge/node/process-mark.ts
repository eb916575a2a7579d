import { readFileSync } from "node:fs";

/**
 * When a process started, in the kernel's ticks since boot: with the pid it names one process even where pids come back
 * (containers start at the same small numbers again and again). Null where there is no /proc.
 */
export function startTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets and may hold anything; the start time is field 22.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether the process that left `pid` (and, where known, its start) still runs. When in doubt: yes. */
export function isAlive(pid: number, ticks: string | null | undefined): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startTicks(pid);
  return ticks == null || now === null || now === ticks;
}
