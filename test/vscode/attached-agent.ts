import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "./host.ts";

const program = join(dirname(fileURLToPath(import.meta.url)), "../../out/edsnx.cjs");

export type Json = Record<string, unknown>;

/** A program outside that joins the editor of a folder, as an agent does: over JSON-RPC, or over MCP. */
export class AttachedAgent {
  /** Parameters of every `document.changed` so far. */
  readonly changes: Json[] = [];
  private readonly child;
  private readonly waiting = new Map<number, (message: Json) => void>();
  private readonly ended: Promise<number | null>;
  private calls = 0;

  constructor(cwd: string, surface: "serve" | "mcp" = "serve") {
    this.child = spawn(process.execPath, [program, surface, "--attach"], {
      cwd,
      stdio: ["pipe", "pipe", "inherit"],
      // A window that is loaded anew takes its time on a busy machine.
      env: { ...process.env, EDSNX_RECONNECT_SECONDS: "120" },
    });
    this.ended = new Promise((resolve) => this.child.once("exit", resolve));
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Json;
      if (message["method"] === "document.changed") this.changes.push(message["params"] as Json);
      this.waiting.get(message["id"] as number)?.(message);
    });
  }

  ask(method: string, params: Json): Promise<Json> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result as Json) : reject(new Error(JSON.stringify(error))),
      );
      this.ended.then((code) => reject(new Error(`edsnx --attach ended with ${code}`)));
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  }

  /** Calls an MCP tool; answers its structured content. */
  async tool(name: string, args: Json): Promise<Json> {
    const result = await this.ask("tools/call", { name, arguments: args });
    if (result["isError"] === true) throw new Error(JSON.stringify(result["content"]));
    return result["structuredContent"] as Json;
  }

  close(): void {
    this.child.stdin.end();
    this.child.kill();
  }
}

/** An agent that has joined the editor of this folder, as soon as there is one. */
export async function joinEditor(cwd: string): Promise<AttachedAgent> {
  let agent: AttachedAgent | undefined;
  const joined = async () => {
    agent = new AttachedAgent(cwd);
    return agent.ask("session.documents", {}).then(
      () => true,
      () => false,
    );
  };
  await until(joined, 60_000, "an agent to join the editor");
  return agent!;
}
