import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { corpusFolder, demosFolder, filesBelow, hasCorpus, hasDemos, needs } from "../laws/kicad.ts";
import { inventoryOf, strangeTokens } from "../laws/token-inventory.ts";
import { raised } from "../laws/upgrade-agreement.ts";

/**
 * No KiCad 10 judges here: what is raised to it is held against files that KiCad 10 saved, in which tokens stand in
 * which lists and in which order, and against itself, read anew.
 */
const files = [
  join(corpusFolder, "akl-ad4/akl-ad4.kicad_pcb"),
  join(corpusFolder, "kikit-conn/conn-fail-ignored-v8.kicad_pcb"),
  join(demosFolder, "pic_programmer/pic_programmer.kicad_pcb"),
  join(demosFolder, "pic_programmer/pic_programmer.kicad_sch"),
  join(corpusFolder, "74th-ch32v203/ch32v203-promicro/ch32v203-promicro.kicad_sch"),
  join(demosFolder, "complex_hierarchy/ampli_ht.kicad_sch"),
];

/** Files that KiCad 10 saved itself, by their makers' word. */
const saved = [...filesBelow(corpusFolder, ".kicad_pcb"), ...filesBelow(corpusFolder, ".kicad_sch")].filter((file) =>
  /orangecrab-v10|kct-v10-tokens|glasgow-revd0-sch/.test(file),
);

/** What depends on the design, and not on the version: the title, what a sheet shows, how its texts look. */
const ofTheDesign = (strange: string) =>
  / is new$/.test(strange) ||
  /^kicad_(pcb|sch): /.test(strange) ||
  /title_block|effects|stroke|fill|pin_names|primitives/.test(strange.split(": ")[0]!) ||
  // KiCad sorts what is drawn by layer, and only some fields have no place: the filters of the symbol.
  /: (fp|gr)_\w+ before |: (polyline|arc|circle|rectangle) before /.test(strange) ||
  /footprint\/property: (at|layer|uuid|effects) is missing|via: tenting is missing|: fields_autoplaced is missing/.test(
    strange,
  );

const { title, skip } = needs("project.upgrade to KiCad 10", hasCorpus && hasDemos, "the corpus or KiCad's demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  const known = inventoryOf(saved.map((file) => readFileSync(file)));
  for (const file of files) {
    it(`${file.replace(/^.*\//, "")} has the structure of KiCad 10, the same nets, and undoes to its bytes`, () => {
      const doc = raised(file, 10);
      const { strange, judged } = strangeTokens([writeDoc(doc)], known);
      assert.ok(judged > 300, `${judged} lists judged`);
      assert.deepEqual(
        strange.filter((each) => !ofTheDesign(each)),
        [],
      );
      const old = readDoc(readFileSync(file)).doc!;
      assert.deepEqual(
        netsOf([...doc.items.entries].map((e) => e.item())),
        netsOf(old.items.entries.map((e) => e.item())),
      );
      assert.equal([...doc.items.ofKind("net")].length, 0);
    });
  }
});

/** The nets of items by their ids, those of pads too. */
function netsOf(items: readonly Item[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) {
    if (item.kind === "net") continue;
    if (item["net"] !== undefined) found.set(item.id, item["net"]);
    const pads = item.children.filter((child) => child["net"] !== undefined);
    for (const [i, pad] of pads.entries()) found.set(`${item.id} ${pad["number"]} ${i}`, pad["net"]);
  }
  return found;
}
