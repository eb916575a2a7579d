import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { contactsOf } from "../../core/engines/sheet/contacts.ts";
import { needsJunction } from "../../core/engines/sheet/junctions.ts";
import { readSound } from "../laws/check-file.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, needs } from "../laws/kicad.ts";

const { title, skip } = needs("dots of KiCad's own sheets", hasDemos, "the demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(300_000);

  it("stand where we would put them", () => {
    let agreed = 0;
    const extra: string[] = [];
    const lacking: string[] = [];
    for (const file of [...filesBelow(demosFolder, ".kicad_sch"), ...filesBelow(corpusFolder, ".kicad_sch")]) {
      const bytes = readFileSync(file);
      const map = contactsOf(readSound(bytes));
      for (const [key, contacts] of map.byPlace) {
        const dot = contacts.some((contact) => contact.kind === "junction");
        const wanted = needsJunction(contacts[0]!.at, map);
        if (dot && wanted) agreed++;
        else if (wanted) lacking.push(`${basename(file)} ${key}`);
        else if (dot) extra.push(`${basename(file)} ${key}`);
      }
    }
    const counts = { agreed, extra: extra.length, lacking: lacking.length };
    if (process.env["EDSNX_SHOW"] !== undefined) console.log(counts, extra, lacking);
    assert.ok(agreed > 300, JSON.stringify(counts));
    // A sheet drawn by a program has pins on the middle of wires without dots, and dots on plain corners.
    const odd = [...extra, ...lacking].filter((place) => !place.startsWith("bldc_controller"));
    assert.ok(odd.length <= agreed / 500, odd.join("\n"));
  });
});
