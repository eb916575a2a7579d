import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { MessageConnection } from "vscode-jsonrpc/node";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { complete, NO_NAMES } from "../../core/engines/rules/language/complete.ts";
import { formatRules } from "../../core/engines/rules/language/format.ts";
import { hover } from "../../core/engines/rules/language/hover.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";

/** A text with `|` where one types. */
function at(marked: string): [text: string, offset: number] {
  return [marked.replace("|", ""), marked.indexOf("|")];
}

function labels(marked: string, names = NO_NAMES): string[] {
  return complete(...at(marked), names).map(({ label }) => label);
}

const rule = (inner: string) => `(version 1)\n(rule "a"\n${inner})\n`;

describe("the language of rules files", () => {
  it("completes heads, constraints, words and layers by where they may stand", () => {
    assert.deepEqual(labels("(|"), ["version", "rule"]);
    assert.deepEqual(labels(rule("(|")), ["constraint", "condition", "layer", "severity"]);
    assert.ok(labels(rule("(constraint |")).includes("track_width"));
    assert.ok(labels(rule("(constraint trac|")).includes("track_angle"));
    assert.deepEqual(labels(rule("(constraint clearance (|")), ["min", "opt", "max", "within_diff_pairs"]);
    assert.ok(labels(rule("(constraint disallow track |")).includes("micro_via"));
    assert.deepEqual(labels(rule("(severity |")), ["ignore", "warning", "error", "exclusion"]);
    const layers = labels(rule("(layer |"), { ...NO_NAMES, layers: ["F.Cu", "B.Cu"] });
    assert.deepEqual(layers, ["outer", "inner", "F.Cu", "B.Cu"]);
    assert.deepEqual(labels(rule("(constraint length (min 1mm|")), []);
  });

  it("completes properties, functions and the project's names inside conditions", () => {
    const names = { ...NO_NAMES, netClasses: ["Default", "Power"], areas: ["RF"], footprints: ["U1"] };
    const inside = labels(rule('(condition "A.|'), names);
    assert.ok(inside.includes("NetClass") && inside.includes("intersectsArea"));
    assert.ok(!inside.includes("insideArea"), "old names are not offered");
    assert.deepEqual(labels(rule("(condition \"A.NetClass == '|"), names), ["Default", "Power"]);
    assert.deepEqual(labels(rule("(condition \"A.hasNetclass('|')\")"), names), ["Default", "Power"]);
    assert.deepEqual(labels(rule("(condition \"A.intersectsArea('|"), names), ["RF"]);
    assert.deepEqual(labels(rule("(condition \"A.Type == 'Via' && |"), names), ["A", "B", "AB", "L"]);
    const [done] = complete(...at(rule("(condition \"A.NetClass == 'Po|")), names);
    const [text, offset] = at(rule("(condition \"A.NetClass == 'Po|"));
    assert.equal(text.slice(done!.start, offset), "Po");
  });

  it("says what words mean", () => {
    assert.match(hover(...at(rule("(constraint track_w|idth (min 1mm))")))!.about, /Width of tracks/);
    assert.match(hover(...at(rule('(condition "A.isPl|ated()")')))!.about, /plated/);
    assert.match(hover(...at(rule('(condition "A.netc|lass == 1")')))!.about, /NetClass/);
    assert.equal(hover(...at(rule('(condition "A.non|sense()")'))), null);
    assert.equal(hover(...at('(version 1)\n(rule "trac|k")')), null);
  });

  it("formats without a change of meaning, comments and texts as they are", () => {
    const ugly =
      '(version   1)\n# why\n\n\n(rule "a b"  (constraint clearance (min 0.2mm)(opt 0.3mm))\n  # inside\n (condition "A.Type  == \'Via\'"))(rule b (severity error))';
    const formatted = formatRules(ugly)!;
    assert.equal(
      formatted,
      '(version 1)\n# why\n\n(rule "a b"\n\t(constraint clearance (min 0.2mm) (opt 0.3mm))\n\t# inside\n\t(condition "A.Type  == \'Via\'")\n)\n(rule b\n\t(severity error)\n)\n',
    );
    assert.equal(formatRules(formatted), formatted);
    const meaning = (text: string) => parseRules(text).rules.map(({ line: _, condition: __, ...each }) => each);
    assert.deepEqual(meaning(formatted), meaning(ugly));
    assert.equal(formatRules('(rule "open'), null);
    assert.equal(formatRules("(rule a))"), null);
    assert.equal(formatRules("(rule a"), null);
  });
});

