import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { layOutJson, realText } from "../../core/format/json-text.ts";
import { parseJson } from "../../core/format/json-tree.ts";
import { decodeText, encodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText, readDoc, readText, writeDoc } from "../../core/model/document.ts";
import { addSettingStep } from "../../core/model/project/project-step.ts";
import { pathText, readPath } from "../../core/model/project/setting-path.ts";
import type { Step } from "../../core/model/step.ts";
import { applyStep, applySteps, invertSteps, removeStep, setStep } from "../../core/model/step.ts";
import { changedLines } from "../laws/check-edit.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const sample = `{
  "board": {
    "design_settings": {
      "rules": {
        "max_error": 0.005,
        "min_clearance": 0.0
      },
      "track_widths": [
        0.0,
        0.25
      ]
    },
    "layer_presets": []
  },
  "meta": {
    "filename": "a.kicad_pro",
    "version": 3
  },
  "net_settings": {
    "classes": [
      {
        "clearance": 0.2,
        "name": "Default",
        "priority": 2147483647
      },
      {
        "clearance": 1.0,
        "name": "Power",
        "priority": 0
      }
    ],
    "netclass_assignments": null
  },
  "text_variables": {}
}
`;

describe("project files", () => {
  const read = (text: string): Doc => readText(text).doc!;
  const set = (doc: Doc, id: string, value: unknown) => setStep(doc.items.get(id)!, { value })!;
  const differing = (doc: Doc, steps: readonly Step[], from = sample) => {
    const after = applySteps(doc, JSON.parse(JSON.stringify(steps)) as Step[]);
    assert.equal(docText(applySteps(after, invertSteps(steps))), from, "undo");
    assert.deepEqual(
      readText(docText(after)).doc!.items.entries.map((entry) => [entry.id, entry.item()["value"]]),
      after.items.entries.map((entry) => [entry.id, entry.item()["value"]]),
      "what was written reads as the same",
    );
    return changedLines(from, docText(after));
  };

  it("are their settings, by path", () => {
    const doc = read(sample);
    assert.equal(doc.kind, "project");
    assert.equal(doc.version, 3);
    assert.equal(docText(doc), sample);
    assert.deepEqual(doc.items.entries.map((entry) => entry.id).slice(2), [
      "board.design_settings.track_widths",
      "board.layer_presets",
      "meta.filename",
      "meta.version",
      "net_settings.classes.Default.clearance",
      "net_settings.classes.Default.name",
      "net_settings.classes.Default.priority",
      "net_settings.classes.Power.clearance",
      "net_settings.classes.Power.name",
      "net_settings.classes.Power.priority",
      "net_settings.netclass_assignments",
    ]);
  });

  it("change by the line that says it", () => {
    const doc = read(sample);
    assert.deepEqual(differing(doc, [set(doc, "net_settings.classes.Power.clearance", 2)]), {
      removedLines: [`        "clearance": 1.0,`],
      addedLines: [`        "clearance": 2.0,`],
    });
    assert.deepEqual(differing(doc, [set(doc, "board.design_settings.track_widths", [0, 0.25, 1])]).addedLines, [
      "        0.25,",
      "        1.0",
    ]);
    assert.deepEqual(differing(doc, [removeStep(doc, doc.items.get("meta.version")!)]), {
      removedLines: [`    "filename": "a.kicad_pro",`, `    "version": 3`],
      addedLines: [`    "filename": "a.kicad_pro"`],
    });
  });

  it("get new settings where KiCad writes them", () => {
    const doc = read(sample);
    assert.deepEqual(differing(doc, [addSettingStep(doc, ["text_variables", "REV.2"], "B")]), {
      removedLines: [`  "text_variables": {}`],
      addedLines: [`  "text_variables": {`, `    "REV.2": "B"`, "  }"],
    });
    assert.deepEqual(differing(doc, [addSettingStep(doc, ["meta", "note"], 1)]).addedLines, [`    "note": 1,`]);
    const named = addSettingStep(doc, ["net_settings", "classes", "HV", "name"], "HV");
    const steps = [named, addSettingStep(applyStep(doc, named), ["net_settings", "classes", "HV", "clearance"], 3)];
    assert.match(
      docText(applySteps(doc, steps)),
      /"name": "Default",\n.*\n {6}},\n {6}\{\n {8}"clearance": 3.0,\n {8}"name": "HV"\n {6}},\n {6}\{\n {8}"clearance": 1.0/,
    );
    differing(doc, steps);
  });

  it("may get members where a value stood", () => {
    const doc = read(sample);
    const removed = removeStep(doc, doc.items.get("net_settings.netclass_assignments")!);
    const path = ["net_settings", "netclass_assignments", "/A.B"];
    const steps = [removed, addSettingStep(applyStep(doc, removed), path, ["Power"])];
    assert.deepEqual(differing(doc, steps).addedLines, [
      `    "netclass_assignments": {`,
      `      "/A.B": [`,
      `        "Power"`,
      "      ]",
      "    }",
    ]);
    assert.throws(() => addSettingStep(doc, path, ["Power"]), /netclass_assignments is a value/);
    assert.throws(() => addSettingStep(doc, ["net_settings"], 1), /it holds net_settings/);
  });

  it("keep line ends, a byte-order mark, comments, and numbers that no computer holds", () => {
    const odd = `\uFEFF// by hand\r\n{\r\n  "a": 12345678901234567890, /* , */\r\n  "b": [ 1,2 ],\r\n  "c": 1e400 }\r\n\r\n`;
    const doc = read(odd);
    assert.equal(docText(doc), odd);
    assert.throws(() => addSettingStep(doc, ["d"], { e: 1.5 }), /no setting's/);
    const after = docText(applyStep(doc, set(doc, "b", [1, 2, 3])));
    assert.equal(after, odd.replace("[ 1,2 ]", "[ 1,2, 3 ]"));
  });

  it("say where they are broken, and take no edits then", () => {
    const wrong: [string, RegExp, number, number][] = [
      [`{"a": 1, "a": 2}`, /the key "a" a second time/, 1, 10],
      [`{"a": 1,\n "b" 2}`, /'2' where ':'/, 2, 6],
      [`{"a": 1,\n<<<<<<< HEAD\n "b": 2\n=======\n}`, /conflict that git left/, 2, 1],
      [`{"a": "x\u0000y"}`, /control character 0 in a text/, 1, 9],
      [`{"a": \u0000}`, /control character 0/, 1, 7],
      [`{"a": [1, 2`, /the end of the file where ',' or ']'/, 1, 12],
      [`{"a": "${"x".repeat(100)}`, /a text that never ends/, 1, 7],
      [`${"[".repeat(100)}`, /./, 1, 1],
      [`{"a": ${"[".repeat(100_000)}`, /nested deeper than 200/, 1, 206],
      [`{"a": 01}`, /'0' where a value/, 1, 7],
      [`{"a": 1,}`, /a comma behind the last/, 1, 8],
      [`{} x`, /'x' behind the end/, 1, 4],
    ];
    for (const [text, message, line, column] of wrong) {
      const { problems } = readText(text);
      assert.match(problems[0]!.message, message);
      assert.deepEqual([problems[0]!.line, problems[0]!.column], [line, column], text.slice(0, 40));
    }
    const bytes = encodeText(`{\n "a": "xyz"}`);
    bytes[10] = 0xff;
    const { problems } = readDoc(bytes);
    assert.match(problems[0]!.message, /no UTF-8/);
    assert.deepEqual([problems[0]!.line, problems[0]!.column], [2, 9]);
    const big = new Uint8Array((1 << 26) + 1).fill(32);
    big[0] = 123;
    assert.match(parseJson(big).problems[0]!.message, /more than/);
  });

  it("come back whole from any edits", () => {
    const random = seeded(3);
    const files = [demosFolder, corpusFolder]
      .flatMap((folder) => filesBelow(folder, ".kicad_pro"))
      .filter((_, i) => i % 5 === 0);
    for (const text of [sample, ...files.map((path) => readFileSync(path, "utf8"))]) {
      const start = read(text);
      assert.equal(docText(start), text);
      let doc = start;
      const steps: Step[] = [];
      for (let i = 0; i < 40; i++) {
        const entry = doc.items.entries[Math.floor(random() * doc.items.size)]!;
        const path = readPath(entry.id)!;
        const kind = random();
        let step: Step | null;
        if (path.at(-1) === "name") continue;
        if (kind < 0.4) step = setStep(entry.item(), { value: pickValue(random) });
        else if (kind < 0.6) step = removeStep(doc, entry.item());
        else {
          const name = `new ${i % 7}.${Math.floor(random() * 9)}`;
          if (doc.items.entry(pathText([...path.slice(0, -1), name])) !== undefined) continue;
          step = addSettingStep(doc, [...path.slice(0, -1), name], pickValue(random) as never);
        }
        if (step === null) continue;
        doc = applyStep(doc, JSON.parse(JSON.stringify(step)) as Step);
        steps.push(step);
        if (i % 10 !== 0) continue;
        const again = readText(docText(doc)).doc!;
        const values = (of: Doc) => of.items.entries.map((e) => [e.id, e.item()["value"]]);
        assert.deepEqual(values(again), values(doc));
      }
      assert.equal(decodeText(writeDoc(applySteps(doc, invertSteps(steps)))), text);
    }
  });

  it("have KiCad's numbers and layout", () => {
    assert.deepEqual([0, 1, 0.2, 1e-5, 0.0001, 1e15, 123456.5, -0.5].map(realText), [
      "0.0",
      "1.0",
      "0.2",
      "1e-05",
      "0.0001",
      "1e+15",
      "123456.5",
      "-0.5",
    ]);
    assert.equal(
      layOutJson({ b: [], a: { c: [1, "x"] }, d: {} }),
      `{\n  "a": {\n    "c": [\n      1,\n      "x"\n    ]\n  },\n  "b": [],\n  "d": {}\n}`,
    );
  });

  it("gives a damaged file back byte for byte", () => {
    for (const text of [
      `{"a": 1, "b": 3, "a": 2}`,
      `{"a": {"b": 1}, "a": {"c": 2}}\n`,
      `{"a": [1, {"b": 2, "b": 3}]}`,
      `{"a": 1,}`,
      `{"a": `,
      `// only a comment`,
    ]) {
      const { doc, problems } = readText(text);
      assert.ok(problems.length > 0, text);
      assert.equal(docText(doc!), text);
    }
  });

  it("keeps the blanks in empty pairs", () => {
    for (const text of [
      '{\n  "meta": {\n     },\n  "a": 1\n}\n',
      '{ "a": [ ], "b": { } }\n',
      "{ }\n",
      '{"sheets": [\n\t]}',
    ]) {
      const { doc, problems } = readText(text);
      assert.deepEqual(problems, []);
      assert.equal(docText(doc!), text);
    }
  });
});

function pickValue(random: () => number): unknown {
  const values = [null, true, 0, 1.25, "text", [], [1, 2.5, "x"], [{ a: 1 }, { a: 2 }]];
  return values[Math.floor(random() * values.length)];
}
