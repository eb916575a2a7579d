import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Stage, stage } from "./surfaces.ts";

const header = `import { board } from "@softforge/edsnx-api";
type N = 1;
await board.via({ at: [9, 9], net: "GND" });
`;
const waits = "await new Promise((done) => setTimeout(done, 60_000));\n";

describe("the program edsnx when a script goes wrong", function () {
  this.timeout(120_000);
  let on: Stage;
  let root = "";
  let original = "";
  before(() => {
    on = stage();
    root = on.project();
    original = board();
  });
  after(() => on?.dispose());

  const board = () => readFileSync(join(root, "tiny.kicad_pcb"), "utf8");
  const argv = (text: string) => {
    writeFileSync(join(root, "s.ts"), header + text);
    return [on.program, "run", "s.ts", "--board", "tiny.kicad_pcb"];
  };
  const run = (text: string) => spawnSync(process.execPath, argv(text), { cwd: root, encoding: "utf8" });
  const leavesNothing = () => {
    assert.equal(board(), original, "nothing is saved");
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith(".edsnx-run")),
      [],
    );
  };

  it("fails by a call that it does not wait for, at the line of the call", () => {
    for (const rest of ["", waits]) {
      const { status, stderr } = run(`void board.via({ at: "no" });\n${rest}`);
      assert.equal(status, 2, stderr);
      assert.match(stderr, /^invalid-args: Cannot run pcb\.addVia: .*\n(?:.*\n)? {4}at s\.ts:4:\d+\n$/);
      leavesNothing();
    }
  });

  it("fails by a callback that throws, in the words of the script", () => {
    const { status, stderr } = run(`setTimeout(() => {\n  throw new RangeError("late");\n}, 5);\n${waits}`);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^The script threw RangeError: late\n {4}at s\.ts:5:/);
    assert.doesNotMatch(stderr, /\.mjs|node:internal/);
    leavesNothing();
  });

  it("may end the process itself", () => {
    assert.equal(run("process.exit(3);\n").status, 3);
    leavesNothing();
  });

  it("ends at once when it is interrupted", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const child = spawn(process.execPath, argv(`console.log("waits");\n${waits}`), {
        cwd: root,
        stdio: ["ignore", "pipe", "ignore"],
      });
      await new Promise((begun) => child.stdout.once("data", begun));
      child.kill(signal);
      assert.equal(await new Promise((done) => child.once("exit", done)), 130, signal);
      leavesNothing();
    }
  });
});
