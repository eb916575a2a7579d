import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensurePeers } from "../../scripts/peers.mjs";
import { type Stage, stage } from "../surface/surfaces.ts";

describe("MCP Inspector", function () {
  this.timeout(400_000);
  let on: Stage;
  let peers: Awaited<ReturnType<typeof ensurePeers>>;

  before(async () => {
    peers = await ensurePeers({ log: console.log });
    on = stage();
  });
  after(() => on?.dispose());

  for (const era of ["legacy", "modern"]) {
    it(`${era}: initialize, lists, calls, reads, prompts`, () => {
      const root = on.project();
      const home = join(root, "home");
      mkdirSync(home);
      const inspect = (...args: string[]): Record<string, unknown> => {
        const run = spawnSync(
          peers.node,
          [
            peers.inspector,
            "--cli",
            "--format",
            "json",
            "--connect-timeout",
            "60000",
            "--protocol-era",
            era,
            process.execPath,
            on.program,
            "mcp",
            ...args,
          ],
          { cwd: root, encoding: "utf8", env: { ...process.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: "memory" } },
        );
        assert.equal(run.status, 0, `${args.join(" ")}: ${run.stderr}${run.stdout.slice(0, 500)}`);
        return (JSON.parse(run.stdout) as { result: Record<string, unknown> }).result;
      };
      const { protocolVersion } = inspect("--method", "initialize");
      assert.equal(protocolVersion, era === "legacy" ? "2025-11-25" : "2026-07-28");
      // --strict: also a schema that a strict client would refuse fails.
      const { tools } = inspect("--method", "tools/list", "--strict") as { tools: { name: string }[] };
      assert.ok(tools.some(({ name }) => name === "pcb_addTrack"));
      const args = { path: "blinky/blinky.kicad_pcb", at: [105, 60], net: "GND" };
      const edit = inspect(
        "--method",
        "tools/call",
        "--tool-name",
        "pcb_addVia",
        "--tool-args-json",
        JSON.stringify(args),
      );
      assert.equal((edit["structuredContent"] as { revision: number }).revision, 1);
      const picture = inspect(
        "--method",
        "tools/call",
        "--tool-name",
        "render_png",
        "--tool-arg",
        "path=blinky/blinky.kicad_pcb",
      );
      assert.equal((picture["content"] as { type: string }[])[0]!.type, "image");
      assert.ok("resources" in inspect("--method", "resources/list"));
      const { resourceTemplates } = inspect("--method", "resources/templates/list") as { resourceTemplates: unknown[] };
      assert.ok(resourceTemplates.length > 3);
      const uri = "kicad://board/blinky%2Fblinky.kicad_pcb/nets";
      const { contents } = inspect("--method", "resources/read", "--uri", uri) as { contents: { text: string }[] };
      assert.match(contents[0]!.text, /"GND"/);
      assert.ok("prompts" in inspect("--method", "prompts/list"));
      const prompt = inspect(
        "--method",
        "prompts/get",
        "--prompt-name",
        "design-workflow",
        "--prompt-args",
        "goal=a lamp",
      );
      assert.match(JSON.stringify(prompt), /a lamp/);
    });
  }
});
