import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAttachServer } from "../../bridge/attach/attach-server.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { demosFolder } from "../laws/kicad.ts";
import { median, printFigures } from "./figures.ts";

const root = join(import.meta.dirname, "../..");

/** Cold start of the MCP server to its first tools/list, and round trips through it. */
export async function benchSurfaces(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-"));
  cpSync(join(root, "examples/blinky"), join(folder, "blinky"), { recursive: true });
  const cold: number[] = [];
  for (let i = 0; i < 7; i++) {
    const started = performance.now();
    const client = new LineClient(spawn(process.execPath, [join(root, "out/edsnx.cjs"), "mcp"], { cwd: folder }));
    await client.initialize();
    await client.call("tools/list", {});
    cold.push(performance.now() - started);
    await client.end();
  }
  const client = new LineClient(spawn(process.execPath, [join(root, "out/edsnx.cjs"), "mcp"], { cwd: folder }));
  await client.initialize();
  const args = { path: "blinky/blinky.kicad_pcb" };
  await client.call("tools/call", { name: "query_describe", arguments: args });
  const trips: number[] = [];
  for (let i = 0; i < 300; i++) {
    const started = performance.now();
    await client.call("tools/call", { name: "session_documents", arguments: {} });
    trips.push(performance.now() - started);
  }
  const burst = performance.now();
  await Promise.all(
    Array.from({ length: 2000 }, () => client.call("tools/call", { name: "session_documents", arguments: {} })),
  );
  const each = (performance.now() - burst) / 2000;
  await client.end();
  const attached = await attachedTrip(folder);
  printFigures("edsnx mcp", [
    { what: "cold start to the first tools/list", ms: median(cold), target: 250 },
    { what: "round trip of a tool call", ms: median(trips), target: 1 },
    { what: "a call of 2,000 sent at once", ms: each },
    { what: "round trip through --attach and its relay", ms: attached.trip, target: 2 },
  ]);
  console.log(`  ${Math.round(1000 / each)} calls a second`);
  if (attached.grownKb !== null)
    console.log(`  a 70 MB board attached costs the relay ${attached.grownKb} KB more (${attached.relayKb} KB in all)`);
  rmSync(folder, { recursive: true });
}

interface Attached {
  readonly trip: number;
  /** Resident memory of the relay, and how much of it came with the biggest demo board; null without it. */
  readonly relayKb: number;
  readonly grownKb: number | null;
}

/** Round trip of a tool call through the relay into an editor's side in this process. */
async function attachedTrip(folder: string): Promise<Attached> {
  const env = { EDSNX_RUNTIME_DIR: join(folder, "run") };
  const big = join(demosFolder, "vme-wren/vme-wren.kicad_pcb");
  const runtime = createRuntime({ cwd: folder, named: [big], report: () => undefined });
  const server = await startAttachServer({ core: runtime.core, folders: [folder], log: () => undefined, env });
  const relay = spawn(process.execPath, [join(root, "out/edsnx.cjs"), "mcp", "--attach"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const client = new LineClient(relay);
  await client.initialize();
  const trips: number[] = [];
  for (let i = 0; i < 300; i++) {
    const started = performance.now();
    await client.call("tools/call", { name: "session_documents", arguments: {} });
    trips.push(performance.now() - started);
  }
  const before = residentKb(relay.pid);
  let grownKb: number | null = null;
  if (existsSync(big) && before !== null) {
    await client.call("tools/call", { name: "session_open", arguments: { path: big } });
    await client.call("tools/call", { name: "query_describe", arguments: { path: big } });
    grownKb = (residentKb(relay.pid) ?? 0) - before;
  }
  const relayKb = residentKb(relay.pid) ?? 0;
  await client.end();
  await server.dispose();
  await runtime.dispose("quietly");
  return { trip: median(trips), relayKb, grownKb };
}

/** Null where the system does not say. */
function residentKb(pid: number | undefined): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN);
  } catch {
    return null;
  }
}

/** A client that speaks one JSON message a line. */
export class LineClient {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, (message: Record<string, unknown>) => void>();
  private next = 0;
  private rest = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.setEncoding("utf8").on("data", (data: string) => this.read(data));
    child.stderr.resume();
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  }

  call(method: string, params: unknown): Promise<Record<string, unknown>> {
    const id = ++this.next;
    const answer = new Promise<Record<string, unknown>>((resolve) => this.waiting.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answer;
  }

  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin.end();
    await closed;
  }

  private read(data: string): void {
    const lines = (this.rest + data).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Record<string, unknown>;
      this.waiting.get(message["id"] as number)?.(message);
    }
  }
}
