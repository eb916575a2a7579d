// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docText, readText } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { addStep, applyStep, invertStep, removeStep, setStep } from "../../core/model/step.ts";
import { checkFile } from "../laws/check-file.ts";
import { filesBelow } from "../laws/kicad.ts";

const examples = join(import.meta.dirname, "../../examples");

describe("library files", () => {
  for (const file of filesBelow(examples, ".kicad_sym", ".kicad_mod", "-lib-table"))
    it(`keeps the laws of a file: ${file.slice(examples.length + 1)}`, () => {
      assert.ok(checkFile(readFileSync(file)) > 0);
    });

  it("knows every kind by its first word", () => {
    const kinds = {
      '(kicad_symbol_lib (version 20241209) (generator "x") (symbol "R"))': "symbolLibrary",
      '(footprint "R" (version 20241229) (layer "F.Cu"))': "footprint",
      "(module R (layer F.Cu) (tedit 5F68FEEE))": "footprint",
      "(kicad_wks (version 20231118) (setup (textsize 1.5 1.5)))": "drawingSheet",
      "(page_layout (setup (textsize 1.5 1.5)))": "drawingSheet",
      "(sym_lib_table (version 7))": "symbolTable",
      "(fp_lib_table)": "footprintTable",
    };
    for (const [text, kind] of Object.entries(kinds)) {
      const { doc, problems } = readText(text);
      assert.deepEqual(problems, [], text);
      assert.equal(doc?.kind, kind);
      assert.equal(docText(doc!), text);
    }
  });

  it("refuses a symbol library older than KiCad 6 with the way out", () => {
    const { doc, problems } = readText("(kicad_symbol_lib (version 20180101))");
    assert.equal(doc, null);
    assert.match(problems[0]!.message, /Open and save it once/);
  });

  it("writes a table's row as KiCad does, in a row's own layout", () => {
    const old = '(fp_lib_table\n  (version 7)\n  (lib (name "a")(type "KiCad")(uri "x")(options "")(descr ""))\n)\n';
    const row = { name: 'b "c"', type: "KiCad", uri: "${KIPRJMOD}/b (1).pretty", options: "", descr: "", hidden: true };
    const doc = readText(old).doc!;
    const added = applyStep(doc, addStep(doc, "tableRow", "new", { ...row, disabled: false }));
    const line =
      '  (lib (name "b \\"c\\"")(type "KiCad")(uri "${KIPRJMOD}/b (1).pretty")(options "")(descr "")(hidden))\n';
    assert.equal(docText(added), old.replace(/\)\n$/, `${line})\n`));
    const off = applyStep(doc, setStep(doc.items.get("lib#1")!, { disabled: true })!);
    assert.equal(docText(off), old.replace('(descr "")', '(descr "")(disabled)'));
    const ten = old.replaceAll(")(", ") (").replaceAll("\n  ", "\n\t");
    const modern = readText(ten).doc!;
    const more = applyStep(modern, addStep(modern, "tableRow", "new", { ...row, disabled: false }));
    assert.equal(docText(more), ten.replace(/\)\n$/, `${line.replaceAll(")(", ") (").replace("  ", "\t")})\n`));
  });

  it("edits a footprint's file as the one item that it is", () => {
    const text = readFileSync(join(examples, "blinky/blinky.pretty/R_0805.kicad_mod"), "utf8");
    const doc = readText(text).doc!;
    const [footprint] = [...doc.items.ofKind("footprint")];
    assert.equal(footprint!["libId"], "R_0805");
    assert.equal(footprint!.children.filter((child: Item) => child.kind === "pad").length, 2);
    const step = setStep(footprint!, { tags: "resistor 0805 new" })!;
    const changed = applyStep(doc, step);
    assert.match(docText(changed), /\n\t\(tags "resistor 0805 new"\)\n/);
    assert.equal(docText(applyStep(changed, invertStep(step))), text);
    const pad = footprint!.children.find((child: Item) => child.kind === "pad")!;
    const size = setStep(pad, { size: { x: 1_100_000, y: 1_500_000 } }, footprint)!;
    assert.match(docText(applyStep(doc, size)), /\n\t\t\(size 1.1 1.5\)\n/);
  });

  it("takes a symbol out of a library and puts it back", () => {
    const text = readFileSync(join(examples, "blinky/blinky.kicad_sym"), "utf8");
    const doc = readText(text).doc!;
    const symbols = [...doc.items.ofKind("librarySymbol")];
    assert.ok(symbols.length > 3);
    const step = removeStep(doc, symbols[1]!);
    const without = applyStep(doc, JSON.parse(JSON.stringify(step)));
    assert.ok(!docText(without).includes(`(symbol "${String(symbols[1]!["name"])}"`));
    assert.equal(docText(applyStep(without, invertStep(step))), text);
  });
});
