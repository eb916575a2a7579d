import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { Type } from "typebox";
import { flagValue, parseCall } from "../../bridge/cli/args.ts";
import { candidates, completionScript } from "../../bridge/cli/completion.ts";
import { printFailure, progressLine, say } from "../../bridge/cli/ending.ts";
import { helpFor, usage } from "../../bridge/cli/help.ts";
import { CommandError } from "../../core/base/error.ts";
import { defineCommand } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";

const command = defineCommand({
  id: "test.all",
  title: "All",
  about: "Takes everything. And more.",
  kind: "query",
  scope: "board",
  args: {
    name: Type.Optional(Type.String({ description: "A name." })),
    width: Type.Optional(Type.Number({ description: "Width (mm)" })),
    count: Type.Optional(Type.Integer()),
    dryRun: Type.Optional(Type.Boolean()),
    at: Type.Optional(Type.Array(Type.Number())),
    pts: Type.Optional(Type.Array(Type.Array(Type.Number()))),
    ids: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    layers: Type.Optional(Type.Array(Type.String())),
    side: Type.Optional(Type.Union([Type.Literal("front"), Type.Literal("back"), Type.Null()])),
    more: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  result: Type.Null(),
  examples: [{ about: "It's all.", fixture: "a.kicad_pcb", args: { name: "it's" } }],
  run: () => null,
});
const parse = async (...argv: string[]) => (await parseCall(command, argv, async () => '{"name":"from stdin"}')).args;

describe("command line", () => {
  it("reads flags in the types of the schema", async () => {
    assert.deepEqual(
      await parse(
        "b.kicad_pcb",
        "--name",
        "7",
        "--width",
        "0.25",
        "--count=-3",
        "--dry-run",
        "--at",
        "1,-2.5",
        "--pts",
        "[[1,2],[3,4]]",
      ),
      {
        path: "b.kicad_pcb",
        name: "7",
        width: 0.25,
        count: -3,
        dryRun: true,
        at: [1, -2.5],
        pts: [
          [1, 2],
          [3, 4],
        ],
      },
    );
    assert.deepEqual(await parse("--ids", "R1", "--side", "back"), { ids: "R1", side: "back" });
    assert.deepEqual(await parse("--ids", '["R1","R2"]', "--side", "null"), { ids: ["R1", "R2"], side: null });
    assert.deepEqual(await parse("--layers", "F.Cu", "--layers", "B.Cu", "--more", '{"a":1}'), {
      layers: ["F.Cu", "B.Cu"],
      more: { a: 1 },
    });
    assert.deepEqual(await parse("--dryRun", "false", "--name", "--x"), { dryRun: false, name: "--x" });
    assert.deepEqual(await parse("--args", '{"name":"n","width":1}', "--width", "2"), { name: "n", width: 2 });
    assert.deepEqual(await parse("--args", "-"), { name: "from stdin" });
    assert.deepEqual(await parse("--width", "wide"), { width: "wide" }, "the schema refuses it");
  });

  it("keeps the program's own flags and the paths that a person gave apart", async () => {
    const { flags, named, args } = await parseCall(
      command,
      ["--path", "x/b.kicad_pcb", "--no-save", "--text"],
      async () => "",
    );
    assert.deepEqual(flags, { save: false, text: true, json: false, attach: false, help: false });
    assert.deepEqual(named, ["x/b.kicad_pcb"]);
    assert.deepEqual(args, { path: "x/b.kicad_pcb" });
    assert.deepEqual(
      (await parseCall(command, ["--args", '{"path":"/etc/x"}'], async () => "")).named,
      [],
      "JSON names no root",
    );
  });

  it("reads a pad or a place where either may stand", () => {
    const point = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
    const schema = { anyOf: [{ type: "string" }, point] };
    assert.equal(flagValue(schema, "R1.2"), "R1.2");
    assert.equal(flagValue(schema, "net,x"), "net,x");
    assert.deepEqual(flagValue(schema, "[10,2.5]"), [10, 2.5]);
    assert.deepEqual(flagValue(schema, "10,2.5"), [10, 2.5]);
  });

  it("refuses what it does not know, and says what is near", async () => {
    const refuses = (argv: string[], reason: RegExp) =>
      assert.rejects(
        parse(...argv),
        (e: unknown) => e instanceof CommandError && e.code === "invalid-args" && reason.test(e.message),
      );
    await refuses(["--widht", "1"], /did you mean --width/);
    await refuses(["--name"], /no value/);
    await refuses(["a", "b"], /b belongs to no flag/);
    await assert.rejects(
      parse("a", "b"),
      (e: unknown) => e instanceof CommandError && /its flags: --.*--width/.test(e.hint ?? ""),
    );
    await refuses(["--args", "[1]"], /no JSON object/);
    await refuses(["--args"], /no JSON object/);
  });

  it("explains itself", () => {
    assert.match(usage(new Registry([command])), /test\.all {2}Takes everything\n?/);
    const help = helpFor(command);
    assert.match(help, /--width number\n {6}Width \(mm\)/);
    assert.match(help, /edsnx test\.all --args '\{"path":"a\.kicad_pcb","name":"it'\\''s"\}'/);
  });

  it("completes commands, flags and values", () => {
    const all = new Registry(commands);
    assert.deepEqual(candidates(all, ["pcb.addTr"]), ["pcb.addTrack"]);
    assert.ok(candidates(all, ["se"]).includes("serve") && candidates(all, ["se"]).includes("sessions"));
    assert.deepEqual(candidates(all, ["pcb.addTrack", "--lay"]), ["--layer"]);
    assert.ok(candidates(all, ["pcb.addGraphic", "--shape", ""]).includes("arc"));
    assert.deepEqual(candidates(all, ["mcp", "--tools", "c"]), ["compact"]);
    assert.deepEqual(candidates(all, ["run", "bui"]), [], "a file: the shell's own business");
    assert.deepEqual(candidates(all, ["completion", ""]), ["bash", "fish", "zsh"]);
    for (const shell of ["bash", "zsh", "fish"]) assert.match(completionScript(shell), /edsnx __complete/);
    assert.throws(() => completionScript("cmd"), /bash, zsh, fish/);
  });
});

describe("what a person sees", () => {
  const seen = (isTTY: boolean, env: NodeJS.ProcessEnv = {}) => {
    const said = { out: "", err: "" };
    const stream = (to: "out" | "err") =>
      Object.assign(new PassThrough(), { isTTY, columns: 20 }).on("data", (chunk) => {
        said[to] += String(chunk);
      });
    return { io: { stdin: new PassThrough(), stdout: stream("out"), stderr: stream("err"), env }, said };
  };
  const failure = { code: "not-found", message: "Cannot find R\u001b[2J9: no.", hint: "Look\u202e." } as const;

  it("is coloured on a terminal only, and not where NO_COLOR or a dumb terminal says so", () => {
    for (const [isTTY, env, coloured] of [
      [true, {}, true],
      [true, { NO_COLOR: "1" }, false],
      [true, { NO_COLOR: "" }, true],
      [true, { TERM: "dumb" }, false],
      [false, {}, false],
    ] as const) {
      const { io, said } = seen(isTTY, env);
      printFailure(io, failure);
      assert.equal(said.err.startsWith("\u001b[31mnot-found\u001b[39m: "), coloured, JSON.stringify([isTTY, env]));
      assert.ok(said.err.endsWith(": Cannot find R\ufffd[2J9: no.\nLook\ufffd.\n"));
    }
  });

  it("is how far a call is, on one line of a terminal, and nothing elsewhere", () => {
    const { io, said } = seen(true);
    const line = progressLine(io);
    line.show("Filling \u001b]0;x\u0007 a zone of some length", 7.4);
    assert.equal(said.err, "\r\u001b[K  7 % Filling \ufffd]0;x");
    line.clear();
    line.clear();
    assert.ok(said.err.endsWith("x\r\u001b[K"));
    const piped = seen(false);
    progressLine(piped.io).show("Filling", 7);
    assert.equal(piped.said.err, "");
  });

  it("a program gets every byte of an answer, a terminal none that it would obey", () => {
    for (const isTTY of [true, false]) {
      const { io, said } = seen(isTTY);
      say(io, "a\u001b[2J\tb");
      assert.equal(said.out, isTTY ? "a\ufffd[2J\tb\n" : "a\u001b[2J\tb\n");
    }
  });
});
