import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KindRow } from "../laws/every-property.ts";
import { everyProperty } from "../laws/every-property.ts";

const page = join(import.meta.dirname, "../../docs/proofs/properties.md");

/** What is set in another way, since more hangs on it than the property. */
const otherWays: Readonly<Record<string, string>> = {
  "layers.rows": "pcb.setLayers",
  "paper.width": "pcb.setPage, sch.setPage: with the height",
  "paper.height": "pcb.setPage, sch.setPage: with the width",
  "footprint.layer": "pcb.flip",
  "symbol.at": "sch.move, sch.rotate",
  "symbol.mirror": "sch.mirror",
  "symbol.instances": "sch.annotate, sch.setField; in place only: each row as it stands, with what differs",
  "sheet.at": "sch.move",
  "sheet.instances": "the same",
  "property.name": "sch.setField",
  "librarySymbol.name": "lib.symbol.edit",
  "symbolUnit.name": "lib.symbol.edit",
};

describe("every property of every kind of item", function () {
  this.timeout(120_000);
  let rows: readonly KindRow[] = [];
  before(async () => {
    rows = await everyProperty();
  });

  it("that can be set is set, read back from the file as set, and undone to the byte", () => {
    const left = rows.flatMap(({ kind, unproved }) => unproved.map((name) => `${kind}.${name}`));
    assert.deepEqual(
      left.filter((each) => otherWays[each] === undefined),
      [],
    );
    assert.ok(rows.length >= 80, `${rows.length} kinds`);
  });

  it("is shown by query.item", () => {
    for (const { file, kind, properties, readable } of rows)
      assert.ok(properties - readable <= 1, `${file} ${kind}: ${readable} of ${properties}`);
  });

  it("stands in the table of the documentation (EDSNX_WRITE=1 writes it)", () => {
    const text = tableOf(rows);
    if (process.env["EDSNX_WRITE"] === "1") writeFileSync(page, text);
    assert.equal(readFileSync(page, "utf8"), text);
  });
});

function tableOf(all: readonly KindRow[]): string {
  const sum = (of: (row: KindRow) => number) => all.reduce((total, row) => total + of(row), 0);
  const lines = all.map(
    ({ file, kind, properties, readable, settable, proved, unproved }) =>
      `| ${file} | ${kind} | ${properties} | ${readable} | ${settable} | ${proved} | ${unproved.join(", ")} |`,
  );
  return `# Proof: properties

Every kind of item that stands in boards, schematics, symbol libraries and drawing sheets, with all tokens of KiCad 6 to
10, written by \`test/unit/every-property.test.ts\`. The test makes a file with an item of each kind, sets each property
that \`query.schema\` calls settable by \`pcb.setProperties\` or \`sch.setProperties\`, reads the written bytes anew and
compares, and undoes: the bytes are the old ones. What is in fewer versions is tried in a file of such a version.
\`test/oracle/properties.test.ts\` does the same with boards of KiCad 6 to 9 from the corpus, which KiCad then reads.
Settings of projects have commands of their own (\`project.settings\`, \`project.readSettings\`, \`pcb.setNetclass\`,
\`pcb.setConstraints\`, \`project.textVariables\`).

Together ${all.length} kinds, ${sum((row) => row.properties)} properties: ${sum((row) => row.readable)} shown by \`query.item\` (the others are the word
in the file that says which shape it is), ${sum((row) => row.settable)} settable, ${sum((row) => row.proved)} of them set, read back and undone.

| file | kind | properties | shown by query.item | settable | set and undone | set in another way |
| --- | --- | ---: | ---: | ---: | ---: | --- |
${lines.join("\n")}

Set in another way, since more hangs on it:

${Object.entries(otherWays)
  .map(([name, way]) => `- \`${name}\`: ${way}`)
  .join("\n")}
`;
}
