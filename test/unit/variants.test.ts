// biome-ignore-all lint/suspicious/noTemplateCurlyInString: KiCad's names of columns look like variables.
import assert from "node:assert/strict";
import type { SymbolInstance } from "../../core/model/schematic/symbol.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const LIB =
  '(symbol "L:R" (property "Reference" "R" (at 0 0 0)) (property "Value" "R" (at 0 0 0)) ' +
  '(symbol "R_1_1" (pin passive line (at 0 3.81 270) (length 1.27) (name "~") (number "1"))))';
const head = '(version 20260306) (generator "eeschema") (generator_version "10.0")';
const root = "11111111-1111-4111-8111-111111111111";
const sheet = "22222222-2222-4222-8222-222222222222";

function part(id: string, reference: string, path: string, variants = "", fields = ""): string {
  return (
    `(symbol (lib_id "L:R") (at 10 10 0) (unit 1) (in_bom yes) (on_board yes) (dnp no) (uuid "${id}") ` +
    `(property "Reference" "${reference}" (at 10 8 0)) (property "Value" "1k" (at 10 12 0)) ${fields}` +
    `(instances (project "v" (path "${path}" (reference "${reference}") (unit 1) ${variants}))))`
  );
}

// R1 has another value and a field in Lite, R2 is not populated there; the whole sheet below is left out of the table.
const text =
  `(kicad_sch ${head} (uuid "${root}") (paper "A4") (lib_symbols ${LIB}) ` +
  part(
    "r1",
    "R1",
    `/${root}`,
    '(variant (name "Lite") (field (name "Value") (value "470")) (field (name "MPN") (value "X"))) (variant (name "Full"))',
  ) +
  part("r2", "R2", `/${root}`, '(variant (name "Lite") (dnp yes))') +
  '(sheet (at 50 50) (size 10 10) (in_bom yes) (on_board yes) (dnp no) (uuid "' +
  `${sheet}") (property "Sheetname" "A" (at 50 49 0)) (property "Sheetfile" "a.kicad_sch" (at 50 61 0)) ` +
  `(instances (project "v" (path "/${root}" (page "2") (variant (name "Lite") (in_bom no))))))` +
  '(sheet_instances (path "/" (page "1"))))';
const below = `(kicad_sch ${head} (uuid "a") (paper "A4") (lib_symbols ${LIB}) ${part("r3", "R3", `/${root}/${sheet}`)})`;
const project = JSON.stringify({ schematic: { variants: [{ name: "Empty", description: "nothing differs" }] } });
const start = {
  ...{ text, path: "/v/v.kicad_sch" },
  others: { "/v/a.kicad_sch": below, "/v/v.kicad_pro": project },
};
const fields = ["Reference", "Value", "MPN", "${DNP}"];

async function table(variant?: string): Promise<string[]> {
  const world = await openWorld(start);
  const call = variant === undefined ? { fields } : { fields, variant };
  const { rows } = (await world.run("query.bom", call)) as { rows: { values: string[] }[] };
  return rows.map(({ values }) => values.join(" "));
}

describe("variants of a design", () => {
  it("change the bill of materials, of parts and of whole sheets", async () => {
    assert.deepEqual(await table(), ["R1 1k  ", "R2 1k  ", "R3 1k  "]);
    assert.deepEqual(await table("Lite"), ["R1 470 X ", "R2 1k  DNP"]);
    assert.deepEqual(await table("lite"), await table("Lite"), "names go without case");
    assert.deepEqual(await table("Full"), await table());
    assert.deepEqual(await table("Empty"), await table(), "the project file knows it");
  });

  it("are written into the file by project.bom", async () => {
    const world = await openWorld(start);
    const { text: csv } = (await world.run("project.bom", { fields, variant: "Lite", excludeDnp: true })) as {
      text: string;
    };
    assert.deepEqual(csv.split("\n").slice(1), ['"R1","470","X",""', ""]);
  });

  it("are named when there is none of that name", () =>
    checkQueryRefused("Big", /Cannot use the variant "Big": the design has Empty, Lite, Full\./));

  it("are edited by what differs, and leave the design as it is drawn", async () => {
    const instances = [
      { project: "v", path: `/${root}`, reference: "R2", unit: 1, variants: [{ name: "Lite", dnp: false }] },
    ];
    const { doc, after } = await checkEdit({
      ...start,
      command: "sch.setProperties",
      args: { items: "R2", properties: { instances } },
    });
    const [own] = doc.items.get("r2")!["instances"] as readonly SymbolInstance[];
    assert.deepEqual([own!.variants![0]!.name, own!.variants![0]!.dnp], ["Lite", false]);
    assert.equal(doc.items.get("r2")!["dnp"], false);
    assert.match(after, /\(variant\s+\(name "Lite"\)\s+\(dnp no\)\s*\)/);
  });

  it("are refused in a form that no file has", () =>
    checkRefused({
      ...start,
      command: "sch.setProperties",
      args: { items: "R2", properties: { instances: [{ variants: [{ name: 7 }] }] } },
      code: "invalid-args",
    }));
});

async function checkQueryRefused(variant: string, message: RegExp): Promise<void> {
  const world = await openWorld(start);
  await assert.rejects(world.run("query.bom", { variant }), { code: "not-found", message });
}
