import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import { fillIn, splitCommand } from "../../bridge/chat/command-line.ts";
import { Spill } from "../../bridge/chat/spill.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { ChatHub, MAX_ANSWER } from "../../core/agent/chat-hub.ts";
import { Registry } from "../../core/commands/registry.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

describe("splitCommand", () => {
  const cases: [string, string[]][] = [
    ["claude --print  -x", ["claude", "--print", "-x"]],
    [`"my agent" 'a "b" c' d" "e`, ["my agent", 'a "b" c', "d e"]],
    ['a \\"b\\" \'\' ""', ["a", '"b"', "", ""]],
    ["C:\\tools\\claude.exe \\\\x", ["C:\\tools\\claude.exe", "\\x"]],
    ["  ", []],
    ["echo $HOME;ls | cat", ["echo", "$HOME;ls", "|", "cat"]],
  ];
  for (const [line, words] of cases) it(line, () => assert.deepEqual(splitCommand(line), words));

  it("says which quote is open", () => assert.throws(() => splitCommand('a "b'), /" is left open/));

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the placeholders themselves.
  it("fills in after splitting", () =>
    assert.deepEqual(fillIn(splitCommand("a ${x}b ${y}"), { x: "1 2" }), ["a", "1 2b", "${y}"]));
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
});

describe("ChatDriver", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "edsnx-driver-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A driver whose program is this JavaScript. */
  async function driven(source: string | null, options: { command?: string; isTrusted?: boolean } = {}) {
    const ports = memoryPorts();
    const session = new Session(ports);
    const core = new AgentCore({ registry: new Registry([]), session, services: {}, now: ports.now });
    const hub = new ChatHub({ core, now: ports.now, uuid: ports.uuid });
    const script = join(folder, "agent.cjs");
    if (source !== null) await writeFile(script, source);
    const command = options.command ?? `"${process.execPath}" "${script}" \${mcpConfig}`;
    const driver = new ChatDriver({
      hub,
      command: () => command,
      cli: "/cli/edsnx.cjs",
      cwd: () => folder,
      isTrusted: () => options.isTrusted ?? true,
      spillFolder: folder,
      log: () => undefined,
    });
    const request = hub.submit("Add a track", "/a.kicad_pcb");
    return { hub, driver, request, message: () => hub.messages()[0]! };
  }

  it("gives the request on stdin and takes stdout as the answer; the config is private and goes away", async () => {
    const { driver, request, message } = await driven(`
      const fs = require("fs");
      const config = process.argv[2];
      const parts = [fs.readFileSync(0, "utf8"), process.env.EDSNX_CHAT_ID, fs.statSync(config).mode & 0o777,
        fs.statSync(require("path").dirname(config)).mode & 0o777, process.cwd(), config, fs.readFileSync(config, "utf8")];
      process.stdout.write(JSON.stringify(parts));
    `);
    await driver.answer(request);
    assert.equal(message().status, "done", message().error);
    const [prompt, chatId, mode, folderMode, cwd, config, text] = JSON.parse(message().answer);
    assert.equal(prompt, "Add a track\n\nActive document: /a.kicad_pcb\n");
    assert.deepEqual([chatId, mode, folderMode], [request.chatId, 0o600, 0o700]);
    assert.equal(cwd, folder);
    assert.equal(existsSync(config), false);
    const { edsnx } = JSON.parse(text).mcpServers;
    assert.deepEqual([edsnx.command, edsnx.args], [process.execPath, ["/cli/edsnx.cjs", "mcp", "--attach"]]);
    assert.equal(edsnx.env.EDSNX_CHAT_ID, request.chatId);
  });

  it("says what a failing program said, and how to get a missing one", async () => {
    const failing = await driven(`process.stderr.write("no login"); process.exit(3);`);
    await failing.driver.answer(failing.request);
    assert.match(failing.message().error ?? "", /ended with status 3\. no login$/);
    const login = await driven(`process.stdout.write("Invalid API key · Please run /login"); process.exit(1);`);
    await login.driver.answer(login.request);
    assert.match(login.message().error ?? "", /log in with \/login, and send the request again\.$/);
    const missing = await driven(null, { command: "no-such-claude --print" });
    await missing.driver.answer(missing.request);
    assert.match(
      missing.message().error ?? "",
      /^Cannot start no-such-claude: .*Install Claude Code .* log in\), name its whole path in softforge\.edsnx\.agent\.chatCommand/,
    );
    const empty = await driven(null, { command: " " });
    await empty.driver.answer(empty.request);
    assert.match(empty.message().error ?? "", /chatCommand is empty/);
  });

  it("starts nothing in a workspace that is not trusted", async () => {
    const marker = join(folder, "started");
    const { driver, request, message } = await driven(`require("fs").writeFileSync(${JSON.stringify(marker)}, "")`, {
      isTrusted: false,
    });
    await driver.answer(request);
    assert.match(message().error ?? "", /not trusted/);
    assert.equal(existsSync(marker), false);
  });

  it("stops the program and what it started", async () => {
    const { hub, driver, request, message } = await driven(`
      const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      process.stdout.write(String(child.pid));
      setInterval(() => {}, 1000);
    `);
    const answering = driver.answer(request);
    await new Promise<void>((resolve) => hub.onChange((each) => each.answer !== "" && resolve()));
    const pid = Number(message().answer);
    process.kill(pid, 0);
    hub.stop(request.chatId);
    await answering;
    assert.equal(message().status, "stopped");
    await until(() => isGone(pid));
  });

  it("puts the rest of an endless answer into a file", async () => {
    const size = MAX_ANSWER + 5000;
    const { driver, request, message } = await driven(`process.stdout.write("x".repeat(${size}))`);
    await driver.answer(request);
    const { answer, status } = message();
    assert.equal(status, "done");
    const shown = answer.indexOf("\n");
    assert.ok(shown > MAX_ANSWER - 2000 && answer.length <= MAX_ANSWER, `${shown} of ${answer.length}`);
    const name = (await readdir(folder)).find((each) => each.startsWith("chat-"))!;
    assert.ok(answer.includes(join(folder, name)));
    await until(async () => (await readFile(join(folder, name), "utf8")).length === size - shown);
  });

  it("keeps no more of an endless answer than has room, and says how much is left out", async () => {
    const file = join(folder, "spill.txt");
    const spill = new Spill(file, 10_000);
    const shown = [MAX_ANSWER, 6000, 6000, 6000].map((size) => spill.take("x".repeat(size)).length);
    assert.deepEqual(shown.slice(1), [0, 0, 0]);
    const dropped = MAX_ANSWER + 18_000 - shown[0]! - 10_000;
    assert.equal(spill.end(), `\n… (more is in ${file}; ${dropped} further characters were too many to keep)`);
    await until(async () => (await readFile(file, "utf8").catch(() => "")).length === 10_000);
  });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("it did not come about in 10 s");
}
