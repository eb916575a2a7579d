import type { Stamp } from "../session/ports.ts";

/** Runs a command on the copies. */
export type RunOnCopies = (id: string, args: unknown) => Promise<unknown>;

/** A document as a copy is to have it. */
export interface CopiedDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly stamp: Stamp | null;
}

/** Copies in another thread. */
export interface CopiesElsewhere {
  readonly run: RunOnCopies;
  dispose(): void;
}
