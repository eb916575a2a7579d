import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import spawn from "cross-spawn";
import type { AgentChatRequest } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import { fillIn, splitCommand } from "./command-line.ts";
import { promptOf } from "./prompt.ts";
import { Spill } from "./spill.ts";
import { AnswerReader } from "./stream-json.ts";

/** How much of stderr is kept for the error message (characters, the last ones). */
const MAX_STDERR = 2000;

/** A program that does not end on the polite signal is killed after so many milliseconds. */
const KILL_AFTER_MS = 3000;

const SETTING = "softforge.edsnx.agent.chatCommand";

export interface ChatDriverOptions {
  readonly hub: ChatHub;
  /** The command line of the setting. */
  readonly command: () => string;
  /** What the agent's MCP server is started with: our CLI. */
  readonly cli: string;
  /** Working directory of the program: the workspace folder. */
  readonly cwd: () => string | undefined;
  /** Whether programs may be started at all. */
  readonly isTrusted: () => boolean;
  /** Where answers that are too long for the box are kept. */
  readonly spillFolder: string;
  readonly log: (line: string) => void;
  /** What names the program, for the person who is to set it. Default: the editor's setting. */
  readonly setting?: string;
  /** More of the environment of the agent's MCP server. */
  readonly env?: Readonly<Record<string, string>>;
  /** What was said before a request in its conversation. */
  readonly before?: (request: AgentChatRequest) => string;
  /** The model that claude is told to use; "" leaves it to the program. */
  readonly model?: () => string;
  /** Other MCP servers that the agent is to have, by name, as its configuration has them. */
  readonly servers?: Readonly<Record<string, unknown>>;
}

/** Starts a program for each chat request that no agent listens for, and turns its output into the answer. */
export class ChatDriver {
  private readonly options: ChatDriverOptions;
  private readonly running = new Map<string, ChildProcess>();
  private readonly detach: () => void;

  constructor(options: ChatDriverOptions) {
    this.options = options;
    this.detach = options.hub.onChange(({ request, status }) => {
      if (status === "stopped") this.kill(request.chatId);
    });
  }

  /** Who would answer, in words for the chat box. */
  get name(): string {
    const [program] = words(this.options.command());
    return program === undefined ? "" : basename(program);
  }

  dispose(): void {
    this.detach();
    for (const chatId of this.running.keys()) this.kill(chatId);
  }

  /** Never rejects: what goes wrong ends the request with an error that says what to do. */
  async answer(request: AgentChatRequest): Promise<void> {
    const { hub, command, isTrusted, log, setting = SETTING } = this.options;
    const name = this.name || "chat";
    const { chatId } = request;
    const fail = (text: string) => hub.event(name, { chatId, kind: "error", text }).catch(() => undefined);
    hub.subscribe({ name, notify: () => undefined }, { listen: false, chatId });
    if (!isTrusted()) {
      await fail(
        "Cannot start an agent: this workspace is not trusted. Trust it with Workspaces: Manage Workspace Trust.",
      );
      return;
    }
    if (words(command()).length === 0) {
      await fail(
        `Cannot start an agent: ${setting} is empty or has an open quote. ` +
          "Set it, or attach an agent with edsnx mcp --attach.",
      );
      return;
    }
    let folder: string | null = null;
    try {
      folder = await fs.mkdtemp(join(tmpdir(), "edsnx-chat-"));
      const config = await this.writeConfig(folder, chatId);
      await this.run(name, request, this.argv({ mcpConfig: config, chatId }));
    } catch (thrown) {
      log(`Chat ${chatId}: ${String(thrown)}`);
      await fail((thrown as Error).message);
    } finally {
      this.running.delete(chatId);
      if (folder !== null) await fs.rm(folder, { recursive: true, force: true });
    }
  }

