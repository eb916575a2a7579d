import type { ErrorObject, ValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { CommandError } from "../base/error.ts";
import { hashText } from "../base/hash.ts";
import { nearest } from "../base/nearest.ts";
import type { Doc, DocKind } from "../model/document.ts";
import type { OpenDocument } from "../session/open-document.ts";
import type { Outcome, Session } from "../session/session.ts";
import type { Command, Context, DocumentContext, EditContext, EditResult, Scope } from "./define.ts";
import { onParts, partsNamed } from "./lib/parts-edit.ts";
import { followTeardrops } from "./pcb/follow-teardrops.ts";
import { plainlyFits } from "./plain-fit.ts";
import { readableLabel } from "./readable-label.ts";

export { nearest };

/** What is told to who may only propose. */
const PROPOSED =
  "Proposed, not done: nothing changes before the person accepts it (agent.reviews tells). For your own calls in this " +
  "request it is as if it were done.";

/** All commands by id; the one place where a call becomes a run. */
export class Registry {
  readonly commands: readonly Command[];
  private readonly byId: ReadonlyMap<string, Command>;
  private readonly validators = new Map<string, ValidateFunction>();
  private ajv: Ajv2020 | null = null;

  constructor(commands: readonly Command[]) {
    this.commands = commands;
    this.byId = new Map(commands.map((command) => [command.id, command]));
  }

  get(id: string): Command {
    const command = this.byId.get(id);
    if (command !== undefined) return command;
    const near = nearest(id, [...this.byId.keys()]);
    throw new CommandError({
      code: "unknown-command",
      message: `Cannot run ${id}: there is no such command.`,
      hint: near === undefined ? "List the commands with rpc.discover or edsnx --help." : `Did you mean ${near}?`,
      data: { id },
    });
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** Checks `args` against the command's schema; throws `invalid-args` that says what to send instead. */
  validate(command: Command, args: unknown): Record<string, unknown> {
    const value = withProject(command, args === undefined || args === null ? {} : args);
    const errors = plainlyFits(command.args, value) ? [] : this.errorsOf(command, value);
    if (errors.length > 0) throw invalidArgs(command, errors);
    const bad = unwritable(value, "");
    if (bad === null) return value as Record<string, unknown>;
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot run ${command.id}: ${bad.where} has ${bad.what}, which no KiCad file can hold.`,
      hint: "Leave the character out.",
    });
  }

  /** What is wrong with arguments by the command's schema; empty when nothing is. */
  private errorsOf(command: Command, value: unknown): readonly ErrorObject[] {
    let check = this.validators.get(command.id);
    if (check === undefined) {
      // That the schemas themselves are right is tested; asking that at every start takes longer than most calls.
      this.ajv ??= new Ajv2020({
        allErrors: true,
        strict: false,
        strictNumbers: true,
        meta: false,
        validateSchema: false,
      });
      check = this.ajv.compile(command.args);
      this.validators.set(command.id, check);
    }
    return check(value) ? [] : (check.errors ?? []);
  }

  /** Validates, finds the document, runs, and gives an edit its one undo entry. */
  async run(cx: Context, id: string, args: unknown): Promise<unknown> {
    const command = this.get(id);
    const valid = this.validate(command, args);
    cx.signal.throwIfAborted();
    if (command.kind === "ui") throw uiOnly(id);
    // What is done outside the documents would stay when the transaction is taken back, and in a dry run.
    const canBeTakenBack = command.kind === "query" || command.kind === "edit" || command.besideQueue === true;
    if (cx.session.inTransaction && !canBeTakenBack) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot run ${id} as a step: only queries and edits can be taken back.`,
        hint: "Call it before or after.",
      });
    }
    const run = command.run as (cx: Context, args: unknown) => unknown;
    const free = command.scope === "app" || command.scope === "project" || command.scope === "library";
    if (free && command.kind !== "edit") {
      return await run.call(command, cx, valid);
    }
    const open = await findDocument(cx.session, command, valid["path"] as string | undefined, cx.caller.name);
    if (command.kind !== "edit") return await run.call(command, withDocument(cx, open), valid);
    return this.edit(cx, command, open, valid);
  }

  private async edit(
    cx: Context,
    command: Command,
    open: OpenDocument,
    args: Record<string, unknown>,
  ): Promise<EditResult> {
    const revision = args["revision"] as number | undefined;
    if (revision !== undefined && revision !== open.revision) {
      throw new CommandError({
        code: "stale-revision",
        message: `Cannot run ${command.id}: ${open.path} is at revision ${open.revision}, not ${revision}.`,
        hint: "Look at what changed with query.items, then repeat the call with the revision in data.",
        data: { path: open.path, revision: open.revision, hash: hashText(open.hash) },
      });
    }
    const dryRun = args["dryRun"] === true;
    const said = (command as { label?: (args: unknown) => string }).label?.(args) ?? command.title;
    const label = readableLabel(open.doc, said);
    const { value, outcomes } = await cx.session.transact(
      { label, actor: cx.caller.name, dryRun },
      async (transaction) => {
        const edit = transaction.edit(open.path);
        const editContext: EditContext = {
          ...cx,
          open,
          dryRun,
          get doc(): Doc {
            return edit.doc;
          },
          edit,
          editOf: (path) => transaction.edit(path),
        };
        const run = command.run as (cx: Context, args: unknown) => unknown;
        if (command.onParts === true && open.doc.kind === "footprint")
          return (await run.call(command, onParts(editContext), partsNamed(open.doc, args))) as
            | readonly string[]
            | undefined;
        if (command.onSymbolParts !== undefined && open.doc.kind === "symbolLibrary")
          return command.onSymbolParts(editContext, args);
        const told = (await run.call(command, editContext, args)) as readonly string[] | undefined;
        return command.scope === "board" ? [...(told ?? []), ...(await afterBoardEdit(editContext, command))] : told;
      },
    );
    const own = outcomes.find((outcome) => outcome.path === open.path)!;
    const changed = outcomes.filter((o) => o.newIds.length + o.changedIds.length + o.removedIds.length > 0);
    const summary = (outcome: Outcome) => ({
      path: outcome.path,
      newIds: [...outcome.newIds],
      changedIds: [...outcome.changedIds],
      removedIds: [...outcome.removedIds],
      revision: dryRun ? (cx.session.find(outcome.path)?.revision ?? 0) : outcome.revision,
      hash: outcome.hash,
    });
    const told = [
      ...((value as readonly string[] | undefined) ?? []),
      ...(cx.session.isDrafting && !dryRun ? [PROPOSED] : []),
    ];
    const notes = told.length > 0 ? { notes: told } : {};
    return {
      path: own.path,
      newIds: [...own.newIds],
      changedIds: [...own.changedIds],
      removedIds: [...own.removedIds],
      revision: dryRun ? open.revision : own.revision,
      hash: own.hash,
      label,
      ...(changed.every((outcome) => outcome === own) ? {} : { documents: changed.map(summary) }),
      ...(dryRun ? { dryRun } : {}),
      ...notes,
    };
  }
}

