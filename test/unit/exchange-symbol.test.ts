import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const library = readFileSync(join(folder, "blinky.kicad_sym"), "utf8");
const others = {
  "/blinky/blinky.kicad_sym": library,
  "/blinky/sym-lib-table": readFileSync(join(folder, "sym-lib-table"), "utf8"),
  "/blinky/blinky.kicad_pro": "{}",
};
const start = { file: join(folder, "blinky.kicad_sch"), path: "/blinky/blinky.kicad_sch", others };
const changed = {
  ...start,
  others: { ...others, "/blinky/blinky.kicad_sym": library.replace("(at 0 3.81 270)", "(at 0 5.08 270)") },
};
const called = (doc: Doc, reference: string) =>
  [...doc.items.ofKind("symbol")].find((item) => propertyValue(item, "Reference") === reference)!;
const definitions = (doc: Doc) => [...doc.items.ofKind("librarySymbols")][0]!.children.map((child) => child["name"]);
const fields = (item: Item) =>
  item.children.filter((c) => c.kind === "property").map((c) => [c["name"], c["value"], c["at"]]);

describe("sch.updateSymbols", () => {
  it("leaves no entry where all agree", async () => {
    const world = await openWorld(start);
    const result = (await world.run("sch.updateSymbols")) as EditResult;
    assert.deepEqual(result.notes, ["All agree with the libraries."]);
    assert.equal(world.session.get(world.path).history.length, 0);
  });

  it("takes the new drawing for all, and says which pins moved", async () => {
    const before = (await openWorld(start)).doc();
    const { doc, result } = await checkEdit({ ...changed, command: "sch.updateSymbols", args: {} });
    assert.match(result.notes!.join("\n"), /^Updates blinky:\w+\.\n\w+: pin \w+ moved; look at its wires\./);
    assert.deepEqual(definitions(doc), definitions(before));
    for (const symbol of before.items.ofKind("symbol"))
      assert.deepEqual(fields(doc.items.get(symbol.id)!), fields(symbol));
  });

  it("leaves the others of a definition alone", async () => {
    const { result: all } = await checkEdit({ ...changed, command: "sch.updateSymbols", args: {} });
    const one = /\n(\w+): pin/.exec(all.notes!.join("\n"))![1]!;
    const { doc, result } = await checkEdit({ ...changed, command: "sch.updateSymbols", args: { items: one } });
    assert.equal(result.notes!.filter((note) => note.includes("moved")).length, 1);
    const own = called(doc, one);
    const rest = [...doc.items.ofKind("symbol")].filter((item) => item["libId"] === own["libId"] && item !== own);
    assert.equal(rest.length > 0, own["libName"] !== null);
    for (const item of rest) assert.equal(item["libName"], null);
  });
});

describe("sch.replaceSymbol", () => {
  it("keeps reference, fields and place", async () => {
    const before = called((await openWorld(start)).doc(), "U1");
    const { doc, result } = await checkEdit({
      ...start,
      command: "sch.replaceSymbol",
      args: { items: "U1", symbol: "blinky:R" },
    });
    const after = called(doc, "U1");
    assert.equal(after["libId"], "blinky:R");
    assert.deepEqual(after["at"], before["at"]);
    assert.deepEqual(after["instances"], before["instances"]);
    assert.deepEqual(fields(after), fields(before));
    assert.deepEqual(
      after.children.filter((child) => child.kind === "pin").map((pin) => pin["number"]),
      ["1", "2"],
    );
    assert.match(result.notes!.join(), /U1: pin .* moved, pin .*3 is gone/);
    assert.ok(!definitions(doc).includes(before["libId"]));
  });

  it("refuses a symbol that is not there", () =>
    checkRefused({
      ...start,
      command: "sch.replaceSymbol",
      args: { items: "R1", symbol: "blinky:NONE" },
      code: "not-found",
      message: /no such symbol/,
    }));
});
