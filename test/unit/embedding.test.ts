import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import * as edsnx from "../../bridge/index.ts";
import { board } from "./bridge-fixture.ts";

const layered = board.replace("\n", '\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n');

describe("embedding", () => {
  it("serves both protocols on streams of the embedder's, on one core", async () => {
    const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-emb-")));
    await fs.writeFile(join(root, "a.kicad_pcb"), board);
    const runtime = edsnx.createAgentRuntime({ cwd: root, report: () => undefined });
    const { core } = runtime;
    const serve = (kind: "rpc" | "mcp") => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      let text = "";
      output.on("data", (chunk) => {
        text += String(chunk);
      });
      const options = { core, input, output, report: () => undefined };
      const connection = kind === "rpc" ? edsnx.serveRpc(options) : edsnx.serveMcp(options);
      return { input, connection, text: () => text };
    };
    const rpc = serve("rpc");
    rpc.input.end('{"jsonrpc":"2.0","id":1,"method":"session.open","params":{"path":"a.kicad_pcb"}}\n');
    await rpc.connection.ended;
    assert.match(rpc.text(), /"id":1,"result"/);
    const mcp = serve("mcp");
    mcp.input.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}\n',
    );
    mcp.input.end(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"session_documents","arguments":{}}}\n',
    );
    await mcp.connection.ended;
    assert.match(mcp.text(), /a\.kicad_pcb/, "what the other client opened");
    await runtime.dispose("quietly");
    await fs.rm(root, { recursive: true, force: true });
  });

  it("createEdsnxApi and runScript take a session, and share its queue with its servers", async () => {
    const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-emb-")));
    await fs.writeFile(join(root, "a.kicad_pcb"), layered);
    await fs.writeFile(
      join(root, "s.ts"),
      'import { board } from "@softforge/edsnx-api";\nexport default () => board.via({ at: [1, 1], net: "GND" });\n',
    );
    const runtime = edsnx.createAgentRuntime({ cwd: root, report: () => undefined });
    const { session, registry } = runtime.core;
    const api = edsnx.createEdsnxApi({ registry, session, board: "a.kicad_pcb" });
    const log: string[] = [];
    runtime.core.onLog(({ id }) => log.push(id));
    const before = ((await api.board["items"]!({ kind: "via" })) as { total: number }).total;
    const { newIds } = (await edsnx.runScript(join(root, "s.ts"), session, { board: "a.kicad_pcb" })) as {
      newIds: string[];
    };
    assert.ok(newIds.length > 0);
    assert.equal(((await api.query["items"]!({ kind: "via" })) as { total: number }).total, before + 1);
    assert.deepEqual(log, ["query.items", "pcb.addVia", "query.items"]);
    assert.throws(() => edsnx.createEdsnxApi({ registry: edsnx.createRegistry(), session }), /another registry/);
    await runtime.dispose("quietly");
    await fs.rm(root, { recursive: true, force: true });
  });

  it("runAgentCommand runs the program's subcommands on the embedder's streams, and answers their status", async () => {
    const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-emb-")));
    await fs.writeFile(join(root, "a.kicad_pcb"), board);
    const streams = () => {
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const said = { out: "", err: "" };
      stdout.on("data", (chunk) => {
        said.out += String(chunk);
      });
      stderr.on("data", (chunk) => {
        said.err += String(chunk);
      });
      return { io: { stdin, stdout, stderr, env: { EDSNX_RUNTIME_DIR: join(root, "run") } }, said };
    };
    assert.deepEqual(edsnx.AGENT_SUBCOMMANDS, ["serve", "mcp", "run", "acp"]);

    const rpc = streams();
    rpc.io.stdin.end('{"jsonrpc":"2.0","id":1,"method":"session.documents"}\n');
    assert.equal(await edsnx.runAgentCommand(["serve", "--open", "a.kicad_pcb"], rpc.io, root), 0);
    assert.match(rpc.said.out, /"id":1,"result":.*a\.kicad_pcb/);

    const mcp = streams();
    const ends = new AbortController();
    const running = edsnx.runAgentCommand(["mcp"], { ...mcp.io, signal: ends.signal }, root);
    mcp.io.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n');
    while (!mcp.said.out.includes('"id":1')) await new Promise((done) => setTimeout(done, 5));
    ends.abort(0);
    assert.equal(await running, 0, "an embedder ends a server whose client stays");

    await fs.writeFile(join(root, "s.ts"), "console.log('said', edsnx.args.join());\nexport default 1 + 1;\n");
    const run = streams();
    const { log } = console;
    assert.equal(await edsnx.runAgentCommand(["run", "s.ts", "--", "x", "y"], run.io, root), 0);
    assert.equal(run.said.out, "said x,y\n2\n");
    assert.equal(console.log, log, "the console is given back");

    for (const [argv, status, line] of [
      [["serve", "--sockt", "x"], 2, /did you mean --socket/],
      [["serve", "--ws", "0", "--socket", "x"], 2, /--socket and --ws do not go together/],
      [["run"], 2, /needs a script/],
      [["run", "none.ts"], 3, /no such file/],
      [["mcp", "--attach"], 6, /No editor is running/],
      [["run", "s.ts", "--attach"], 6, /No editor is running/],
      [["sreve"], 2, /serve, mcp, run, acp/],
      [[], 2, /serve, mcp, run, acp/],
    ] as const) {
      const bad = streams();
      assert.equal(await edsnx.runAgentCommand(argv, bad.io, root), status, argv.join(" "));
      assert.match(bad.said.err, line);
      assert.equal(bad.said.out, "");
    }
    await fs.rm(root, { recursive: true, force: true });
  });

  it("exports what the documentation names", () => {
    for (const name of [
      "runAgentCommand",
      "serveRpc",
      "serveMcp",
      "createAgentRuntime",
      "RpcServer",
      "McpServer",
      "AgentCore",
      "createRegistry",
      "createEdsnxApi",
      "runScript",
      "uiOnly",
    ])
      assert.equal(typeof (edsnx as Record<string, unknown>)[name], "function", name);
    assert.deepEqual(
      edsnx.uiOnly(edsnx.createRegistry()),
      edsnx.createRegistry().commands.filter((c) => c.kind === "ui"),
    );
  });
});