/** Everywhere else a file of the project is called `path`: where only `project` is known, that is what is meant. */
function withProject(command: Command, args: unknown): unknown {
  const { properties } = command.args;
  if (typeof args !== "object" || args === null || !("path" in args) || "project" in args) return args;
  if (!("project" in properties) || "path" in properties) return args;
  const { path, ...rest } = args;
  return { ...rest, project: path };
}

/** What every edit of a board brings with it. */
async function afterBoardEdit(cx: EditContext, command: Command): Promise<string[]> {
  return command.id === "pcb.teardrops" ? [] : await followTeardrops(cx);
}

function withDocument(cx: Context, open: OpenDocument): DocumentContext {
  return { ...cx, open, doc: open.doc };
}

const kindNames: Readonly<Partial<Record<Scope, string>>> = { board: "board", schematic: "schematic" };

async function findDocument(
  session: Session,
  command: Command,
  path: string | undefined,
  actor: string,
): Promise<OpenDocument> {
  const wanted = kindNames[command.scope];
  if (path !== undefined) {
    const real = await session.resolve(path);
    // A query may look at a file that nobody opened; opening it is no change.
    const open = session.find(real) ?? (await session.open(path, actor));
    if (wanted !== undefined && open.doc.kind !== wanted && !takes(command, open.doc.kind)) {
      throw new CommandError({
        code: "wrong-kind",
        message: `Cannot run ${command.id} on ${real}: it is a ${open.doc.kind}, not a ${wanted}.`,
        hint: `Give the path of a ${wanted === "board" ? ".kicad_pcb" : ".kicad_sch"} file.`,
      });
    }
    return open;
  }
  const fitting = session.list().filter((open) => wanted === undefined || open.doc.kind === wanted);
  const oneProject = command.scope === "project" && new Set(fitting.map((open) => stemOf(open.path))).size === 1;
  if (fitting.length === 1 || oneProject) return session.get(fitting[0]!.path);
  throw new CommandError({
    code: "no-document",
    message: `Cannot run ${command.id}: ${fitting.length === 0 ? `no ${wanted ?? "document"} is open` : `${fitting.length} are open`}.`,
    hint: "Name the file with path.",
    data: { open: fitting.map((open) => open.path) },
  });
}

