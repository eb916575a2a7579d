import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as acp from "@agentclientprotocol/sdk";
import Ajv2020 from "ajv/dist/2020.js";
import { type Stage, stage } from "./surfaces.ts";

const repo = join(import.meta.dirname, "../..");
const R1 = "f42c50a1-79fc-409a-a11d-3abae0d18aeb";

type Update = acp.SessionNotification["update"];
type Answer = acp.RequestPermissionResponse["outcome"];

/** The protocol's own schema: what the agent says must fit, not only be understood. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(
  JSON.parse(readFileSync(join(repo, "node_modules/@agentclientprotocol/sdk/schema/v1/schema.json"), "utf8")) as object,
  "acp",
);
const fits = (name: string, value: unknown) => {
  const check = ajv.getSchema(`acp#/$defs/${name}`)!;
  assert.ok(check(value), `${name}: ${ajv.errorsText(check.errors)} ${JSON.stringify(value)}`);
};

describe("edsnx acp, with the protocol's own client", function () {
  this.timeout(120_000);
  let on: Stage;
  const children: ChildProcess[] = [];

  before(() => {
    on = stage();
  });
  after(() => {
    for (const child of children) child.kill();
    on?.dispose();
  });

  /** A client of one agent; `answer` is what its person says to each question. */
  async function joined(root: string, answer: (request: acp.RequestPermissionRequest) => Answer | Promise<Answer>) {
    const fake = `"${process.execPath}" "${join(repo, "test/vscode/fake-claude.mjs")}" --print --mcp-config \${mcpConfig} --allowedTools mcp__edsnx`;
    const child = spawn(process.execPath, [on.program, "acp", "--command", fake], {
      cwd: root,
      stdio: ["pipe", "pipe", "pipe"],
    });
    children.push(child);
    const updates: Update[] = [];
    const asked: acp.RequestPermissionRequest[] = [];
    const connection = acp
      .client()
      .onNotification("session/update", ({ params }) => {
        fits("SessionNotification", params);
        updates.push(params.update);
      })
      .onRequest("session/request_permission", async ({ params }) => {
        fits("RequestPermissionRequest", params);
        asked.push(params);
        return { outcome: await answer(params) };
      })
      .connect(
        acp.ndJsonStream(
          Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
          Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
        ),
      );
    const { agent } = connection;
    const hello = await agent.request("initialize", {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities: {},
      clientInfo: { name: "test-client", version: "1" },
    });
    fits("InitializeResponse", hello);
    const session = await agent.request("session/new", { cwd: root, mcpServers: [] });
    fits("NewSessionResponse", session);
    const { sessionId } = session;
    const prompt = (text: string, ...more: acp.ContentBlock[]) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }, ...more] });
    const said = () =>
      updates
        .flatMap((u) =>
          u.sessionUpdate === "agent_message_chunk" && u.content.type === "text" ? [u.content.text] : [],
        )
        .join("");
    const calls = () =>
      updates.flatMap((u) => (u.sessionUpdate === "tool_call" ? [`${u.title} ${String(u.kind)}`] : []));
    const file = join(root, "blinky/blinky.kicad_pcb");
    const link: acp.ContentBlock = { type: "resource_link", name: "blinky", uri: pathToFileURL(file).href };
    const end = async () => {
      const closed = new Promise((done) => child.once("close", done));
      connection.close();
      child.stdin.end();
      return closed;
    };
    return { agent, hello, session, sessionId, prompt, said, calls, updates, asked, file, link, end, child };
  }

  it("a prompt goes to the program, whose edits are seen as tool calls and saved with the turn", async () => {
    const { hello, prompt, said, calls, file, link, updates, end, session } = await joined(on.project(), () => {
      throw new Error("nobody was to be asked");
    });
    assert.equal(hello.protocolVersion, 1);
    assert.equal(session.modes?.currentModeId, "edit");
    const before = readFileSync(file, "utf8");
    assert.deepEqual(await prompt(`Move ${R1}`, link), { stopReason: "end_turn" });
    assert.equal(said(), "Request mine. Did Move.");
    assert.deepEqual(calls(), ["pcb.move edit"]);
    assert.ok(
      updates.some((u) => u.sessionUpdate === "agent_thought_chunk"),
      "its progress",
    );
    assert.ok(updates.some((u) => u.sessionUpdate === "tool_call_update" && u.status === "completed"));
    assert.notEqual(readFileSync(file, "utf8"), before, "saved");
    const listed = updates.find((u) => u.sessionUpdate === "available_commands_update");
    assert.ok(
      listed?.sessionUpdate === "available_commands_update" &&
        listed.availableCommands.some(({ name }) => name === "pcb.move"),
    );
    assert.equal(await end(), 0);
  });

  it("commands are run themselves; failures are said; what is wrong is refused", async () => {
    const { agent, prompt, said, calls, sessionId, end, file } = await joined(on.project(), () => ({
      outcome: "cancelled",
    }));
    assert.deepEqual(await prompt('/query.nets {"path":"blinky/blinky.kicad_pcb"}'), { stopReason: "end_turn" });
    assert.match(said(), /"GND"/);
    await prompt('/pcb.move {"path":"blinky/blinky.kicad_pcb","items":"R99","by":[1,0]}');
    assert.match(said(), /not-found: Cannot move "R99"/);
    await prompt("/pcb.move {oops");
    assert.match(said(), /invalid-args: .*no JSON/);
    assert.deepEqual(calls(), ["query.nets read", "pcb.move edit"]);
    const code = (sent: Promise<unknown>) =>
      sent.then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    assert.equal(await code(agent.request("session/new", { cwd: "relative", mcpServers: [] })), -32602);
    assert.equal(await code(agent.request("session/prompt", { sessionId: "none", prompt: [] })), -32002);
    assert.equal(await code(prompt("x", { type: "image", data: "", mimeType: "image/png" })), -32602);
    assert.equal(await code(agent.request("session/set_mode", { sessionId, modeId: "yolo" })), -32602);
    assert.equal(await code(agent.request("session/load", { sessionId, cwd: "/", mcpServers: [] })), -32601);
    assert.equal(await code(agent.request("session/close", { sessionId })), 0);
    assert.equal(await code(prompt("x")), -32002);
    assert.ok(readFileSync(file, "utf8").includes(R1));
    assert.equal(await end(), 0);
  });

  it("asks before each change when it is told to, and takes no for an answer; read-only changes nothing", async () => {
    const answers: Answer[] = [
      { outcome: "selected", optionId: "reject_once" },
      { outcome: "selected", optionId: "allow_always" },
    ];
    const { agent, sessionId, prompt, said, asked, file, link, end } = await joined(
      on.project(),
      () => answers.shift()!,
    );
    const before = readFileSync(file, "utf8");
    await agent.request("session/set_mode", { sessionId, modeId: "ask" });
    // The fake ends with an error when a tool fails: the turn is refused, with the reason first.
    assert.deepEqual(await prompt(`Move ${R1}`, link), { stopReason: "refusal" });
    assert.match(said(), /the person refused it/);
    assert.equal(readFileSync(file, "utf8"), before);
    assert.deepEqual(await prompt(`Move ${R1}`, link), { stopReason: "end_turn" });
    assert.deepEqual(await prompt(`Move ${R1}`, link), { stopReason: "end_turn" });
    assert.equal(asked.length, 2, "always means that it is not asked again");
    const after = readFileSync(file, "utf8");
    assert.notEqual(after, before);
    await agent.request("session/set_mode", { sessionId, modeId: "read" });
    assert.deepEqual(await prompt(`Move ${R1}`, link), { stopReason: "refusal" });
    // Also what a transaction, a script or a batch brings along is watched.
    const steps = [{ id: "pcb.move", args: { path: "blinky/blinky.kicad_pcb", items: R1, by: [1, 0] } }];
    await prompt(`/session.transaction ${JSON.stringify({ steps })}`);
    await prompt(`/session.undo {"path":"blinky/blinky.kicad_pcb"}`);
    assert.equal(said().match(/this session is read-only/g)?.length, 3);
    assert.equal(readFileSync(file, "utf8"), after);
    assert.equal(await end(), 0);
  });

  it("a cancel ends the program, answers open questions, and the prompt says so; a lost client leaves nothing", async () => {
    const root = on.project();
    const waits: acp.RequestPermissionRequest[] = [];
    const { agent, sessionId, prompt, link, said, file, end } = await joined(root, (request) => {
      waits.push(request);
      return new Promise(() => undefined);
    });
    const until = async (look: () => boolean) => {
      while (!look()) await new Promise((done) => setTimeout(done, 20));
    };
    const before = readFileSync(file, "utf8");
    const first = prompt("wait", link);
    await until(() => said().includes("Waiting."));
    await assert.rejects(prompt("/session.documents"), /not finished/);
    await agent.notify("session/cancel", { sessionId });
    assert.deepEqual(await first, { stopReason: "cancelled" });
    await agent.request("session/set_mode", { sessionId, modeId: "ask" });
    const second = prompt(`Move ${R1}`, link);
    await until(() => waits.length === 1);
    await agent.notify("session/cancel", { sessionId });
    assert.deepEqual(await second, { stopReason: "cancelled" });
    assert.equal(readFileSync(file, "utf8"), before);
    assert.equal(await end(), 0);
  });

  it("tells how to get a program that is missing", async () => {
    const root = on.project();
    writeFileSync(
      join(root, "in.jsonl"),
      `${[
        { id: 1, method: "initialize", params: { protocolVersion: 9 } },
        { id: 2, method: "session/new", params: { cwd: root, mcpServers: [] } },
      ]
        .map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }))
        .join("\n")}\n`,
    );
    const child = spawn(process.execPath, [on.program, "acp", "--command", "no-such-program-of-ours"], { cwd: root });
    children.push(child);
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stdin.write(readFileSync(join(root, "in.jsonl")));
    while (!out.includes("sessionId")) await new Promise((done) => setTimeout(done, 20));
    assert.match(out, /"protocolVersion":1/, "another version is answered with ours");
    const { sessionId } = (
      JSON.parse(out.split("\n").find((line) => line.includes('"id":2'))!) as { result: { sessionId: string } }
    ).result;
    const params = { sessionId, prompt: [{ type: "text", text: "Hello" }] };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "session/prompt", params })}\n`);
    while (!out.includes('"id":3')) await new Promise((done) => setTimeout(done, 20));
    assert.match(out, /no such program on PATH.*edsnx acp --command/);
    assert.match(out, /"id":3,"result":\{"stopReason":"refusal"\}/);
    child.stdin.write("[]\nnonsense\n");
    while (!/-32600[\s\S]*-32700/.test(out)) await new Promise((done) => setTimeout(done, 20));
    const closed = new Promise((done) => child.once("close", done));
    child.stdin.end();
    assert.equal(await closed, 0);
  });
});
