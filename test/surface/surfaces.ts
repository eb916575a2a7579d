import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { encodeFrame, FrameReader, type Framing } from "../../bridge/rpc/framing.ts";
import { type ErrorCode, errorCodes, errorTable, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";

const repo = fileURLToPath(new URL("../..", import.meta.url));

/** What a call came to: its result as JSON, or the code of its failure. */
export type Outcome = { readonly result: unknown } | { readonly error: ErrorCode; readonly message: string };

/** One way to the commands, on a project folder of its own. */
export interface Surface {
  readonly name: string;
  readonly root: string;
  call(id: string, args: unknown): Promise<Outcome>;
  /** Closes what is open, unsaved edits too, so that each call starts from the files. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the program into a folder of the tests' own; answers the path of `edsnx.cjs`. */
export function buildProgram(folder: string): string {
  const run = spawnSync(process.execPath, [join(repo, "esbuild.config.mjs"), "--out", folder], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`Cannot build: ${run.stderr}`);
  return join(folder, "edsnx.cjs");
}

export interface Stage {
  readonly program: string;
  /** A fresh copy of `examples/` and of tiny documents. */
  project(): string;
  dispose(): void;
}

const tiny = {
  "tiny.kicad_pcb":
    '(kicad_pcb\n\t(version 20241229)\n\t(generator "pcbnew")\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n\t(net 0 "")\n)\n',
  "broken.kicad_pcb": "This is no board.\n",
  "tiny.kicad_sch": "(kicad_sch\n\t(version 20250114)\n)\n",
};

export function stage(): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "edsnx-surface-")));
  const program = buildProgram(join(folder, "out"));
  let count = 0;
  return {
    program,
    project() {
      const root = join(folder, `project-${++count}`);
      mkdirSync(root);
      if (existsSync(join(repo, "examples"))) cpSync(join(repo, "examples"), root, { recursive: true });
      for (const [name, text] of Object.entries(tiny)) writeFileSync(join(root, name), text);
      return root;
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function allSurfaces(on: Stage): Promise<readonly Surface[]> {
  return [
    inProcess(on.project()),
    cli(on.program, on.project()),
    rpc(on.program, on.project(), "ndjson"),
    rpc(on.program, on.project(), "lsp"),
    await mcpSurface(on.program, on.project()),
  ];
}

function inProcess(root: string): Surface {
  const runtime = createRuntime({ cwd: root, report: () => undefined });
  const caller: Caller = { name: "surface", kind: "agent" };
  const call = async (id: string, args: unknown): Promise<Outcome> => {
    try {
      return { result: asJson(await runtime.core.run(id, args, { caller })) };
    } catch (thrown) {
      const { code, message } = toCommandError(thrown);
      return { error: code, message };
    }
  };
  return { name: "in-process", root, call, reset: () => closeAll(call), close: () => runtime.dispose() };
}

function cli(program: string, root: string): Surface {
  return {
    name: "cli",
    root,
    async call(id, args) {
      const argv = [program, id, "--args", JSON.stringify(args), "--no-save"];
      const child = spawn(process.execPath, argv, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
      const [out, err] = [collect(child.stdout), collect(child.stderr)];
      const status = await new Promise<number | null>((done) => child.once("close", done));
      if (status === 0) return { result: JSON.parse(out()) };
      const [, code, message] = /^([a-z-]+): (.*)$/m.exec(err()) ?? [];
      if (!isCode(code) || errorTable[code].exit !== status) throw new Error(`cli ended with ${status}: ${err()}`);
      return { error: code, message: message! };
    },
    reset: async () => undefined,
    close: async () => undefined,
  };
}

function rpc(program: string, root: string, framing: Framing): Surface {
  const wire = open(program, ["serve"], root, framing);
  const call = async (id: string, args: unknown): Promise<Outcome> => {
    const reply = await wire.ask(id, args);
    if (reply.error === undefined) return { result: reply.result };
    const code = reply.error.data?.["code"];
    if (!isCode(code) || errorTable[code].rpc !== reply.error.code) throw new Error(JSON.stringify(reply.error));
    return { error: code, message: reply.error.message };
  };
  return { name: `json-rpc (${framing})`, root, call, reset: () => closeAll(call), close: wire.close };
}

export async function mcpSurface(program: string, root: string): Promise<Surface> {
  const wire = open(program, ["mcp"], root, "ndjson");
  await wire.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "surface", version: "1" },
  });
  const { tools } = (await wire.ask("tools/list", {})).result as {
    tools: { name: string; outputSchema: WrapSchema }[];
  };
  const ajv = new Ajv2020({ strict: false });
  const wrapped = new Set(tools.filter((tool) => isWrap(tool.outputSchema)).map((tool) => tool.name));
  const call = async (id: string, args: unknown): Promise<Outcome> => {
    const name = id.replace(/\./g, "_");
    const reply = await wire.ask("tools/call", { name, arguments: args });
    if (reply.error?.code === -32602) return { error: "unknown-command", message: reply.error.message };
    const { content, structuredContent, isError } = reply.result as McpResult;
    const text = content.findLast((part) => part.type === "text")!.text!;
    if (isError === true) {
      const [, code, message] = /^([a-z-]+): (.*)$/m.exec(text) ?? [];
      if (!isCode(code)) throw new Error(text);
      return { error: code, message: message! };
    }
    const png = content.find((part) => part.type === "image")?.data;
    const value = wrapped.has(name) ? (structuredContent as { value: unknown }).value : structuredContent;
    const fits = ajv.compile(tools.find((tool) => tool.name === name)!.outputSchema);
    if (!fits(structuredContent)) throw new Error(`${name} breaks its output schema: ${ajv.errorsText(fits.errors)}`);
    if (JSON.stringify(value) !== text) throw new Error(`text and structured content of ${name} differ`);
    return { result: png === undefined ? value : { ...(value as object), png } };
  };
  return { name: "mcp", root, call, reset: () => closeAll(call), close: wire.close };
}

