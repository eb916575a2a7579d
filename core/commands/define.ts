import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "typebox";
import type { ErrorCode } from "../base/error.ts";
import type { FillPool } from "../engines/fill/run.ts";
import type { Clipper } from "../geometry/clip.ts";
import type { LibraryPort } from "../library/port.ts";
import type { Doc, DocKind } from "../model/document.ts";
import type { Checkpoints } from "../session/checkpoints.ts";
import type { Edit } from "../session/edit.ts";
import type { OpenDocument } from "../session/open-document.ts";
import type { ReviewList } from "../session/review.ts";
import type { Session } from "../session/session.ts";
import type { BoardChecks } from "./board-checks.ts";
import type { CheckHelp } from "./check/helped-check.ts";
import type { CopiedDocument, CopiesElsewhere } from "./copies.ts";
import type { SymbolPartsRun } from "./lib/symbol-parts.ts";
import type { Automation, PersonPort } from "./person.ts";

/** query: reads · edit: one undoable change · run: long work · export: writes artefacts · ui: needs the editor. */
export type CommandKind = "query" | "edit" | "run" | "export" | "ui";

/** What a command works on. `document` is a board or a schematic. */
export type Scope = "app" | "project" | "board" | "schematic" | "document" | "library";

/** Who calls. Edits are attributed to `name`. */
export interface Caller {
  readonly name: string;
  readonly kind: "person" | "agent" | "cli" | "script";
  /** The chat request that this caller works on, if any. */
  readonly chatId?: string;
  /** Tells clients of one name apart; the same for all calls of one client. */
  readonly client?: string;
}

/** What a running command has of the world. */
export interface Context {
  readonly session: Session;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Tells how far a long command is: a line, and 0..100. */
  readonly progress: (message: string, percent?: number) => void;
  readonly services: Services;
  /** Runs another command as part of this one. */
  readonly run: (id: string, args: unknown) => Promise<unknown>;
}

/** What filling zones needs of the host: Clipper, which is WebAssembly, and whoever runs the tasks. */
export interface Filling {
  readonly clipper: Clipper;
  readonly pool: FillPool;
}

/** What only some hosts have. A command that needs a missing one fails with `service-unavailable`. */
export interface Services {
  /** Writes an artefact (`render.png` with `out`); the path is resolved like a document's. */
  readonly writeFile?: (path: string, bytes: Uint8Array) => Promise<string>;
  /** The text of the session's log, for `session.export`. */
  readonly readLog?: () => Promise<readonly unknown[]>;
  /** All files of a template: a folder, or the name of one where KiCad keeps them; null where there is none. */
  readonly readTemplate?: (
    folder: string,
  ) => Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[] | null>;
  /** Reads a file beside a document (project file, sheets); null when it is not there. */
  readonly readFile?: (path: string) => Promise<Uint8Array | null>;
  /** Clips polygons, and fills zones in workers where the host has some. */
  readonly filling?: () => Promise<Filling>;
  /** Asks the person; missing where nobody sits. */
  readonly person?: PersonPort;
  /** The switch that stops agents; AgentCore brings it. */
  readonly automation?: Automation;
  /** What agents changed and what the person said; AgentCore brings it. */
  readonly reviews?: ReviewList;
  /** States of the design to come back to; AgentCore brings them. */
  readonly checkpoints?: Checkpoints;
  /** The date and time, ISO 8601. */
  readonly date?: () => string;
  /** What is running: version, revision, how it was built, digest of its tools. */
  readonly build?: () => Readonly<Record<string, string>>;
  /** Checks boards beside this thread, where the host goes on for long enough. */
  readonly boardChecks?: BoardChecks;
  /** Another thread that helps with checks where none follows boards. */
  readonly checkHelp?: CheckHelp;
  /** Keeps copies of documents in another thread, such as a comparison works on. */
  readonly copiesElsewhere?: (copied: readonly CopiedDocument[], signal: AbortSignal) => CopiesElsewhere;
  /** The libraries of this machine. */
  readonly libraries?: LibraryPort;
}

export interface DocumentContext extends Context {
  /** The document that `path` names, or the only open one of the command's kind. */
  readonly open: OpenDocument;
  readonly doc: Doc;
}

export interface EditContext extends DocumentContext {
  readonly edit: Edit;
  /** Nothing is kept: what is done besides the documents must not be done. */
  readonly dryRun: boolean;
  /** Joins another document, already open, to the same undoable change. */
  readonly editOf: (path: string) => Edit;
}

/** A request that works, run as a test on every surface and printed in the docs. */
export interface Example {
  readonly about: string;
  /** A file of `examples/` that is open when it runs; its name is the call's `path`. */
  readonly fixture?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What it comes to where no person sits at an editor; left out: it works everywhere. */
  readonly headless?: ErrorCode;
}

