import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, type Runtime } from "../../bridge/node/runtime.ts";
import { CommandError } from "../../core/base/error.ts";
import { readText } from "../../core/model/document.ts";

const examples = join(import.meta.dirname, "../../examples");
const caller = { name: "test", kind: "script" } as const;

describe("project.new", () => {
  let folder: string;
  let runtime: Runtime;
  const run = (args: Record<string, unknown>) =>
    runtime.core.run("project.new", args, { caller: { name: "test", kind: "script" } }) as Promise<
      Record<string, string>
    >;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-new-"));
    runtime = createRuntime({ cwd: folder, report: () => undefined });
  });
  afterEach(async () => {
    await runtime.dispose("quietly");
    rmSync(folder, { recursive: true });
  });

  it("makes a whole project and opens it", async () => {
    const made = await run({ folder: "deep/er/amp", copper: 4, paper: "A3" });
    const files = readdirSync(join(folder, "deep/er/amp")).filter((name) => !name.startsWith("."));
    assert.deepEqual(files.sort(), ["amp.kicad_pcb", "amp.kicad_pro", "amp.kicad_sch"]);
    assert.deepEqual(readdirSync(join(folder, "deep/er")), ["amp"], "nothing is left beside it");
    for (const path of [made["board"]!, made["schematic"]!]) {
      const { doc, problems } = readText(readFileSync(path, "utf8"));
      assert.deepEqual(problems, []);
      assert.ok(doc !== null);
      assert.ok(runtime.core.session.find(path) !== undefined, "it is open");
      assert.match(readFileSync(path, "utf8"), /\(paper "A3"\)/);
    }
    assert.match(readFileSync(made["board"]!, "utf8"), /\(6 "In2\.Cu" signal\)/);
    assert.equal(JSON.parse(readFileSync(made["project"]!, "utf8")).meta.filename, "amp.kicad_pro");
  });

  it("takes an empty folder, and leaves one with files alone", async () => {
    mkdirSync(join(folder, "empty"));
    await run({ folder: "empty", name: "board one", open: false });
    assert.ok(existsSync(join(folder, "empty/board one.kicad_pcb")));
    mkdirSync(join(folder, "full"));
    writeFileSync(join(folder, "full/notes.txt"), "mine");
    await refused({ folder: "full" }, "conflict");
    assert.deepEqual(readdirSync(join(folder, "full")), ["notes.txt"]);
    await refused({ folder: "../outside" }, "denied");
    await refused({ folder: "x", name: "a/b" }, "invalid-args");
    await refused({ folder: "x", copper: 3 }, "invalid-args");
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !name.startsWith(".edsnx"))
        .sort(),
      ["empty", "full"],
    );
  });

  it("begins as a copy of a template, whole and under its own name", async () => {
    cpSync(join(examples, "hierarchy"), join(folder, "shelf/hierarchy"), { recursive: true });
    mkdirSync(join(folder, "shelf/hierarchy/meta"));
    writeFileSync(join(folder, "shelf/hierarchy/meta/info.html"), "<h1>About the template</h1>");
    writeFileSync(join(folder, "shelf/hierarchy/hierarchy.kicad_prl"), "{}");
    const made = await run({ folder: "lights", template: "shelf/hierarchy" });
    assert.deepEqual(
      readdirSync(join(folder, "lights"))
        .filter((name) => !name.startsWith("."))
        .sort(),
      ["capture.jsonl", "lamp.kicad_sch", "lights.kicad_pcb", "lights.kicad_pro", "lights.kicad_sch", "logo.png"],
    );
    const [before, after] = await Promise.all(
      [join(folder, "shelf/hierarchy/hierarchy.kicad_sch"), made["schematic"]!].map(async (path) => {
        const { symbols } = (await runtime.core.run("query.symbols", { path }, { caller })) as {
          symbols: { ref: string; sheet: string }[];
        };
        return symbols.map(({ ref, sheet }) => `${sheet} ${ref}`).sort();
      }),
    );
    assert.deepEqual(after, before);
    assert.ok(!readFileSync(made["schematic"]!, "utf8").includes('(project "hierarchy"'));
    assert.equal(JSON.parse(readFileSync(made["project"]!, "utf8")).meta.filename, "lights.kicad_pro");
    await refused({ folder: "more", template: "shelf" }, "conflict");
    await refused({ folder: "more", template: "nowhere" }, "not-found");
    await refused({ folder: "more", template: "../outside" }, "denied");
    assert.ok(!existsSync(join(folder, "more")));
  });

  async function refused(args: Record<string, unknown>, code: string): Promise<void> {
    const error = await run(args).then(
      () => assert.fail("expected an error"),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof CommandError);
    assert.equal(error.code, code, error.message);
  }
});
