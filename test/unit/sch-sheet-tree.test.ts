import assert from "node:assert/strict";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { Session } from "../../core/session/session.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

interface Tree {
  readonly sheets: {
    readonly name: string;
    readonly file: string;
    readonly page: string;
    readonly path: string;
    readonly depth: number;
    readonly symbols: number;
    readonly problem?: string;
  }[];
}

const sheet = (id: string, name: string, file: string, instances = "") =>
  `(sheet (at 0 0) (size 10 10) (uuid "${id}") (property "Sheetname" "${name}" (at 0 0 0)) (property "Sheetfile" "${file}" (at 0 0 0)) ${instances})`;

const symbol = (id: string, reference: string) =>
  `(symbol (lib_id "L:R") (at 0 0 0) (unit 1) (uuid "${id}") (property "Reference" "${reference}" (at 0 0 0)))`;

const file = (uuid: string, ...items: string[]) =>
  `(kicad_sch (version 20250114) (generator "eeschema") (uuid "${uuid}") ${items.join(" ")} (sheet_instances (path "/" (page "7"))))`;

async function tree(files: Record<string, string>, options: { readable?: boolean; open?: string[] } = {}) {
  const ports = memoryPorts(files);
  const session = new Session(ports);
  const readFile = async (path: string) => ports.disk.get(path) ?? null;
  const services = options.readable === false ? {} : { readFile };
  const core = new AgentCore({ registry, session, services, now: ports.now });
  for (const path of ["/p/root.kicad_sch", ...(options.open ?? [])]) await session.open(path, "test");
  const run = (id: string, args: object) => core.run(id, args, { caller: tester });
  const answer = (await run("query.sheetTree", { path: "/p/root.kicad_sch" })) as Tree;
  return { answer, session, run };
}

describe("query.sheetTree", () => {
  const page = (n: string) => `(instances (project "p" (path "/top" (page "${n}"))))`;
  const files = {
    "/p/root.kicad_sch": file(
      "top",
      symbol("a", "R1"),
      symbol("b", "#PWR01"),
      sheet("s1", "Left", "sub/amp.kicad_sch", page("2")),
      sheet("s2", "Right", "sub/amp.kicad_sch", page("3")),
    ),
    "/p/sub/amp.kicad_sch": file("amp", symbol("c", "R2"), sheet("s3", "Deep", "../deep.kicad_sch")),
    "/p/deep.kicad_sch": file("deep", symbol("d", "R3"), symbol("e", "R4")),
  };

  it("lists every use with its file, page and path, and opens nothing", async () => {
    const { answer, session } = await tree(files);
    assert.deepEqual(
      answer.sheets.map((s) => `${s.depth} ${s.name} ${s.file} p${s.page} ${s.path} ${s.symbols}`),
      [
        "0 Root /p/root.kicad_sch p7 /top 1",
        "1 Left /p/sub/amp.kicad_sch p2 /top/s1 1",
        "2 Deep /p/deep.kicad_sch p /top/s1/s3 2",
        "1 Right /p/sub/amp.kicad_sch p3 /top/s2 1",
        "2 Deep /p/deep.kicad_sch p /top/s2/s3 2",
      ],
    );
    assert.deepEqual(
      session.list().map((open) => open.path),
      ["/p/root.kicad_sch"],
    );
  });

  it("tells of missing, broken, forbidden and foreign files, and goes on", async () => {
    const { answer } = await tree({
      "/p/root.kicad_sch": file(
        "top",
        sheet("m", "Missing", "none.kicad_sch"),
        sheet("b", "Broken", "broken.kicad_sch"),
        sheet("p", "Board", "board.kicad_pcb"),
        sheet("g", "Good", "good.kicad_sch"),
      ),
      "/p/broken.kicad_sch": "not a schematic",
      "/p/board.kicad_pcb": '(kicad_pcb (version 20241229) (generator "pcbnew"))',
      "/p/good.kicad_sch": file("good"),
    });
    const problems = Object.fromEntries(answer.sheets.map((s) => [s.name, s.problem]));
    assert.equal(problems["Missing"], "the file is missing");
    assert.match(problems["Broken"]!, /no KiCad file/);
    assert.equal(problems["Board"], "the file is no schematic");
    assert.equal(problems["Good"], undefined);
  });

  it("does not follow a file into itself", async () => {
    const { answer } = await tree({
      "/p/root.kicad_sch": file("top", sheet("s1", "A", "a.kicad_sch")),
      "/p/a.kicad_sch": file("a", sheet("s2", "Loop", "root.kicad_sch"), sheet("s3", "Self", "a.kicad_sch")),
    });
    assert.deepEqual(
      answer.sheets.map((s) => [s.name, s.problem ?? null]),
      [
        ["Root", null],
        ["A", null],
        ["Loop", "the file holds itself"],
        ["Self", "the file holds itself"],
      ],
    );
  });

  it("takes open documents as they stand, without reading files", async () => {
    const open = ["/p/sub/amp.kicad_sch", "/p/deep.kicad_sch"];
    const { run } = await tree(files, { readable: false, open });
    await run("sch.delete", { path: "/p/deep.kicad_sch", items: "R4" });
    const again = (await run("query.sheetTree", { path: "/p/root.kicad_sch" })) as Tree;
    assert.deepEqual(
      again.sheets.map((s) => s.symbols),
      [1, 1, 1, 1, 1],
    );
  });

  it("says so when the program reads no other files", async () => {
    await assert.rejects(tree(files, { readable: false }), { code: "service-unavailable" });
  });

  it("ends on files that use each other very often", async () => {
    const many = (name: string) => Array.from({ length: 30 }, (_, i) => sheet(`x${i}`, `S${i}`, name)).join(" ");
    const { answer } = await tree({
      "/p/root.kicad_sch": file("top", many("a.kicad_sch")),
      "/p/a.kicad_sch": file("a", many("b.kicad_sch")),
      "/p/b.kicad_sch": file("b", many("c.kicad_sch")),
      "/p/c.kicad_sch": file("c"),
    });
    assert.equal(answer.sheets.length, 10_000);
  });

  it("is renamed through: a part on a sheet used twice", async () => {
    const uses = (a: string, b: string) =>
      `(instances (project "p" (path "/top/s1" (reference "${a}") (unit 1)) (path "/top/s2" (reference "${b}") (unit 1))))`;
    const part = symbol("c", "R2").replace(/\)$/, ` ${uses("R2", "R3")})`);
    const { run, session } = await tree({ ...files, "/p/sub/amp.kicad_sch": file("amp", part) });
    const result = (await run("project.renamePart", { path: "/p/root.kicad_sch", from: "R3", to: "R9" })) as {
      documents: { path: string }[];
    };
    assert.deepEqual(
      result.documents.map((d) => d.path),
      ["/p/sub/amp.kicad_sch"],
    );
    const text = new TextDecoder().decode(session.bytes("/p/sub/amp.kicad_sch"));
    assert.match(text, /"Reference" "R2"/);
    assert.match(text, /\(reference "R2"\)[\s\S]*\(reference "R9"\)/);
  });
});
