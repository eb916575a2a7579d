import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import { fillingService } from "../../bridge/node/fill-pool.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import type { Policy } from "../../core/agent/policy.ts";
import { CommandError } from "../../core/base/error.ts";
import type { Caller, EditResult, Services } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import type { PersonPort } from "../../core/commands/person.ts";
import { Registry } from "../../core/commands/registry.ts";
import { decodeText, encodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import type { Step } from "../../core/model/step.ts";
import { applySteps } from "../../core/model/step.ts";
import type { Review } from "../../core/session/review.ts";
import type { Change } from "../../core/session/session.ts";
import { Session } from "../../core/session/session.ts";
import { memoryLibraries } from "./memory-libraries.ts";
import type { MemoryPorts } from "./memory-ports.ts";
import { memoryPorts } from "./memory-ports.ts";

/** Where an edit starts: the text of a document, or a file of the disk. */
export interface Start {
  readonly text?: string | Uint8Array;
  readonly file?: string;
  /** Path of the document in the session's world; `/test.kicad_pcb` or `/test.kicad_sch` when left out. */
  readonly path?: string;
  /** What agents may do. */
  readonly policy?: () => Policy;
  /** Takes what is written beside documents. */
  readonly writeFile?: Services["writeFile"];
  /** Default: all commands. */
  readonly registry?: Registry;
  /** Who answers questions. */
  readonly person?: PersonPort;
  /** The review list of a session before. */
  readonly reviews?: readonly Review[];
  /** Further files beside it, by absolute path. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

export interface EditCall extends Start {
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** How many lines of the document the edit may take away and add. */
  readonly lines?: { readonly removed: number; readonly added: number };
}

/** What an edit that kept the laws did. */
export interface Checked {
  readonly result: EditResult;
  readonly before: string;
  readonly after: string;
  readonly doc: Doc;
  readonly removedLines: readonly string[];
  readonly addedLines: readonly string[];
}

/** A session with one document open, and a way to call commands on it. */
export interface World {
  readonly core: AgentCore;
  readonly session: Session;
  readonly ports: MemoryPorts;
  readonly path: string;
  readonly changes: Change[];
  run(command: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
  doc(): Doc;
  bytes(): Uint8Array;
}

export const tester: Caller = { name: "test", kind: "script" };

/** All commands, as every surface has them. */
export const registry = new Registry(commands);

const ajv = new Ajv2020({ allErrors: true, strict: false });

/** Opens a document in a world of its own. */
export async function openWorld(start: Start): Promise<World> {
  const content = start.text ?? readFileSync(start.file ?? assert.fail("give text or file"));
  const bytes = typeof content === "string" ? encodeText(content) : new Uint8Array(content);
  const path =
    start.path ?? `/test.${decodeText(bytes.subarray(0, 200)).includes("kicad_sch") ? "kicad_sch" : "kicad_pcb"}`;
  const ports = memoryPorts({ ...start.others, [path]: bytes });
  const session = new Session(ports);
  const readFile = async (file: string) =>
    (await ports.files.stat(file)) === null ? null : (await ports.files.read(file)).bytes;
  const person = start.person === undefined ? {} : { person: start.person };
  const writing = start.writeFile === undefined ? {} : { writeFile: start.writeFile };
  const services = { filling: fillingService, readFile, libraries: memoryLibraries(ports), ...person, ...writing };
  const policy = start.policy === undefined ? {} : { policy: start.policy };
  const own = start.registry ?? registry;
  const core = new AgentCore({
    registry: own,
    session,
    services,
    now: ports.now,
    reviews: start.reviews ?? [],
    ...policy,
  });
  await session.open(path, tester.name);
  const changes: Change[] = [];
  session.onChange((change) => changes.push(change));
  return {
    core,
    session,
    ports,
    path,
    changes,
    run: (command, args = {}) => core.run(command, args, { caller: tester }),
    doc: () => session.get(path).doc,
    bytes: () => session.bytes(path),
  };
}

/**
 * Runs an edit and holds it to the laws of every edit: the result fits its schema; a dry run and a stale revision
 * change nothing; a repeated requestId edits once; undo gives the same bytes, redo the edited ones; steps survive JSON;
 * a replica that is fed the steps has the session's bytes; the written text reads as the same document.
 */
export async function checkEdit(call: EditCall): Promise<Checked> {
  const world = await openWorld(call);
  const { core, session, path } = world;
  const command = registry.get(call.command);
  assert.equal(command.kind, "edit", `${call.command} is an edit`);
  const args = { path, ...call.args };
  const base = world.bytes();
  const { revision } = session.get(path);

  const dry = (await world.run(call.command, { ...args, dryRun: true })) as EditResult;
  assert.deepEqual(world.bytes(), base, "a dry run changes nothing");
  assert.equal(session.get(path).revision, revision, "a dry run keeps the revision");
  assert.equal(session.get(path).history.length, 0, "a dry run leaves no entry");
  assert.equal(dry.dryRun, true);

  await refused(world.run(call.command, { ...args, revision: revision + 7 }), "stale-revision");
  assert.deepEqual(world.bytes(), base, "a stale call changes nothing");

  const request = { ...args, revision, requestId: "once" };
  const result = (await world.run(call.command, request)) as EditResult;
  const validate = ajv.compile(command.result);
  assert.ok(validate(result), `the result fits its schema: ${ajv.errorsText(validate.errors)}`);
  assert.deepEqual(JSON.parse(JSON.stringify(result)), result, "the result survives JSON");
  const edited = world.bytes();
  const after = session.get(path);
  assert.equal(after.revision, revision + 1, "an edit is one revision");
  assert.equal(after.history.length, 1, "an edit is one undo entry");
  assert.equal(result.revision, after.revision);
  assert.deepEqual(dry.changedIds, result.changedIds, "a dry run tells what would change");
  assert.deepEqual(dry.removedIds, result.removedIds, "a dry run tells what would go");
  assert.equal(dry.newIds.length, result.newIds.length, "a dry run tells how much would come");

  assert.deepEqual(
    await core.run(call.command, request, { caller: tester }),
    result,
    "a repeated call answers the same",
  );
  assert.equal(session.get(path).revision, after.revision, "a repeated call edits once");

  const touched = world.session.list().map((open) => open.path);
  for (const each of touched) checkReplica(world, each);
  const reread = readDoc(edited);
  assert.deepEqual(reread.problems, [], "the written text has no problems");
  assert.deepEqual(shown(reread.doc!), shown(world.doc()), "the written text reads as the same document");

  await world.run("session.undo", { path });
  assert.deepEqual(decodeText(world.bytes()), decodeText(base), "undo gives the same text");
  assert.deepEqual(world.bytes(), base, "undo gives the same bytes");
  checkReplica(world, path);
  await world.run("session.redo", { path });
  assert.deepEqual(world.bytes(), edited, "redo gives the edited bytes");
  checkReplica(world, path);

  const before = decodeText(base);
  const now = decodeText(edited);
  const { removedLines, addedLines } = changedLines(before, now);
  if (call.lines !== undefined) {
    assert.deepEqual(
      { removed: removedLines.length, added: addedLines.length },
      call.lines,
      `changed lines:\n${[...removedLines.map((l) => `-${l}`), ...addedLines.map((l) => `+${l}`)].slice(0, 40).join("\n")}`,
    );
  }
  return { result, before, after: now, doc: world.doc(), removedLines, addedLines };
}

/** Runs a call that must be refused, and proves that it changed nothing. Answers the error. */
export async function checkRefused(
  call: EditCall & { readonly code: string; readonly message?: RegExp; readonly hint?: RegExp },
): Promise<CommandError> {
  const world = await openWorld(call);
  const base = world.bytes();
  const error = await refused(world.run(call.command, { path: world.path, ...call.args }), call.code);
  assert.match(error.message, call.message ?? /^Cannot /);
  if (call.hint !== undefined) assert.match(error.hint ?? "", call.hint);
  assert.deepEqual(world.bytes(), base, "a refused call changes nothing");
  assert.equal(world.session.get(world.path).history.length, 0, "a refused call leaves no entry");
  return error;
}

/** The lines that one text has and the other has not, whatever their order. */
export function changedLines(before: string, after: string): { removedLines: string[]; addedLines: string[] } {
  const count = new Map<string, number>();
  for (const line of before.split("\n")) count.set(line, (count.get(line) ?? 0) + 1);
  const addedLines: string[] = [];
  for (const line of after.split("\n")) {
    const left = count.get(line) ?? 0;
    if (left === 0) addedLines.push(line);
    else count.set(line, left - 1);
  }
  const removedLines: string[] = [];
  for (const line of before.split("\n")) {
    const left = count.get(line) ?? 0;
    if (left === 0) continue;
    count.set(line, left - 1);
    removedLines.push(line);
  }
  return { removedLines, addedLines };
}

function checkReplica(world: World, path: string): void {
  const open = world.session.get(path);
  const steps = JSON.parse(JSON.stringify(open.trail)) as Step[];
  assert.deepEqual(steps, open.trail, "steps survive JSON");
  const told = world.changes.filter((change) => change.path === path && change.steps !== null).flatMap((c) => c.steps!);
  assert.deepEqual(JSON.parse(JSON.stringify(told)), steps, "listeners hear every step");
  const replica = applySteps(readDoc(open.base).doc!, steps);
  assert.deepEqual(decodeText(writeDoc(replica)), decodeText(world.session.bytes(path)), "a replica has the same text");
}

async function refused(call: Promise<unknown>, code: string): Promise<CommandError> {
  const error = await call.then(
    (value) => assert.fail(`expected ${code}, got ${JSON.stringify(value)?.slice(0, 300)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CommandError)) throw error;
  assert.equal(error.code, code, error.message);
  return error;
}

const RESERVED = new Set(["source", "base", "order", "id"]);

/** What a document says, without where its text stands. */
function shown(doc: Doc): unknown[] {
  return doc.items.entries.map((entry) => bare(entry.item() as unknown as Record<string, unknown>));
}

function bare(item: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(item).filter(([key]) => !RESERVED.has(key) && key !== "children");
  const children = (item["children"] as Record<string, unknown>[]).map(bare);
  return { ...Object.fromEntries(values), children };
}
