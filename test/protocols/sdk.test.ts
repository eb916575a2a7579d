import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Stage, stage } from "../surface/surfaces.ts";

const via = { name: "pcb_addVia", arguments: { path: "blinky/blinky.kicad_pcb", at: [105, 60], net: "GND" } };

describe("the official SDK's clients", function () {
  this.timeout(120_000);
  let on: Stage;
  before(() => {
    on = stage();
  });
  after(() => on?.dispose());
  const server = (root: string) => ({
    command: process.execPath,
    args: [on.program, "mcp"],
    cwd: root,
    stderr: "pipe" as const,
  });

  it("1.x: lists, edits, reads, asks for prompts", async () => {
    const client = new OlderClient({ name: "sdk-1", version: "1" });
    await client.connect(new OlderTransport(server(on.project())));
    assert.ok((await client.listTools()).tools.length > 30);
    // The clients check structured content against the output schema themselves.
    const { structuredContent } = await client.callTool(via);
    assert.equal((structuredContent as { revision: number }).revision, 1);
    for (const { uri, mimeType } of (await client.listResources()).resources)
      if (mimeType === "application/json") assert.ok((await client.readResource({ uri })).contents.length === 1);
    assert.equal((await client.getPrompt({ name: "design-workflow" })).messages.length, 1);
    await client.close();
  });

  it("2.x: the same, by whichever revision it prefers", async () => {
    const client = new Client({ name: "sdk-2", version: "1" });
    await client.connect(new StdioClientTransport(server(on.project())));
    assert.ok((await client.listTools()).tools.length > 30);
    const { structuredContent } = await client.callTool(via);
    assert.equal((structuredContent as { revision: number }).revision, 1);
    const uri = "kicad://board/blinky%2Fblinky.kicad_pcb/nets";
    assert.match(JSON.stringify(await client.readResource({ uri })), /GND/);
    assert.equal((await client.getPrompt({ name: "design-workflow" })).messages.length, 1);
    await client.close();
  });
});
