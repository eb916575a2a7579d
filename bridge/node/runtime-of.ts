import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { Policy } from "../../core/agent/policy.ts";
import { CommandError } from "../../core/base/error.ts";
import type { BoardChecks } from "../../core/commands/board-checks.ts";
import type { CheckHelp } from "../../core/commands/check/helped-check.ts";
import type { CopiedDocument, CopiesElsewhere } from "../../core/commands/copies.ts";
import type { Services } from "../../core/commands/define.ts";
import type { Halt, PersonPort } from "../../core/commands/person.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { Review } from "../../core/session/review.ts";
import { Session } from "../../core/session/session.ts";
import { buildInfo } from "../build-info.ts";
import type { NodeFiles } from "./node-files.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeJournal } from "./node-journal.ts";
import { nodeLibraries } from "./node-libraries.ts";
import type { SessionLog } from "./session-log.ts";
import { sessionLog } from "./session-log.ts";
import { readTemplate, templateFolders } from "./template-folder.ts";

export interface Runtime {
  readonly core: AgentCore;
  readonly files: NodeFiles;
  readonly log: SessionLog;
  /** Follows boards in a thread of its own; null where it was not asked for, or is not there. */
  readonly boardChecks: BoardChecks | null;
  /** Ends in order. Unsaved edits are given up (and reported): keeping them is what saving is for. */
  dispose(how?: "quietly"): Promise<void>;
  /** Ends, and leaves unsaved edits to the next process that opens the documents. */
  leave(): Promise<void>;
}

export interface HostOptions {
  readonly cwd: string;
  /** Files that a person named: their folders are allowed besides `cwd`. */
  readonly named?: readonly string[];
  /** Lines for the person; default stderr. */
  readonly report?: (line: string) => void;
  /** Reaches the person at the editor. */
  readonly person?: PersonPort;
  /** Agents were stopped before, and nobody has let them go on. */
  readonly halted?: Halt | null;
  /** What agents may do; asked for at every call. */
  readonly policy?: () => Policy;
  /** The review list of the window before. */
  readonly reviews?: readonly Review[];
}

/** What only some programs need: it takes long to load. */
export interface HeavyParts {
  readonly filling?: Services["filling"];
  /** Checks boards in a thread of its own; null where it is not there. */
  readonly checksOf?: ((session: Session, services: Services) => BoardChecks & { dispose(): void }) | null;
  /** Helps with checks that are asked for once, where no thread follows boards. */
  readonly checkHelp?: CheckHelp | null;
  /** Keeps copies of documents in a thread of its own. */
  readonly copiesIn?: (files: NodeFiles, copied: readonly CopiedDocument[], signal: AbortSignal) => CopiesElsewhere;
}

/** A session with these commands on this machine's files, without an editor. */
export function runtimeOf(registry: Registry, options: HostOptions, parts: HeavyParts = {}): Runtime {
  const { cwd, named = [], report = (line: string) => console.error(line) } = options;
  const files = nodeFiles({ cwd, roots: [cwd, ...named.map((path) => dirname(resolve(cwd, path)))] });
  const journal = nodeJournal(report);
  const session = new Session({
    files,
    journal,
    now: Date.now,
    uuid: () => randomUUID(),
    report: (error) => report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const base: Services = {
    ...fileServices(files),
    ...(parts.filling === undefined ? {} : { filling: parts.filling }),
    libraries: nodeLibraries(),
    readLog: () => log.read(),
    build: buildInfo,
    date: () => new Date().toISOString(),
    ...(options.person === undefined ? {} : { person: options.person }),
  };
  const checksOf = parts.checksOf ?? null;
  const checks = checksOf === null ? null : checksOf(session, base);
  const { copiesIn } = parts;
  const services: Services = {
    ...base,
    ...(checks === null ? {} : { boardChecks: checks }),
    ...(checks === null && parts.checkHelp ? { checkHelp: parts.checkHelp } : {}),
    ...(copiesIn === undefined ? {} : { copiesElsewhere: (copied, signal) => copiesIn(files, copied, signal) }),
  };
  const halted = options.halted ?? null;
  const core = new AgentCore({
    registry,
    session,
    services,
    now: Date.now,
    halted,
    reviews: options.reviews ?? [],
    ...(options.policy === undefined ? {} : { policy: options.policy }),
  });
  const log = sessionLog(core, cwd, report);
  return {
    core,
    files,
    log,
    boardChecks: checks,
    async leave() {
      checks?.dispose();
      await journal.leave();
      await log.flush();
      log.dispose();
    },
    async dispose(how) {
      checks?.dispose();
      await log.flush();
      log.dispose();
      const given = await journal.discard();
      if (how !== "quietly") for (const path of given) report(`Unsaved edits of ${path} were given up.`);
    },
  };
}

/** What commands need of files besides documents. */
export function fileServices(files: NodeFiles): Pick<Services, "readFile" | "writeFile" | "readTemplate"> {
  return {
    async writeFile(path, bytes) {
      const real = await files.resolve(path);
      if (/\.kicad_\w+$/i.test(real)) {
        throw new CommandError({
          code: "denied",
          message: `Cannot write ${path}: it is a design file, and what is to be written is none.`,
          hint: "Choose another name, e.g. one that ends in .svg or .png.",
          data: { path: real },
        });
      }
      await mkdir(dirname(real), { recursive: true });
      await files.write(real, bytes);
      return real;
    },
    async readTemplate(folder) {
      const known = /[/\\]/.test(folder) ? [] : templateFolders().map((each) => join(each, folder));
      for (const path of known) {
        const found = await readTemplate(path);
        if (found !== null) return found;
      }
      return readTemplate(await files.resolve(folder));
    },
    async readFile(path) {
      const real = await files.resolve(path);
      return (await files.stat(real)) === null ? null : (await files.read(real)).bytes;
    },
  };
}
