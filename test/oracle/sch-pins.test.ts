import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Contact } from "../../core/engines/sheet/contacts.ts";
import { contactsOf, contactsOfItem, isOn } from "../../core/engines/sheet/contacts.ts";
import { librarySymbolsOf } from "../../core/engines/sheet/symbol-pins.ts";
import type { SymbolInstance } from "../../core/model/schematic/symbol.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { kicadNetlist } from "../laws/netlist.ts";
import { sheetsOf } from "../laws/sheets.ts";

/** For each pin (`R1.2`) of KiCad's netlist how many pins its net has. */
async function kicadPins(schematic: string): Promise<Map<string, number>> {
  const { nets } = await kicadNetlist(schematic);
  return new Map([...nets.values()].flatMap((pins) => pins.map((pin) => [pin, pins.length] as const)));
}

/** How our geometry sees each pin of a project: whether anything touches it. */
function ourPins(schematic: string): Map<string, boolean> {
  const touched = new Map<string, boolean>();
  for (const { doc, path } of sheetsOf(schematic)) {
    const library = librarySymbolsOf(doc);
    const map = contactsOf(doc);
    for (const symbol of doc.items.ofKind("symbol")) {
      const instance = (symbol["instances"] as readonly SymbolInstance[]).find((i) => i.path === path);
      if (instance === undefined) continue;
      for (const pin of contactsOfItem(symbol, library)) {
        const others = map.at(pin.at).filter((c: Contact) => c.item !== symbol.id && c.kind !== "noConnect");
        const on =
          pin.global === true ||
          others.length > 0 ||
          map.lines.some((line) => !line.bus && isOn(pin.at, line.from, line.to));
        const name = `${instance.reference}.${pin.pin}`;
        touched.set(name, (touched.get(name) ?? false) || on);
      }
    }
  }
  return touched;
}

// The corpus takes a minute more: EDSNX_FULL=1.
const folders = process.env["EDSNX_FULL"] === undefined ? [demosFolder] : [demosFolder, corpusFolder];
const roots = folders
  .flatMap((folder) => filesBelow(folder, ".kicad_sch"))
  .filter((file) => {
    const text = readFileSync(file, "utf8");
    // Roots of their own project, since KiCad 7: before, references stand in the root file.
    return /\(version 202[3-6]/.test(text.slice(0, 200)) && existsSync(file.replace(/kicad_sch$/, "kicad_pro"));
  });

const { title, skip } = needs("pins on the sheet", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);
  let agreed = 0;
  const failed: string[] = [];

  it("places every pin where KiCad connects it", async () => {
    for (const root of roots) {
      const kicad = await kicadPins(root).catch(() => null);
      if (kicad === null) continue;
      const ours = ourPins(root);
      for (const [pin, pins] of kicad) {
        const touched = ours.get(pin);
        if (touched === undefined) failed.push(`${basename(root)} ${pin}: not found`);
        else if (pins > 1 && !touched) failed.push(`${basename(root)} ${pin}: nothing touches it, KiCad joins ${pins}`);
        else agreed++;
      }
    }
    if (process.env["EDSNX_SHOW"] !== undefined)
      console.log(`${roots.length} projects, ${agreed} pins agree, ${failed.length} not`);
    assert.deepEqual(failed.slice(0, 20), []);
    assert.ok(agreed > 100);
  });
});
