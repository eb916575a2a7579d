import assert from "node:assert/strict";
import { checkBoard } from "../../core/engines/check/check.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { encodeText } from "../../core/format/text.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { ruleBoards } from "../laws/rule-boards.ts";
import { unseenWays } from "../laws/rule-boards-creepage.ts";

const settings = readProjectSettings(null);

function check(board: string, rules: string): number {
  const { doc } = readDoc(encodeText(board));
  assert.ok(doc !== null);
  const file = parseRules(rules);
  return checkBoard(doc, { settings, rules: file.usable ? file.rules : [] }).length;
}

/** Numbers from 0 to 1, the same with every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const plain =
  '(kicad_pcb (version 20241229) (generator "pcbnew") (layers (0 "F.Cu" signal) (2 "B.Cu" signal)) (net 0 "") (net 1 "A")';

describe("check.drc with hostile rules and boards", function () {
  this.timeout(600_000);

  it("takes rules that are broken anywhere", () => {
    const boards = ruleBoards();
    const random = numbers(1);
    for (let i = 0; i < 300; i++) {
      const { rules } = boards[i % boards.length]!;
      const at = Math.floor(random() * rules.length);
      const junk = ["(", ")", '"', "'", "*", "999999999999999mm", "-1mm", "A.", "&&", "\0", "(rule", "#"];
      const file = parseRules(rules.slice(0, at) + junk[i % junk.length]! + rules.slice(at + Math.floor(random() * 8)));
      assert.ok(file.usable || file.problems.length > 0);
    }
  });

  it("checks boards with places and sizes out of all measure", () => {
    const random = numbers(2);
    const wild = ["0", "-0.000001", "2147.483647", "-99999", "1e9", "NaN", "1e-9"];
    for (const { board, rules } of [...ruleBoards(), unseenWays()].filter(({ name }) => name !== "library")) {
      let n = 0;
      const bent = board.replace(/-?\d+\.\d+/g, (number) =>
        ++n > 40 && random() < 0.01 ? wild[n % wild.length]! : number,
      );
      assert.ok(check(bent, rules) >= 0);
    }
  });

  it("matches patterns of many stars in no time worth naming", () => {
    const stars = "*a".repeat(200);
    const name = "a".repeat(5_000);
    const board = `${plain} (net 2 "${name}") (segment (start 0 0) (end 5 0) (width 0.2) (layer "F.Cu") (net 2) (uuid "1")))`;
    const rules = `(version 1) (rule x (constraint track_width (min 1mm)) (condition "A.NetName == '${stars}b' || A.NetName == '${stars}'"))`;
    assert.ok(check(board, rules) >= 1);
  });

  it("asks a group of a million members once", () => {
    const members = Array.from({ length: 1_000_000 }, (_, i) => `"m${i}"`).join(" ");
    const tracks = Array.from(
      { length: 500 },
      (_, i) => `(segment (start ${i} 0) (end ${i} 5) (width 0.2) (layer "F.Cu") (net 1) (uuid "m${i}"))`,
    ).join(" ");
    const board = `${plain} ${tracks} (group "G" (uuid "g") (members ${members})))`;
    const rules = `(version 1) (rule x (constraint track_width (min 1mm)) (condition "A.memberOfGroup('G')"))`;
    assert.ok(check(board, rules) >= 199);
  });

  it("asks groups that lie in one another ten thousand deep", () => {
    const groups = Array.from(
      { length: 10_000 },
      (_, i) => `(group "G${i}" (uuid "g${i}") (members "${i === 0 ? "m" : `g${i - 1}`}"))`,
    ).join(" ");
    const board = `${plain} (segment (start 0 0) (end 0 5) (width 0.2) (layer "F.Cu") (net 1) (uuid "m")) ${groups})`;
    const rules = (name: string) =>
      `(version 1) (rule x (constraint track_width (min 1mm)) (condition "A.memberOfGroup('${name}')"))`;
    assert.ok(check(board, rules("G500")) > check(board, rules("H")));
  });

  it("nests conditions deeply without running out of room", () => {
    const deep = `${"(".repeat(3_000)}A.Type == 'Track'${")".repeat(3_000)}`;
    const file = parseRules(`(version 1) (rule x (constraint track_width (min 1mm)) (condition "${deep}"))`);
    assert.ok(file.usable || file.problems.length > 0);
  });
});
