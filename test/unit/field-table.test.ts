import assert from "node:assert/strict";
import { FieldTable } from "../../webview-ui/canvas/field-table.ts";

const row = (reference: string, ...values: string[]) => ({ reference, values });

function table(): FieldTable {
  return new FieldTable(
    ["Value", "MPN"],
    [row("R10", "10k", ""), row("R2", "330", "A-1"), row("C1", "100n", ""), row("R?", "1k", "")],
  );
}

const references = (rows: readonly { reference: string }[]) => rows.map(({ reference }) => reference);

describe("the table of fields", () => {
  it("sorts by a column with numbers by their value, both ways, and filters by words in any cell", () => {
    const fields = table();
    assert.deepEqual(references(fields.shown("", "Reference", false)), ["C1", "R?", "R2", "R10"]);
    assert.deepEqual(references(fields.shown("", "Value", true)), ["R2", "C1", "R10", "R?"]);
    assert.deepEqual(references(fields.shown("a-1 330", "Reference", false)), ["R2"]);
  });

  it("sets a cell of all marked parts, and of an unmarked part alone", () => {
    const fields = table();
    const [r10, r2, c1] = ["R10", "R2", "C1"].map(
      (name) => fields.shown("", "Reference", false).find(({ reference }) => reference === name)!,
    );
    fields.marked.add("R10").add("R2");
    fields.set(r10!, "MPN", "B-2");
    fields.set(c1!, "Value", "1u");
    assert.equal(fields.text(r2!, "MPN"), "B-2");
    assert.deepEqual(fields.changes(), [
      { references: "R10", fields: { MPN: "B-2" } },
      { references: "R2", fields: { MPN: "B-2" } },
      { references: "C1", fields: { Value: "1u" } },
    ]);
  });

  it("forgets an edit that is taken back", () => {
    const fields = table();
    const [c1] = fields.shown("C1", "Reference", false);
    fields.set(c1!, "Value", "1u");
    assert.ok(fields.isEdited(c1!, "Value"));
    fields.set(c1!, "Value", "100n");
    assert.deepEqual(fields.changes(), []);
  });

  it("leaves parts without a number alone: their name would mean others too", () => {
    const fields = table();
    for (const each of fields.shown("", "Reference", false)) fields.marked.add(each.reference);
    const [r2] = fields.shown("R2", "Reference", false);
    fields.set(r2!, "Value", "1M");
    assert.deepEqual(
      fields.changes().map((change) => change.references),
      ["R10", "R2", "C1"],
    );
  });

  it("takes a new column once", () => {
    const fields = table();
    assert.ok(fields.addColumn("Tolerance"));
    for (const name of ["tolerance", "Reference", ""]) assert.ok(!fields.addColumn(name));
    const [c1] = fields.shown("C1", "Reference", false);
    fields.set(c1!, "Tolerance", "5%");
    assert.deepEqual(fields.changes(), [{ references: "C1", fields: { Tolerance: "5%" } }]);
  });
});
