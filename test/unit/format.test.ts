import assert from "node:assert/strict";
import { layOut } from "../../core/format/layout.ts";
import { decodeText, encodeText, formatNm, formatNumber, headOf, nmOf, quote, textOf } from "../../core/format/text.ts";
import { LIST, MAX_DEPTH, parseTree } from "../../core/format/tree.ts";

const parse = (text: string) => parseTree(encodeText(text));
const problems = (text: string) => parse(text).problems.map((p) => `${p.line}:${p.column} ${p.message}`);

describe("the lexer", () => {
  it("spans every node and links siblings", () => {
    const tree = parse('(a (b 1) "c d" e)');
    assert.deepEqual([...tree.kind.subarray(0, tree.count)], [0, 1, 0, 1, 1, 2, 1]);
    assert.equal(headOf(tree, 0), "a");
    assert.equal(textOf(tree, 5), "c d");
    assert.equal(tree.next[0], tree.count);
    assert.equal(decodeText(tree.bytes, tree.start[2]!, tree.end[2]!), "(b 1)");
  });

  it("resolves escapes as KiCad does", () => {
    const tree = parse(String.raw`("a\"b\\c\nd\x41\101")`);
    assert.equal(textOf(tree, 1), 'a"b\\c\ndAA');
  });

  it("quotes what it read", () => {
    const value = 'say "hi"\\\n\tµΩ';
    assert.equal(textOf(parse(`(${quote(value)})`), 1), value);
  });

  it("names what is wrong, where", () => {
    assert.deepEqual(problems("(a (b)"), ["1:1 a '(' that is never closed (1 open at the end)"]);
    assert.deepEqual(problems("(a)\n )"), ["2:2 a ')' that closes nothing"]);
    assert.deepEqual(problems('(a\n "b)'), ["2:2 a string that is never closed"]);
    assert.deepEqual(problems("(a \0)"), ["1:4 a NUL byte"]);
  });

  it("stops at a nesting bomb", () => {
    const tree = parse("(".repeat(1_000_000));
    assert.equal(tree.problems.length, 1);
    assert.match(tree.problems[0]!.message, new RegExp(`more than ${MAX_DEPTH} deep`));
  });

  it("reads a byte-order mark, CRLF and comment lines", () => {
    const tree = parse("\uFEFF(a\r\n# a comment (\r\n (b 1))");
    assert.deepEqual(tree.problems, []);
    assert.equal(tree.kind[2], LIST);
    assert.equal(headOf(tree, 2), "b");
  });

  it("gives no slot below maxDepth and still checks the brackets there", () => {
    const bytes = encodeText("(a (b (c (d)))) )");
    const tree = parseTree(bytes, { maxDepth: 1 });
    assert.equal(tree.count, 3);
    assert.equal(tree.problems.length, 1);
  });

  it("reads the teardrops that KiCad 8.99 wrote without a bracket", () => {
    const tree = parse("(teardrops (curved_edges no)filter_ratio 0.9) (enabled yes))");
    assert.deepEqual(tree.problems, []);
  });
});

describe("numbers", () => {
  const nm = (text: string) => nmOf(parse(`(${text})`), 1);
  it("reads millimetres exactly", () => {
    assert.equal(nm("1.234567"), 1_234_567);
    assert.equal(nm("-0.1"), -100_000);
    assert.equal(nm("358.521"), 358_521_000);
    assert.equal(nm("0.0000005"), 1);
    assert.equal(nm("0.0000004"), 0);
    assert.equal(nm("1e-3"), 1000);
    assert.ok(Number.isNaN(nm("abc")));
  });

  it("writes them as KiCad does, for every value back and forth", () => {
    for (const value of [0, 1, -1, 10, 999_999, 1_000_000, 123_456_789, -358_521_000]) {
      assert.equal(nm(formatNm(value)), value);
      assert.doesNotMatch(formatNm(value), /e|\.$|\.\d*0$/);
    }
    assert.equal(formatNm(-0), "0");
    assert.equal(formatNumber(-90), "-90");
    assert.equal(formatNumber(22.5), "22.5");
    assert.equal(formatNumber(-0), "0");
  });
});

describe("KiCad's layout", () => {
  it("puts a list a line, and shares lines among points", () => {
    const points = Array.from({ length: 12 }, (_, i) => `(xy ${i}.5 ${i}.25)`).join(" ");
    const lines = layOut(`(zone (net 1) (polygon (pts ${points})))`, 1, "modern").split("\n");
    assert.equal(lines[0], "(zone");
    assert.equal(lines[1], "\t\t(net 1)");
    assert.equal(lines[3], "\t\t\t(pts");
    assert.ok(lines[4]!.startsWith("\t\t\t\t(xy 0.5 0.25) (xy 1.5"));
    assert.ok(lines.every((line) => line.length < 120));
  });

  it("gives a list back the bracket that KiCad 8.99 lost", () => {
    const lost = "(teardrops (curved_edges no)filter_ratio 0.9) (enabled yes))";
    assert.equal(
      layOut(lost, 0, "modern"),
      "(teardrops\n\t(curved_edges no)\n\t(filter_ratio 0.9)\n\t(enabled yes)\n)",
    );
  });
});
