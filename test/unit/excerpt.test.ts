import assert from "node:assert/strict";
import { excerpt, symbolPlaces } from "../../core/library/excerpt.ts";
import { readDoc } from "../../core/model/document.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const library = (indent: string) =>
  bytesOf(
    [
      '(kicad_symbol_lib (version 20211014) (generator "x")',
      `${indent}(symbol "A" (property "Reference" "R")`,
      `${indent}${indent}(symbol "A_0_1")`,
      `${indent})`,
      `${indent}(symbol "µ B" (extends "A")`,
      `${indent})`,
      ")",
      "",
    ].join("\n"),
  );

describe("symbols found by the layout of a library file", () => {
  for (const indent of ["\t", "  "]) {
    it(`indented by ${JSON.stringify(indent)}: each is a file of its own, with the head of the whole`, () => {
      const bytes = library(indent);
      const found = symbolPlaces(bytes)!;
      assert.deepEqual([...found.places.keys()], ["A", "µ B"]);
      for (const [name, place] of found.places) {
        const { doc, problems } = readDoc(excerpt(bytes, found, place));
        assert.deepEqual(problems, []);
        const [symbol, more] = [...doc!.items.ofKind("librarySymbol")];
        assert.equal(symbol?.["name"], name);
        assert.equal(more, undefined);
      }
    });
  }

  it("finds none where the file is laid out otherwise, cut off or named with escapes", () => {
    const text = new TextDecoder().decode(library("\t"));
    for (const other of [
      text.replaceAll("\n", " "),
      text.replaceAll("\n\t(", "\n    ("),
      text.replace(/\n\)\n$/, ""),
      text.replace('"A"', '"A\\"1"'),
      "",
    ])
      assert.equal(symbolPlaces(bytesOf(other)), null, other);
  });

  it("a text that looks like a symbol makes a part that is not whole, which its reading tells", () => {
    const bytes = bytesOf(
      '(kicad_symbol_lib (version 20211014)\n\t(symbol "A" (property "D" "x\n\t(symbol "B" y"))\n)\n',
    );
    const found = symbolPlaces(bytes)!;
    for (const place of found.places.values()) assert.notDeepEqual(readDoc(excerpt(bytes, found, place)).problems, []);
  });
});