/** Kinds of documents beside those of a command's scope. */
function takes({ also, onParts, onSymbolParts }: Command, kind: DocKind): boolean {
  if (kind === "symbolLibrary" && onSymbolParts !== undefined) return true;
  return (also?.includes(kind) ?? false) || (onParts === true && kind === "footprint");
}

/** A path without its extension: what a board and its schematic have in common. */
function stemOf(path: string): string {
  return path.replace(/\.[^./\\]*$/, "");
}

/** The first character among all texts of some arguments that does not survive in a file. */
function unwritable(value: unknown, where: string): { readonly where: string; readonly what: string } | null {
  if (typeof value === "string") {
    const what = value.includes("\0") ? "a NUL character" : /\p{Surrogate}/u.test(value) ? "half a character" : null;
    return what === null ? null : { where, what };
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const found = unwritable(each, where === "" ? key : `${where}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function uiOnly(id: string): CommandError {
  return new CommandError({
    code: "ui-only",
    message: `Cannot run ${id}: it needs the editor's window.`,
    hint: "Attach to a running editor (--attach).",
  });
}

function invalidArgs(command: Command, errors: readonly ErrorObject[]): CommandError {
  const known = Object.keys(command.args.properties);
  const lines = errors.slice(0, 5).map((error) => sayError(error, known));
  const example = command.examples[0];
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${command.id}: ${lines.join("; ")}.`,
    hint:
      example === undefined
        ? `Arguments: ${known.join(", ")}.`
        : `Example: ${command.id} ${JSON.stringify({ ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args })}`,
    data: {
      errors: errors
        .slice(0, 20)
        .map(({ instancePath, keyword, params, message }) => ({ instancePath, keyword, params, message })),
    },
  });
}

function sayError(error: ErrorObject, known: readonly string[]): string {
  const where = error.instancePath === "" ? "" : `${error.instancePath.slice(1).replace(/\//g, ".")} `;
  if (error.keyword === "additionalProperties") {
    const name = String(error.params["additionalProperty"]);
    const near = nearest(name, known);
    return `${where}${name} is no argument${near === undefined ? "" : ` (did you mean ${near}?)`}`;
  }
  if (error.keyword === "required") return `${where}${String(error.params["missingProperty"])} is missing`;
  if (error.keyword === "enum")
    return `${where}must be one of ${(error.params["allowedValues"] as unknown[]).join(", ")}`;
  return `${where}${error.message ?? "is wrong"}`;
}
