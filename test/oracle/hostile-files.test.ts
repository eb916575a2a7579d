import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textNotes } from "../../core/format/text-notes.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder, kicadOutput } from "../laws/kicad-cache.ts";

const script = join(import.meta.dirname, "resave.py");
const board = (text: string) =>
  Buffer.from(
    `(kicad_pcb\n\t(version 20241229)\n\t(generator "pcbnew")\n\t(layers\n\t\t(0 "F.Cu" signal)\n\t\t(2 "B.Cu" signal)\n\t)\n` +
      `\t(gr_text "${text}"\n\t\t(at 10 10 0)\n\t\t(layer "F.Cu")\n\t\t(uuid "00000000-0000-4000-8000-000000000001")\n\t)\n)\n`,
    "latin1",
  );

const { title, skip } = needs("what the notes of odd texts say of KiCad", hasKicad, "kicad-cli");
(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  async function saved(bytes: Buffer): Promise<string> {
    const folder = caseFolder([bytes.toString("latin1")]);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "odd.kicad_pcb");
    writeFileSync(file, bytes);
    return (await kicadOutput(file, ["/usr/bin/python3", script, file, "{out}"], [script])).toString("latin1");
  }

  it("a text with a byte that is no UTF-8 is empty to KiCad", async () => {
    const bytes = board("a\xe9b");
    assert.match(textNotes(bytes)[0]!.message, /0xE9.*takes a text that holds it for empty/);
    assert.match(await saved(bytes), /\(gr_text ""/);
  });

  it("a text ends for KiCad before a NUL byte", async () => {
    const bytes = board("a\0b");
    assert.match(textNotes(bytes)[0]!.message, /ends a text before it/);
    assert.match(await saved(bytes), /\(gr_text "a"/);
  });

  it("a file with a byte-order mark is none to KiCad", async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), board("a")]);
    assert.match(textNotes(bytes)[0]!.message, /does not open/);
    await assert.rejects(saved(bytes));
    assert.deepEqual(textNotes(board("a")), []);
    assert.match(await saved(board("a")), /\(gr_text "a"/);
  });
});
