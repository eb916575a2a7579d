// Stands in for Claude Code: takes the request on stdin, starts the MCP server of its config, edits through it, answers
// on stdout. What it is to do is the request's text, so that one program serves every test.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { designBlinky, heedNotes } from "./design-blinky.mjs";

const argv = process.argv.slice(2);
const flagValue = (flag) => argv[argv.indexOf(flag) + 1];
if (!argv.includes("--print") || flagValue("--allowedTools") !== "mcp__edsnx") {
  console.error(`unexpected arguments: ${argv.join(" ")}`);
  process.exit(2);
}
const prompt = readFileSync(0, "utf8");
if (prompt.startsWith("fail")) {
  console.error("Invalid API key");
  process.exit(1);
}

const { command, args, env } = JSON.parse(readFileSync(flagValue("--mcp-config"), "utf8")).mcpServers.edsnx;
const server = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let calls = 0;
createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
});
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++calls;
    waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error.message))));
    send({ id, method, params });
  });
const tool = async (name, input) => {
  const result = await ask("tools/call", { name, arguments: input });
  if (result.isError) throw new Error(result.content[0].text);
  return JSON.parse(result.content[0].text);
};

await ask("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "claude-code", version: "0" },
});
send({ method: "notifications/initialized" });
const [request] = await tool("agent_chat", {});
const say = (text) => process.stdout.write(text);
say(`Request ${request.chatId === process.env.EDSNX_CHAT_ID ? "mine" : "another's"}. `);
const progress = (text, percent) => tool("agent_reply", { chatId: request.chatId, progress: text, percent });

if (/^(design|heed)/.test(prompt)) {
  // The person may look at either of the two.
  const board = request.path.replace(/sch$/, "pcb");
  const schematic = request.path.replace(/pcb$/, "sch");
  const script = new URL("draw.jsonl", import.meta.url);
  await (prompt.startsWith("design") ? designBlinky : heedNotes)({ tool, say, progress, board, schematic, script });
  server.stdin.end();
  await new Promise((resolve) => server.on("exit", resolve));
  process.exit(0);
}

// Writes down what it was told, and how it was started.
const notes = /^context (\S+)/.exec(prompt)?.[1];
if (notes !== undefined) {
  writeFileSync(notes, `${prompt}\n${argv.join(" ")}\n`);
  say("Written.");
  server.stdin.end();
  await new Promise((resolve) => server.on("exit", resolve));
  process.exit(0);
}

await progress("Moving", 50);
if (prompt.startsWith("wait")) {
  say("Waiting.");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}
const items = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(prompt)[0];
const { label } = await tool("pcb_move", { path: request.path, items, by: [1, 0] });
say(`Did ${label}.`);
if (prompt.startsWith("crash")) {
  console.error("out of memory");
  process.kill(process.pid, "SIGKILL");
}
// Goes on once the file that the request names is there.
const gate = /until (\S+)/.exec(prompt)?.[1];
if (gate !== undefined) {
  while (!existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 50));
  await tool("pcb_move", { path: request.path, items, by: [0, 1] });
  say("Did another.");
}
server.stdin.end();