type WrapSchema = { properties?: Record<string, unknown>; required?: readonly string[] };
interface McpResult {
  readonly content: readonly { type: string; text?: string; data?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

function isWrap(schema: WrapSchema): boolean {
  return Object.keys(schema.properties ?? {}).join() === "value" && schema.required?.join() === "value";
}

async function closeAll(call: Surface["call"]): Promise<void> {
  const listed = (await call("session.documents", {})) as { result: { documents: { path: string }[] } };
  for (const { path } of listed.result.documents) await call("session.close", { path, discard: true });
}

export interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** A child that speaks JSON-RPC on its stdin and stdout. */
export function open(program: string, argv: readonly string[], cwd: string, framing: Framing) {
  const child: ChildProcess = spawn(process.execPath, [program, ...argv], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  const err = collect(child.stderr!);
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  const reader = new FrameReader(
    {
      message(text) {
        const message = JSON.parse(text) as Reply & { id?: number; method?: string };
        if (message.method !== undefined || message.id === undefined) return;
        waiting.get(message.id)?.resolve(message);
        waiting.delete(message.id);
      },
      fault: ({ reason }) => fail(reason),
    },
    framing,
  );
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(`${argv[0]}: ${reason}; stderr: ${err()}`));
    waiting.clear();
  };
  child.stdout!.on("data", (chunk: Buffer) => reader.push(chunk));
  const exit = new Promise<number | null>((done) => child.once("close", done));
  void exit.then((status) => fail(`ended with ${status}`));
  let last = 0;
  return {
    child,
    exit,
    stderr: err,
    ask(method: string, params: unknown): Promise<Reply> {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.stdin!.write(encodeFrame(JSON.stringify({ jsonrpc: "2.0", id, method, params }), framing));
      });
    },
    async close(): Promise<void> {
      child.stdin!.end();
      await exit;
    },
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function isCode(code: unknown): code is ErrorCode {
  return errorCodes.includes(code as ErrorCode);
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * An outcome without what cannot be equal twice: the project's folder, the clock, uuids made by the call (numbered by
 * their first place; those of the files stay) and the hash of content with such a uuid.
 */
export function comparable(outcome: Outcome, root: string, known: string): unknown {
  const fresh = new Map<string, string>();
  const text = (value: string) =>
    value.replaceAll(root, "$ROOT").replace(uuid, (id) => {
      if (known.includes(id)) return id;
      if (!fresh.has(id)) fresh.set(id, `$UUID${fresh.size + 1}`);
      return fresh.get(id)!;
    });
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, volatile.has(name) ? `$${name}` : walk(each)]),
    );
  };
  const walked = walk(outcome);
  // A result that made items hashes with their uuids.
  return fresh.size === 0 ? walked : dropHash(walked);
}

const volatile = new Set(["at", "ms"]);

/** A result without what its uuids make differ. */
export function dropHash(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(dropHash);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === "hash" ? "$hash" : dropHash(each)]),
  );
}
