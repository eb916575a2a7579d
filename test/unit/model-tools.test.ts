import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { modelTools } from "../../bridge/mcp/model-tools.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { openWorld } from "../laws/check-edit.ts";

describe("tools for the models of VS Code", () => {
  const registry = new Registry(commands);
  const tools = modelTools(registry);
  const tool = (name: string) => tools.find((each) => each.name === name) ?? assert.fail(`no ${name}`);

  it("are those of the manifest, with names that VS Code takes", () => {
    const { contributes } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, inputSchema }: Record<string, unknown>) => ({ name, inputSchema })),
      JSON.parse(JSON.stringify(tools.map(({ name, inputSchema }) => ({ name, inputSchema })))),
    );
    for (const { name, description } of tools) {
      assert.match(name, /^edsnx_\w+$/);
      assert.ok(description.length > 10, name);
    }
  });

  it("ask before what undo does not bring back, also through edsnx_tools_run", () => {
    assert.equal(tool("edsnx_session_save").isFinal({}), true);
    assert.equal(tool("edsnx_query_items").isFinal({}), false);
    const run = tool("edsnx_tools_run");
    assert.equal(run.isFinal({ name: "session_save" }), true);
    assert.equal(run.isFinal({ name: "pcb_move" }), false);
    assert.equal(run.command({ name: "pcb_move" }), "pcb.move");
  });

  it("edit the document, and find and run what is not listed", async () => {
    const { core, path, doc } = await openWorld({
      file: new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname,
    });
    const caller = { name: "VS Code agent", kind: "agent" } as const;
    const found = await tool("edsnx_tools_find").run(core, { query: "text variables" }, { caller });
    assert.match(JSON.stringify(found), /project_textVariables/);
    const moved = await tool("edsnx_tools_run").run(
      core,
      { name: "pcb_move", arguments: { path, items: ["R1"], by: [1, 0] } },
      { caller },
    );
    const [id = ""] = (moved as { changedIds: string[] }).changedIds;
    assert.equal(doc().items.get(id)?.kind, "footprint");
    await assert.rejects(tool("edsnx_tools_run").run(core, { name: "no_such" }, { caller }), {
      code: "unknown-command",
    });
  });
});
