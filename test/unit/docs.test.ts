import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../core/commands/list.gen.ts";

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  "CHANGELOG.md",
  ".claude/skills/electronics-designer/SKILL.md",
  "packages/edsnx-api/README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const ids = new Set(commands.map((command) => command.id));
const areas = [...new Set(commands.map((command) => command.id.split(".")[0]!))].join("|");
/** Tools of the chat box come with it; the prompts of MCP are hyphenated. */
const tools = new Set([...commands.map(({ id }) => id.replaceAll(".", "_")), "agent_chat", "agent_reply"]);
/** Methods of the protocol that are no commands. */
const others = new Set([
  "session.hello",
  "session.subscribe",
  "session.begin",
  "session.commit",
  "session.rollback",
  "session.log",
  "session.jsonl",
  "agent.chat",
  "agent.chatSubscribe",
  "agent.chatEvent",
]);

const isKnown = (name: string) => ids.has(name) || others.has(name);

describe("the docs", () => {
  for (const page of pages) {
    it(`${page} names only commands, files and settings that are there`, () => {
      const text = readFileSync(join(root, page), "utf8");
      for (const [name] of text.matchAll(
        new RegExp(`(?<![\\w/.-])(?:${areas})\\.(?!ts\\b)[a-z][A-Za-z]+\\b(?:\\.[a-z][A-Za-z]+\\b)?`, "g"),
      ))
        assert.ok([name, name.split(".").slice(0, 2).join(".")].some(isKnown), `${page} names ${name}`);
      for (const [name] of text.matchAll(new RegExp(`\\b(?:${areas})_[a-z][A-Za-z]+\\b`, "g")))
        assert.ok(tools.has(name), `${page} names the tool ${name}`);
      for (const [, target] of text.matchAll(/\]\(([^)#:]+)\)/g))
        assert.doesNotThrow(() => readdirOrFile(join(root, page, "..", target!)), `${page} links to ${target}`);
      const manifest = readFileSync(join(root, "package.json"), "utf8");
      for (const [setting] of text.matchAll(/softforge\.edsnx\.[a-z]+\.[a-zA-Z]+/g))
        assert.ok(manifest.includes(`"${setting}"`), `${page} names the setting ${setting}`);
    });
  }

  const proofs = [
    ["protocols", 60],
    ["agents", 60],
    ["board", 40],
  ] as const;
  for (const [proof, least] of proofs)
    it(`the proof of ${proof} names tests that are there`, () => {
      const lines = readFileSync(join(root, `docs/proofs/${proof}.md`), "utf8").split("\n");
      let count = 0;
      for (const line of lines) {
        // A file, then the names of tests in it up to the next file.
        for (const part of line.split(/(?=`test\/)/)) {
          const file = /^`(test\/[\w./-]+\.ts)`/.exec(part)?.[1];
          if (file === undefined) continue;
          const text = readFileSync(join(root, file), "utf8");
          for (const [, name] of part.matchAll(/"([^"]+)"/g)) {
            assert.ok(text.includes(name!), `${file} has no test "${name}"`);
            count++;
          }
        }
      }
      assert.ok(count > least, `${count} tests`);
    });

  it("the page of board commands has a row for each, with what differs and the tests that hold it", () => {
    const rows = readFileSync(join(root, "docs/board-commands.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    const named = rows.flatMap((row) => [...row[1]!.matchAll(/`([\w.]+)`/g)].map(([, id]) => id!));
    const board = commands.map(({ id }) => id).filter((id) => id.startsWith("pcb."));
    assert.deepEqual(board.filter((id) => !named.includes(id)).concat(named.filter((id) => !ids.has(id))), []);
    for (const row of rows) {
      assert.ok(row[2] !== "" && row[2] !== undefined, `${row[1]}: which tool of KiCad`);
      if (row[2] !== "none") assert.ok(row[3] !== "", `${row[1]}: what differs`);
      for (const [, file] of row[4]!.matchAll(/`(test\/[\w./-]+)`/g)) assert.ok(existsSync(join(root, file!)), file);
    }
  });

  it("the way into the code names files that are there", () => {
    const text = readFileSync(join(root, "docs/architecture.md"), "utf8");
    const paths = [...text.matchAll(/`((?:core|bridge|extension|webview-ui|test|scripts)\/[\w./-]+)`/g)].map(
      (m) => m[1]!,
    );
    assert.ok(paths.length > 10);
    for (const path of paths) assert.doesNotThrow(() => readdirOrFile(join(root, path)), path);
    assert.ok(text.split("\n").length < 300);
  });
});

function readdirOrFile(path: string): void {
  try {
    readFileSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EISDIR") throw error;
    readdirSync(path);
  }
}