describe("the language server of rules files", function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-rules-server-"));
  const uri = pathToFileURL(join(folder, "a.kicad_dru")).href;
  let server: ChildProcess;
  let client: MessageConnection;
  const told: { version?: number; diagnostics: readonly { message: string; range: unknown }[] }[] = [];
  let heard = () => {};
  before(async () => {
    const config = resolve("esbuild.config.mjs");
    const { build } = (await import(config)) as { build(options: object): Promise<void> };
    await build({ out: folder, only: ["edsnx-rules-server.cjs"] });
    for (const ending of ["pcb", "pro"])
      writeFileSync(
        join(folder, `a.kicad_${ending}`),
        readFileSync(`examples/board-tools/board-tools.kicad_${ending}`),
      );
    server = spawn(process.execPath, [join(folder, "edsnx-rules-server.cjs"), "--stdio"]);
    client = createMessageConnection(new StreamMessageReader(server.stdout!), new StreamMessageWriter(server.stdin!));
    client.onNotification("textDocument/publishDiagnostics", (params) => {
      told.push(params as (typeof told)[number]);
      heard();
    });
    client.listen();
    const root = { processId: process.pid, rootUri: null, capabilities: {} };
    const { capabilities } = (await client.sendRequest("initialize", root)) as {
      capabilities: Record<string, unknown>;
    };
    assert.ok(capabilities["hoverProvider"] === true && capabilities["documentFormattingProvider"] === true);
    await client.sendNotification("initialized", {});
  });
  after(() => {
    client.dispose();
    server.kill();
    rmSync(folder, { recursive: true });
  });

  async function diagnostics(version: number) {
    for (;;) {
      const found = told.find((each) => each.version === version);
      if (found !== undefined) return found.diagnostics;
      await new Promise<void>((done) => {
        heard = done;
      });
    }
  }

  it("tells problems with their place, and takes them back", async () => {
    const text = '(version 1)\n(rule "a"\n\t(constraint track_wdth (min 1mm)))\n';
    const item = { uri, languageId: "kicad-rules", version: 1, text };
    await client.sendNotification("textDocument/didOpen", { textDocument: item });
    const [problem] = await diagnostics(1);
    assert.match(problem!.message, /track_wdth.*KiCad uses no rule/s);
    assert.deepEqual(problem!.range, { start: { line: 2, character: 13 }, end: { line: 2, character: 23 } });
    const range = { start: { line: 2, character: 13 }, end: { line: 2, character: 23 } };
    const change = { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: "track_width" }] };
    await client.sendNotification("textDocument/didChange", change);
    assert.deepEqual(await diagnostics(2), []);
  });

  it("completes with the net classes and layers of the project beside the file", async () => {
    const text = '(version 1)\n(rule "a"\n\t(condition "A.NetClass == \'")\n\t(layer ))\n';
    const change = { textDocument: { uri, version: 3 }, contentChanges: [{ text }] };
    await client.sendNotification("textDocument/didChange", change);
    const ask = async (line: number, character: number) => {
      const params = { textDocument: { uri }, position: { line, character } };
      return (await client.sendRequest("textDocument/completion", params)) as { label: string }[];
    };
    assert.ok((await ask(2, 28)).some(({ label }) => label === "Default"));
    assert.ok((await ask(3, 8)).some(({ label }) => label === "F.Cu"));
  });

  it("says what a word means, and formats", async () => {
    const params = { textDocument: { uri }, position: { line: 2, character: 16 } };
    const found = (await client.sendRequest("textDocument/hover", params)) as { contents: { value: string } };
    assert.match(found.contents.value, /NetClass/);
    const text = "(version 1)\n(rule a (severity error))\n";
    const change = { textDocument: { uri, version: 4 }, contentChanges: [{ text }] };
    await client.sendNotification("textDocument/didChange", change);
    const format = { textDocument: { uri }, options: { tabSize: 4, insertSpaces: false } };
    const edits = (await client.sendRequest("textDocument/formatting", format)) as { newText: string }[];
    assert.deepEqual(
      edits.map(({ newText }) => newText),
      ["(version 1)\n(rule a\n\t(severity error)\n)\n"],
    );
  });
});
