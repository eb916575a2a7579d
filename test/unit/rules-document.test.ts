import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { docText, readText } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { applyStep, applySteps, invertSteps, removeStep, setStep } from "../../core/model/step.ts";
import { Session } from "../../core/session/session.ts";
import { changedLines } from "../laws/check-edit.ts";
import { checkFile } from "../laws/check-file.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const rules = `(version 1)

# Mains
(rule "HV clearance"
  (constraint clearance (min 6mm))
  (condition "A.hasNetclass('HV')"))
(rule wide (constraint track_width (min 0.3mm)) (layer outer))
# the end
`;

describe("files of design rules", () => {
  it("are rules with their comments", () => {
    const doc = readText(rules).doc!;
    assert.equal(doc.kind, "rules");
    assert.deepEqual(
      doc.items.entries.map((entry) => entry.id),
      ["version#1", "rule:HV clearance", "rule:wide"],
    );
    assert.equal(docText(doc), rules);
    assert.equal(doc.items.get("rule:wide")!["layer"], "outer");
  });

  it("tell what each rule asks for, and write it again", () => {
    const text =
      "(version 1)\n(rule a (constraint clearance (min 0.2mm) (opt 0.3mm)) (constraint disallow track via))\n" +
      '(rule b (constraint assertion "A.Width > 1mm") (constraint skew (max 1mm) (within_diff_pairs)))\n';
    const { doc } = readText(text);
    const [a, b] = [doc!.items.get("rule:a")!, doc!.items.get("rule:b")!];
    const none = { min: null, opt: null, max: null, words: [], lists: [] };
    assert.deepEqual(a["constraints"], [
      { ...none, type: "clearance", min: "0.2mm", opt: "0.3mm" },
      { ...none, type: "disallow", words: ["track", "via"] },
    ]);
    assert.deepEqual(b["constraints"], [
      { ...none, type: "assertion", words: ["A.Width > 1mm"] },
      { ...none, type: "skew", max: "1mm", lists: ["(within_diff_pairs)"] },
    ]);
    const written = (item: Item) => {
      const more = [...(item["constraints"] as object[]), { ...none, type: "hole_size", min: "1mm" }];
      return docText(applyStep(doc!, setStep(item, { constraints: more })!)).replace(/\s+/g, " ");
    };
    assert.match(written(b), /\(constraint assertion "A.Width > 1mm"\)/);
    assert.match(written(b), /\(max 1mm\) ?\(within_diff_pairs\)/);
    assert.match(written(a), /\(constraint hole_size ?\(min 1mm\) ?\)/);
  });

  it("change by the lines of a rule, and come back", () => {
    const doc = readText(rules).doc!;
    const steps = [
      setStep(doc.items.get("rule:HV clearance")!, { severity: "warning" })!,
      removeStep(doc, doc.items.get("rule:wide")!),
    ];
    const after = applySteps(doc, steps);
    assert.deepEqual(changedLines(rules, docText(after)), {
      removedLines: [
        `  (condition "A.hasNetclass('HV')"))`,
        `(rule wide (constraint track_width (min 0.3mm)) (layer outer))`,
      ],
      addedLines: [`  (condition "A.hasNetclass('HV')") (severity warning))`],
    });
    assert.equal(docText(applySteps(after, invertSteps(steps))), rules);
  });

  it("keep the laws of a file, the demos' and the corpus's too", () => {
    const files = [demosFolder, corpusFolder].flatMap((folder) => filesBelow(folder, ".kicad_dru"));
    for (const text of ["(version 1)\n# nothing yet\n", "# nothing at all\n", rules.replaceAll("\n", "\r\n")])
      assert.equal(docText(readText(text).doc!), text);
    for (const path of files) checkFile(new Uint8Array(readFileSync(path)));
  });

  it("say where they are broken", () => {
    const { problems } = readText('(version 1)\n(rule a (condition "x")\n');
    assert.match(problems[0]!.message, /never closed/);
    assert.equal(problems[0]!.line, 2);
  });
});

describe("project files and design rules in a session", () => {
  const project = `{\n  "meta": {\n    "version": 3\n  },\n  "text_variables": {\n    "A": "1"\n  }\n}\n`;

  async function edited(save: boolean) {
    const ports = memoryPorts({ "/a.kicad_pro": project, "/a.kicad_dru": rules });
    const session = new Session(ports);
    for (const path of ["/a.kicad_pro", "/a.kicad_dru"]) await session.open(path, "test");
    const change = (value: string, severity: string) =>
      session.transact({ label: "Change", actor: "test" }, (transaction) => {
        transaction.edit("/a.kicad_pro").set("text_variables.A", { value });
        transaction.edit("/a.kicad_dru").set("rule:wide", { severity });
      });
    await change("2", "error");
    if (save) for (const path of ["/a.kicad_pro", "/a.kicad_dru"]) await session.save(path, "test");
    await change("3", "warning");
    return { ports, session };
  }

  for (const save of [false, true]) {
    it(`come back after a crash${save ? ", edited after a save" : ""}`, async () => {
      const { ports, session } = await edited(save);
      const next = new Session({ ...ports });
      for (const path of ["/a.kicad_pro", "/a.kicad_dru"]) {
        await next.open(path, "test");
        assert.deepEqual(next.bytes(path), session.bytes(path));
        assert.equal(
          docText(next.get(path).doc).includes(path.endsWith("pro") ? `"A": "3"` : "(severity warning)"),
          true,
        );
        await next.undo(path, "test");
        if (!save) await next.undo(path, "test");
        assert.deepEqual(next.bytes(path), ports.disk.get(path));
      }
    });
  }

  it("go back together, byte by byte", async () => {
    const { session } = await edited(false);
    await session.undo("/a.kicad_pro", "test");
    await session.undo("/a.kicad_pro", "test");
    assert.equal(docText(session.get("/a.kicad_pro").doc), project);
    assert.equal(docText(session.get("/a.kicad_dru").doc), rules);
  });
});