interface CommandBase<A extends TObject, R extends TSchema> {
  /** `area.verb`; every surface's name derives from it. */
  readonly id: string;
  /** Shown in menus and as the undo entry's label. */
  readonly title: string;
  readonly about: string;
  readonly scope: Scope;
  /** Kinds of documents that it takes beside those of its scope, when `path` names one. */
  readonly also?: readonly DocKind[];
  /** An edit of boards that takes a footprint's file too: the footprint's parts are then what a board's items are. */
  readonly onParts?: true;
  /** What an edit of schematics does on a symbol library instead: its items are then parts of the library's symbols. */
  readonly onSymbolParts?: SymbolPartsRun;
  readonly args: A;
  readonly result: R;
  readonly examples: readonly Example[];
  /** Runs beside the queue of calls: it waits for a person or speaks to the queue itself, and touches no document. */
  readonly besideQueue?: true;
}

/** A command as the registry keeps it; its types are checked where it is defined. */
export interface Command extends CommandBase<TObject, TSchema> {
  readonly kind: CommandKind;
  run(cx: Context, args: never): unknown;
}

type ContextOf<S extends Scope> = S extends "board" | "schematic" | "document" ? DocumentContext : Context;

export const pathArg = Type.Optional(
  Type.String({
    description: "The file, relative to the working directory. May be left out when one such document is open.",
  }),
);

/** What every edit takes beside its own arguments. */
export const editArgs = {
  path: pathArg,
  revision: Type.Optional(
    Type.Integer({ description: "Refuse with stale-revision unless the document is at this revision.", minimum: 0 }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: "Validate and answer what would change; change nothing." })),
  requestId: Type.Optional(
    Type.String({
      description: "Repeating a call with the same id and arguments answers the first result and edits nothing twice.",
      minLength: 1,
      maxLength: 128,
    }),
  ),
};

/** What a change did to one of its documents. */
export const documentOutcome = Type.Object({
  path: Type.String(),
  newIds: Type.Array(Type.String()),
  changedIds: Type.Array(Type.String()),
  removedIds: Type.Array(Type.String()),
  revision: Type.Integer(),
  hash: Type.String(),
});

/** What every edit answers. */
export const editResult = Type.Object({
  path: Type.String({ description: "The document, absolute." }),
  newIds: Type.Array(Type.String(), { description: "Items that were added." }),
  changedIds: Type.Array(Type.String(), { description: "Items that were changed." }),
  removedIds: Type.Array(Type.String(), { description: "Items that were removed." }),
  revision: Type.Integer({ description: "The document's revision after the edit." }),
  hash: Type.String({ description: "Hash of the document's content after the edit." }),
  label: Type.String({ description: "Name of the undo entry." }),
  documents: Type.Optional(
    Type.Array(documentOutcome, {
      description: "Every document that was changed, when the edit took in more than `path`.",
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: "True when nothing was changed." })),
  notes: Type.Optional(Type.Array(Type.String(), { description: "What the caller should know." })),
});

export type EditResult = Static<typeof editResult>;

/** Declares a command that does not edit. */
export function defineCommand<P extends TProperties, R extends TSchema, S extends Scope>(
  command: Omit<CommandBase<TObject<P>, R>, "args" | "scope"> & {
    readonly kind: Exclude<CommandKind, "edit">;
    readonly scope: S;
    readonly args: P;
    run(cx: ContextOf<S>, args: Static<TObject<P>>): Static<R> | Promise<Static<R>>;
  },
): Command {
  const documents = command.scope === "board" || command.scope === "schematic" || command.scope === "document";
  const args = documents ? { path: pathArg, ...command.args } : command.args;
  return { ...command, args: Type.Object(args, { additionalProperties: false }) } as unknown as Command;
}

/**
 * Declares a command that edits one document (or, by `editOf`, several together) as one undoable change.
 * `run` works on `cx.edit`; what it returns are notes for the caller, or nothing.
 */
export function defineEdit<P extends TProperties>(
  command: Omit<CommandBase<TObject<P>, typeof editResult>, "args" | "result" | "scope"> & {
    /** `project`: `path` is the board or a schematic, and the edit finds the other files itself. */
    readonly scope: "board" | "schematic" | "document" | "project";
    readonly args: P;
    /** The undo entry's label where it depends on the call. */
    label?(args: Static<TObject<P>>): string;
    // biome-ignore lint/suspicious/noConfusingVoidType: a run without notes returns nothing.
    run(cx: EditContext, args: Static<TObject<P>>): readonly string[] | void | Promise<readonly string[] | void>;
  },
): Command {
  const args = Type.Object({ ...editArgs, ...command.args }, { additionalProperties: false });
  return { ...command, kind: "edit", args, result: editResult } as unknown as Command;
}
