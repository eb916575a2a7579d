import { CommandError } from "../base/error.ts";
import type { CopiedDocument, RunOnCopies } from "../commands/copies.ts";
import type { Caller, Context, Services } from "../commands/define.ts";
import type { Registry } from "../commands/registry.ts";
import type { Doc } from "../model/document.ts";
import { writeDoc } from "../model/document.ts";
import type { SessionPorts } from "../session/ports.ts";
import { Session } from "../session/session.ts";

export interface CopyOptions {
  readonly session: Session;
  readonly registry: Registry;
  readonly services: Services;
  readonly signal: AbortSignal;
}

const NOBODY: Caller = { name: "Comparison", kind: "person" };

/**
 * Runs commands on copies of the open documents, some of them in another form, beside the queue of calls: edits go on
 * meanwhile, and nothing that is run reaches a document or a file. In a thread of its own where the host has one, for a
 * check of a big design takes seconds.
 */
export async function onCopies<T>(
  { session, registry, services, signal }: CopyOptions,
  documents: ReadonlyMap<string, Doc>,
  work: (run: RunOnCopies) => Promise<T>,
): Promise<T> {
  const copied: CopiedDocument[] = session.list().map(({ path, doc, base, problems, stamp }) => {
    return { path, bytes: problems.length > 0 ? base : writeDoc(documents.get(path) ?? doc), stamp };
  });
  // A file that a proposal would make.
  for (const [path, doc] of documents)
    if (session.find(path) === undefined) copied.push({ path, bytes: writeDoc(doc), stamp: null });
  const elsewhere = services.copiesElsewhere?.(copied, signal);
  if (elsewhere === undefined) return work(await runOn(copied, session.ports, { registry, services, signal }));
  try {
    return await work(elsewhere.run);
  } finally {
    elsewhere.dispose();
  }
}

/** Opens copies in this thread, in a session whose files can be read and not written. */
export async function runOn(
  copied: readonly CopiedDocument[],
  ports: Pick<SessionPorts, "files" | "now" | "uuid">,
  { registry, services, signal }: Omit<CopyOptions, "session">,
): Promise<RunOnCopies> {
  const { files, now, uuid } = ports;
  const copies = new Session({
    ...{ now, uuid },
    files: {
      resolve: (path) => files.resolve(path),
      read: (path) => files.read(path),
      stat: (path) => files.stat(path),
      write: async (path) => refuse(path),
      refuseTaken: (made) => files.refuseTaken(made),
      make: async (made) => refuse(made[0]?.path ?? "files"),
    },
    journal: {
      recover: async () => [],
      append: async () => undefined,
      setAside: async () => undefined,
      clear: async () => undefined,
    },
  });
  for (const { path, bytes, stamp } of copied) await copies.adopt(path, bytes, stamp, NOBODY.name);
  const { filling, readFile, libraries } = services;
  const cx: Context = {
    session: copies,
    caller: NOBODY,
    signal,
    progress: () => undefined,
    services: {
      ...(filling === undefined ? {} : { filling }),
      ...(readFile === undefined ? {} : { readFile }),
      ...(libraries === undefined ? {} : { libraries }),
    },
    run: (id: string, args: unknown): Promise<unknown> => registry.run(cx, id, args),
  };
  return cx.run;
}

function refuse(path: string): never {
  throw new CommandError({ code: "denied", message: `Cannot write ${path}: it is only a copy.` });
}
