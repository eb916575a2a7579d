import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import * as edsnx from "../../bridge/index.ts";
import { board } from "./bridge-fixture.ts";

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

  it("exports what the documentation names", () => {
    for (const name of [
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
