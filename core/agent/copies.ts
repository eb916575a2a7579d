import { CommandError } from "../base/error.ts";
import type { Caller, Services } from "../commands/define.ts";
import type { Registry } from "../commands/registry.ts";
import type { Doc } from "../model/document.ts";
import { writeDoc } from "../model/document.ts";
import { Session } from "../session/session.ts";

/** Runs a command on the copies. */
export type RunOnCopies = (id: string, args: unknown) => Promise<unknown>;

export interface CopyOptions {
  readonly session: Session;
  readonly registry: Registry;
  readonly services: Services;
  readonly signal: AbortSignal;
}

function refuse(path: string): never {
  throw new CommandError({ code: "denied", message: `Cannot write ${path}: it is only a copy.` });
}

const NOBODY: Caller = { name: "Comparison", kind: "person" };

/**
 * Runs commands on copies of the open documents, some of them in another form, beside the queue of calls: edits go on
 * meanwhile, and nothing that is run reaches a document or a file.
 */
export async function onCopies<T>(
  { session, registry, services, signal }: CopyOptions,
  documents: ReadonlyMap<string, Doc>,
  work: (run: RunOnCopies) => Promise<T>,
): Promise<T> {
  const { files, now, uuid } = session.ports;
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
  for (const { path, doc, base, problems, stamp } of session.list()) {
    const other = documents.get(path);
    const bytes = problems.length > 0 ? base : writeDoc(other ?? doc);
    await copies.adopt(path, bytes, stamp, NOBODY.name);
  }
  // A file that a proposal would make.
  for (const [path, doc] of documents)
    if (session.find(path) === undefined) await copies.adopt(path, writeDoc(doc), null, NOBODY.name);
  const { filling, readFile, libraries } = services;
  // A check of a big board takes seconds, in which this thread is to serve edits.
  const checks = services.checksOf?.(copies);
  const cx = {
    session: copies,
    caller: NOBODY,
    signal,
    progress: () => undefined,
    services: {
      ...(filling === undefined ? {} : { filling }),
      ...(readFile === undefined ? {} : { readFile }),
      ...(libraries === undefined ? {} : { libraries }),
      ...(checks === undefined ? {} : { boardChecks: checks }),
    },
    run: (id: string, args: unknown): Promise<unknown> => registry.run(cx, id, args),
  };
  try {
    return await work(cx.run);
  } finally {
    checks?.dispose();
  }
}