  /** The MCP server that the program is to start: our relay into this very window, for this one request. */
  private async writeConfig(folder: string, chatId: string): Promise<string> {
    const env = {
      ...this.options.env,
      EDSNX_CHAT_ID: chatId,
      // In the desktop's extension host, process.execPath is Electron.
      ...(process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" }),
    };
    const args = [this.options.cli, "mcp", "--attach"];
    const file = join(folder, "mcp.json");
    const config = { mcpServers: { ...this.options.servers, edsnx: { command: process.execPath, args, env } } };
    await fs.writeFile(file, JSON.stringify(config, null, 2), { mode: 0o600, flag: "wx" });
    return file;
  }

  /** The words of the command; claude is told the model, unless the command names one itself. */
  private argv(values: Readonly<Record<string, string>>): string[] {
    const all = fillIn(words(this.options.command()), values);
    const model = this.options.model?.() ?? "";
    const isClaude = basename(all[0] ?? "").replace(/\.(exe|cmd)$/i, "") === "claude";
    return model === "" || !isClaude || all.includes("--model") ? all : [...all, "--model", model];
  }

  private async run(name: string, request: AgentChatRequest, argv: readonly string[]): Promise<void> {
    const { hub, cwd, log, setting = SETTING } = this.options;
    const { chatId } = request;
    const [program = "", ...args] = argv;
    // On Windows programs of npm are `.cmd` files, which only a shell starts: cross-spawn quotes for it.
    const child = spawn(program, args, {
      cwd: cwd(),
      stdio: ["pipe", "pipe", "pipe"],
      shell: false,
      windowsHide: true,
      // A group of its own, so that stopping reaches what it started.
      detached: process.platform !== "win32",
      env: { ...cleanEnvironment(process.env), EDSNX_CHAT_ID: chatId },
    }) as ChildProcessWithoutNullStreams;
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.once("error", (error) => reject(cannotStart(program, error, cwd(), setting)));
      child.once("close", (code, signal) => resolve({ code, signal }));
    });
    this.running.set(chatId, child);
    if (!isWaiting(hub, chatId)) this.kill(chatId);
    // A program that ends without reading its input is no failure of ours.
    child.stdin.on("error", () => undefined);
    child.stdin.end(promptOf(request, this.options.before?.(request)));

    const spill = new Spill(join(this.options.spillFolder, `chat-${chatId}.txt`));
    const tell = (text: string) => {
      if (text !== "") hub.event(name, { chatId, kind: "text", text }).catch(() => undefined);
    };
    const output = new StringDecoder("utf8");
    let failure = "";
    const reader = new AnswerReader({
      text: (text) => tell(spill.take(text)),
      usage: (usage) => hub.tellUsage(chatId, usage),
      failure: (message) => {
        failure = message;
      },
    });
    child.stdout.on("data", (chunk: Buffer) => reader.push(output.write(chunk)));
    const errors = new StringDecoder("utf8");
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + errors.write(chunk)).slice(-MAX_STDERR);
    });

    const { code, signal } = await ended;
    reader.push(output.end());
    reader.end();
    tell(spill.end());
    if (!isWaiting(hub, chatId)) return;
    if (code === 0 && failure === "") await hub.event(name, { chatId, kind: "done" });
    else {
      log(`Chat ${chatId}: ${program} ended with ${code ?? signal}. ${stderr}`);
      const how = code === null ? `was ended by ${signal}` : `ended with status ${code}`;
      const words = [failure, stderr.trim()].filter((each) => each !== "").join("\n");
      const said = words === "" ? "It said nothing on stderr." : words;
      const answer = hub.find(chatId)?.answer ?? "";
      const text = `Cannot finish: ${program} ${how}. ${said}${helpFor(program, `${words}\n${answer.slice(-2000)}`)}`;
      await hub.event(name, { chatId, kind: "error", text });
    }
  }

  private kill(chatId: string): void {
    const child = this.running.get(chatId);
    if (child?.pid === undefined || child.exitCode !== null) return;
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), KILL_AFTER_MS);
    child.once("close", () => clearTimeout(timer));
  }
}

function words(command: string): string[] {
  try {
    return splitCommand(command);
  } catch {
    return [];
  }
}

function isWaiting(hub: ChatHub, chatId: string): boolean {
  const message = hub.messages().find((each) => each.request.chatId === chatId);
  return message?.status === "waiting" || message?.status === "running";
}

function cannotStart(program: string, error: NodeJS.ErrnoException, cwd: string | undefined, setting: string): Error {
  const reason = error.code === "ENOENT" ? `there is no such program on PATH (or no folder ${cwd})` : error.message;
  return new Error(
    `Cannot start ${program}: ${reason}. Install Claude Code (npm install -g @anthropic-ai/claude-code, then run claude ` +
      `once in a terminal and log in), name its whole path in ${setting}, or attach an agent with edsnx mcp --attach.`,
  );
}

/** What to do about what Claude Code says most when it cannot work. */
function helpFor(program: string, words: string): string {
  if (/invalid api key|\/login\b|not logged in|unauthori[sz]ed|oauth|authentication/i.test(words))
    return `\nRun ${program} in a terminal, log in with /login, and send the request again.`;
  if (/usage limit|rate limit|credit balance|quota/i.test(words))
    return "\nThe account's limit is reached: wait, or choose another model with /model.";
  return "";
}

/** What VS Code sets for its own processes would change the child's behaviour. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name)));
}

function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true }).on("error", () => child.kill());
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}
