import { resolve } from "node:path";
import { CommandError, errorTable } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { createRuntime } from "../node/runtime.ts";
import type { AgentIo } from "./agent-io.ts";
import { say, tell } from "./ending.ts";

interface Violation {
  readonly type?: string;
  readonly severity?: string;
  readonly description?: string;
}

/** What a check found in one file. */
interface Found {
  readonly path: string;
  readonly errors: number;
  readonly warnings: number;
  readonly violations: readonly Violation[];
}

/** So many violations of a file are shown. */
const SHOWN = 200;

/** `edsnx check FILE …` (also `edsnx --check`): each file by its kind. Answers the exit status. */
export async function checkFiles(argv: readonly string[], io: AgentIo, cwd: string): Promise<number> {
  const json = argv.includes("--json");
  const files = argv.filter((word) => word !== "--json");
  const wrong = files.find((word) => !/\.kicad_(pcb|sch)$/.test(word));
  if (files.length === 0 || wrong !== undefined) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot check ${wrong ?? "nothing"}: boards and schematics can be checked.`,
      hint: "Example: edsnx check blinky.kicad_pcb blinky.kicad_sch",
    });
  }
  const report = (line: string) => tell(io, line);
  const runtime = createRuntime({ cwd, named: files.map((path) => resolve(cwd, path)), report });
  const caller: Caller = { name: "cli", kind: "cli" };
  const found: Found[] = [];
  try {
    for (const path of files) {
      const run = (id: string, args: object) => runtime.core.run(id, { path, ...args }, { caller });
      if (path.endsWith(".kicad_pcb")) {
        found.push({ ...((await run("check.drc", { limit: SHOWN })) as Found), path });
        continue;
      }
      const { counts, sheets, ...rest } = (await run("check.erc", {})) as {
        counts: { error: number; warning: number };
        sheets: readonly { violations: readonly Violation[] }[];
      };
      const violations = sheets.flatMap((sheet) => sheet.violations).slice(0, SHOWN);
      found.push({ ...rest, path, errors: counts.error, warnings: counts.warning, violations });
    }
  } finally {
    await runtime.dispose("quietly");
  }
  if (json) say(io, JSON.stringify({ files: found }));
  else for (const each of found) say(io, inWords(each));
  return found.some(({ errors }) => errors > 0) ? errorTable["check-failed"].exit : 0;
}

function inWords({ path, errors, warnings, violations }: Found): string {
  const lines = violations.map(({ severity, type, description }) => `  ${severity} ${type}: ${description}`);
  const rest = errors + warnings - violations.length;
  const more = rest > 0 ? [`  … and ${rest} more`] : [];
  return [`${path}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`, ...lines, ...more].join("\n");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
