import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "../../core/base/error.ts";
import type { Command, Example } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { allSurfaces, comparable, dropHash, type Stage, type Surface, stage } from "./surfaces.ts";

/** Answers that tell of the process itself, and so differ: only their shape is compared. */
const aboutTheProcess = new Set(["session.export", "session.checkpoint", "session.checkpoints", "agent.status"]);

/** Edits that make parts of items: their uuids are in the hash and not in the answer. */
const makesParts = new Set([
  "lib.footprint.edit",
  "pcb.exchangeFootprint",
  "pcb.updateFootprints",
  "project.upgrade",
  "sch.addSheetPin",
  "sch.syncSheetPins",
]);

describe("every surface gives the same answer", function () {
  this.timeout(120_000);
  let on: Stage;
  let surfaces: readonly Surface[] = [];
  let known = "";

  before(async () => {
    on = stage();
    surfaces = await allSurfaces(on);
    known = readdirSync(surfaces[0]!.root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.kicad_(pcb|sch)$/.test(name))
      .map((name) => readFileSync(join(surfaces[0]!.root, name), "utf8"))
      .join("\n");
  });
  after(async () => {
    await Promise.all(surfaces.map((surface) => surface.close()));
    on?.dispose();
  });

  async function everywhere(id: string, args: unknown) {
    const answers = [];
    for (const surface of surfaces) {
      const outcome = await surface.call(id, args);
      answers.push({ name: surface.name, outcome: comparable(outcome, surface.root, known), raw: outcome });
      await surface.reset();
    }
    return answers;
  }

  async function sameResult(command: Command, example: Example) {
    if (example.fixture !== undefined && !existsSync(join(surfaces[0]!.root, example.fixture))) {
      assert.fail(`examples/${example.fixture} does not exist, but an example of ${command.id} needs it`);
    }
    const args = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
    const answers = await everywhere(command.id, args);
    for (const { name, raw } of answers) assert.ok("result" in raw, `${name}: ${JSON.stringify(raw)}`);
    const [first, ...others] = answers.map(({ name, outcome }) => ({
      name,
      outcome: aboutTheProcess.has(command.id)
        ? shape(outcome)
        : makesParts.has(command.id)
          ? dropHash(outcome)
          : outcome,
    }));
    for (const other of others) assert.deepEqual(other.outcome, first!.outcome, `${other.name} against ${first!.name}`);
  }

  for (const command of commands.filter((each) => each.kind !== "ui")) {
    for (const example of command.examples) {
      const { headless } = example;
      const args = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
      it(`${command.id}: ${example.about}`, () =>
        headless === undefined ? sameResult(command, example) : sameError(command.id, args, headless));
    }
  }

  async function sameError(id: string, args: unknown, code: ErrorCode) {
    for (const { name, raw } of await everywhere(id, args)) {
      assert.ok("error" in raw && raw.error === code, `${name}: ${JSON.stringify(raw)}`);
    }
  }
  const onBoard = commands.find((each) => each.kind === "query" && each.scope === "board");
  const edit = commands.find((each) => each.kind === "edit" && each.scope === "board" && each.examples[0]?.fixture);

  it("says of a file with an odd text where that is, and of one that nothing edits why", async () => {
    const files: [string, Buffer, RegExp][] = [
      ["bytes", oddFile('(text "a\xe9")'), /"notes":\["Line 3, column 10: the byte 0xE9, which is no UTF-8/],
      ["nul", oddFile('(text "a\0b")'), /"notes":\["Line 3, column 10: a NUL byte/],
      [
        "nul-between",
        oddFile('\0(text "a")'),
        /"problems":\[\{"message":"a NUL byte","offset":\d+,"line":3,"column":2\}/,
      ],
      [
        "mark",
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), oddFile("")]),
        /"notes":\["Line 1, column 1: a byte-order/,
      ],
      [
        "lines",
        Buffer.from(oddFile('(text "a")').toString().replaceAll("\n", "\r\n")),
        /"dirty":false.*"problems":\[\]/,
      ],
      ["conflict", oddFile('(text "a")\n<<<<<<< HEAD\n'), /"message":"a conflict that git left.*"line":4,"column":1/],
      ["unclosed", oddFile('(text "a"'), /"message":"a '\(' that is never closed[^}]*"line":1,"column":1/],
      ["deep", oddFile("(".repeat(3000)), /nested more than 2000 deep[^}]*"line":3/],
      ["old", Buffer.from("EESchema Schematic File Version 4\n"), /check-failed.*KiCad 5 or older.*KiCad 6 or later/],
    ];
    for (const surface of surfaces) {
      for (const [name, bytes, expected] of files) {
        writeFileSync(join(surface.root, `${name}.kicad_sch`), bytes);
        const told = JSON.stringify(await surface.call("session.open", { path: `${name}.kicad_sch` }));
        assert.match(told, expected, `${name} by ${surface.name}`);
      }
      await surface.reset();
    }
  });
  it("unknown command", () => sameError("pcb.nope", {}, "unknown-command"));
  it("bad arguments", () => sameError("session.open", { paht: "tiny.kicad_pcb" }, "invalid-args"));
  it("missing file", () => sameError("session.open", { path: "none.kicad_pcb" }, "not-found"));
  it("a path outside", () => sameError("session.open", { path: "../../x.kicad_pcb" }, "denied"));
  it("no KiCad file", () => sameError("session.open", { path: "broken.kicad_pcb" }, "check-failed"));
  it("wrong kind", () => {
    assert.ok(onBoard, "there is no query of boards yet");
    return sameError(onBoard.id, { path: "tiny.kicad_sch", ...onBoard.examples[0]?.args }, "wrong-kind");
  });
  it("stale revision", () => {
    assert.ok(edit, "there is no edit of boards yet");
    const example = edit.examples[0]!;
    return sameError(edit.id, { path: example.fixture, ...example.args, revision: 999 }, "stale-revision");
  });
});

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shape(each)]));
}

/** A schematic with one line of it as given; letters are bytes. */
function oddFile(line: string): Buffer {
  return Buffer.from(`(kicad_sch\n\t(version 20250114)\n\t${line}\n)\n`, "latin1");
}
