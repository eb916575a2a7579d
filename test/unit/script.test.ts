import assert from "node:assert/strict";
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runtime } from "../../bridge/node/runtime.ts";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { runScript, ScriptFailure } from "../../bridge/script/run-script.ts";
import { createEdsnxApi } from "../../bridge/script/script-api.ts";
import { CommandError } from "../../core/base/error.ts";
import type { LogEntry } from "../../core/commands/log-entry.ts";
import { board } from "./bridge-fixture.ts";

let root = "";
let runtime: Runtime;

beforeEach(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "edsnx-run-")));
  await fs.writeFile(
    join(root, "a.kicad_pcb"),
    board.replace("\n", '\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n'),
  );
  runtime = createRuntime({ cwd: root, report: () => undefined });
});
afterEach(async () => {
  await runtime.dispose("quietly");
  await fs.rm(root, { recursive: true, force: true });
});

async function script(files: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<unknown> {
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(join(root, name, ".."), { recursive: true });
    await fs.writeFile(join(root, name), text);
  }
  const value = await runScript(join(root, Object.keys(files)[0]!), { core: runtime.core, board: "a.kicad_pcb", args });
  assert.deepEqual(await leftOver(), []);
  return value;
}
const leftOver = async () =>
  (await fs.readdir(root, { recursive: true })).filter((name) => name.includes(".edsnx-run-"));
const history = () => runtime.core.session.get(join(root, "a.kicad_pcb")).history.map((entry) => entry.label);
const via = (x: number) => `await board.via({ at: [${x}, 1], net: "GND" });`;

describe("a script", () => {
  it("makes manufacturing files and plots of the board that it works on", async () => {
    const value = await script({
      "fab.ts": `import { project } from "@softforge/edsnx-api";
const set = await project.fabricate({ layers: ["F.Cu"], dryRun: true });
const plots = await project.plot({ layers: ["F.Cu"] });
export default [set.files.map((file) => file.kind), plots.files.map((file) => file.name)];
`,
    });
    assert.deepEqual(value, [["gerber", "drill", "drill", "positions", "job"], ["a-F_Cu.pdf"]]);
    assert.equal((await fs.readFile(join(root, "plots/a-F_Cu.pdf"), "latin1")).slice(0, 5), "%PDF-");
  });

  it("has the API as a package and as globals, strips types, and finds modules as bundlers do", async () => {
    const value = await script(
      {
        "build.ts": `import edsnx, { board as b, query } from "@softforge/edsnx-api";
import { twice, type Num } from "./lib/twice.js";
import folder from "./lib/folder";
export * from "./lib/cycle-a";
const late = await import("./lib/late.ts");
const data = (await import("./data.json", { with: { type: "json" } })).default;
interface Shape { n: Num }
const shape: Shape = { n: twice(2) };
export default async (api: typeof edsnx) => {
  await (globalThis as any).board.via({ at: [5, 5], net: "GND" });
  const { nets } = await query.nets({ path: "a.kicad_pcb" }) as any;
  return [shape.n, folder, late.name, data.x, api === edsnx, b === board, nets.length, edsnx.args, import.meta.filename];
};
declare const board: unknown;
`,
        "lib/twice.ts": "export type Num = number;\nexport const twice = (n: Num): Num => 2 * n;\n",
        "lib/folder/index.ts": 'export default "folder" as string;\n',
        "lib/late.ts": 'export const name: string = "late";\n',
        "lib/cycle-a.ts": 'import { b } from "./cycle-b";\nexport const a = () => b;\n',
        "lib/cycle-b.ts": 'import { a } from "./cycle-a";\nexport const b = 1;\nexport const c = () => a;\n',
        "data.json": '{"x":7}',
      },
      ["one", "two"],
    );
    assert.deepEqual(value, [4, "folder", "late", 7, true, true, 1, ["one", "two"], join(root, "build.ts")]);
    assert.equal(history().length, 1);
    assert.equal("board" in globalThis, false, "the globals go with the script");
  });

  it("answers its default export when that is no function", async () => {
    assert.deepEqual(await script({ "v.mjs": "export default { a: 1 };\n" }), { a: 1 });
    assert.equal(await script({ "n.js": `${via(1)}\n` }), undefined);
  });

  it("takes a transaction back as a whole when it throws, also when the script catches that", async () => {
    const text = `
      ${via(1)}
      try { await edsnx.transaction("Bad", async () => { ${via(2)} ${via(3)} throw new Error("no"); }); } catch {}
      await edsnx.transaction("Good", async () => { ${via(4)} await edsnx.transaction("Inner", async () => { ${via(5)} }); });
    `;
    const log: LogEntry[] = [];
    runtime.core.onLog((entry) => log.push(entry));
    await script({ "t.ts": text });
    assert.deepEqual([history().length, history()[1]], [2, "Good"]);
    assert.deepEqual(
      log.map(({ id, error }) => [id, error === undefined]),
      [
        ["pcb.addVia", true],
        ["session.transaction", false],
        ["session.transaction", true],
      ],
    );
    assert.equal((log[2]!.args as { steps: unknown[] }).steps.length, 2);
  });

  it("tells the script's own file and line for whatever goes wrong", async () => {
    const fails = async (files: Readonly<Record<string, string>>, at: string, message: RegExp) => {
      await assert.rejects(script(files), (thrown: ScriptFailure) => {
        assert.ok(thrown instanceof ScriptFailure, String(thrown));
        assert.match(thrown.message, message);
        assert.equal(thrown.at?.replace(/:\d+$/, ""), join(root, at));
        return true;
      });
      assert.deepEqual(await leftOver(), []);
    };
    await fails({ "a.ts": "interface A { b: string }\n\nconst a = null as unknown as A;\na.b;\n" }, "a.ts:4", /null/);
    await fails({ "c.ts": 'type X = 1;\n\nawait board.via({ at: "no" });\n' }, "c.ts:3", /at must be array/);
    const lib = {
      "d.ts": 'import { f } from "./e";\nf();\n',
      "e.ts": "type Y = 1;\nexport function f(): void {\n  throw new RangeError('far');\n}\n",
    };
    await fails(lib, "e.ts:3", /far/);
  });

  it("refuses what cannot be read, naming the place, before anything runs", async () => {
    const refused = (files: Readonly<Record<string, string>>, code: string, message: RegExp) =>
      assert.rejects(script(files), (thrown: CommandError) => {
        assert.ok(thrown instanceof CommandError, String(thrown));
        assert.equal(thrown.code, code);
        assert.match(thrown.message, message);
        return true;
      });
    await refused({ "a.ts": `${via(1)}\nconst a: = 3;\n` }, "invalid-args", /a\.ts:2:\d+: Unexpected token/);
    await refused({ "b.ts": `${via(1)}\nimport "./nowhere";\n` }, "not-found", /b\.ts: it imports \.\/nowhere/);
    await assert.rejects(runScript(join(root, "none.ts"), { core: runtime.core }), { code: "not-found" });
    assert.equal(runtime.core.session.list().length, 0);
  });

  it("api: areas take their default document, and every word names its command", async () => {
    const { board, sch, edsnx } = createEdsnxApi({ core: runtime.core, board: "a.kicad_pcb" });
    await board["via"]!({ at: [1, 1], net: "GND" });
    await assert.rejects(
      sch["wire"]!({
        pts: [
          [0, 0],
          [1, 0],
        ],
      }),
      { code: "no-document" },
    );
    sch.use("b.kicad_sch");
    await assert.rejects(
      sch["wire"]!({
        pts: [
          [0, 0],
          [1, 0],
        ],
      }),
      { code: "not-found" },
    );
    const run = edsnx["run"] as (id: string, args?: unknown) => Promise<unknown>;
    await assert.rejects(run("pcb.nope"), { code: "unknown-command" });
  });
});
