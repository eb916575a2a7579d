import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { Caller, EditResult } from "../../core/commands/define.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { fieldChild } from "../../core/model/board/footprint.ts";
import { demosFolder, filesBelow, hasDemos, hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { ownParity } from "../laws/parity-agreement.ts";

const caller: Caller = { name: "test", kind: "script" };

/** EDSNX_UPDATE_DEMOS=all takes every demo with a board and a schematic of one name (vme-wren takes KiCad minutes). */
const chosen = (process.env["EDSNX_UPDATE_DEMOS"] ?? "complex_hierarchy,pic_programmer,StickHub").split(",");
const demos = filesBelow(demosFolder, ".kicad_pcb")
  .filter((path) => existsSync(path.replace(/pcb$/, "sch")) && existsSync(path.replace(/pcb$/, "pro")))
  .filter((path) => chosen.some((name) => name === "all" || path.includes(name)));

const { title, skip } = needs(
  "the schematic after an update from the board",
  hasKicad && hasDemos,
  "kicad-cli or its demos",
);

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-back-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const demo of demos) {
    it(`differs for KiCad no more than before: ${demo.slice(demosFolder.length + 1)}, renamed and revalued`, async () => {
      cpSync(dirname(demo), folder, { recursive: true });
      const board = join(folder, basename(demo));
      const before = (await kicadFindings(board, true)).filter((line) => PARITY.test(line));
      const nets = readFileSync(board, "utf8").matchAll(/\(net \d+ "(\/[^"/{}[\]]+)"\)/g);
      const names = new Set([...nets].map(([, name]) => name!));
      let text = readFileSync(board, "utf8");
      for (const name of [...names].slice(0, 12)) text = text.replaceAll(`"${name}")`, `"${name}_B")`);
      writeFileSync(board, text);
      const runtime = createRuntime({ cwd: folder, report: () => undefined });
      const run = (id: string, args: Record<string, unknown>) => runtime.core.run(id, args, { caller });
      try {
        await run("session.open", { path: board });
        const footprints = [...runtime.core.session.get(board).doc.items.ofKind("footprint")];
        const parts = footprints.filter((each) => /[A-Z]\d+$/.test(referenceOf(each)) && each["path"] != null);
        const operations = parts.flatMap((each, i) => {
          const reference = fieldChild(each, "Reference")!;
          const value = fieldChild(each, "Value")!;
          const text = (item: typeof value, to: string) => ({
            id: "pcb.setProperties",
            args: {
              path: board,
              items: item.id,
              force: true,
              properties: item.kind === "property" ? { value: to } : { text: to },
            },
          });
          const renamed = text(
            reference,
            referenceOf(each).replace(/(\d+)$/, (n) => String(Number(n) + 4000)),
          );
          return i % 3 === 0 ? [renamed, text(value, `value ${referenceOf(each)}`)] : [renamed];
        });
        for (const { id, args } of operations) await run(id, args);
        const { notes = [] } = (await run("project.updateSchematic", { path: board, fields: false })) as EditResult;
        assert.ok(
          notes.some((note) => note.startsWith("Renames ")),
          notes.join("\n"),
        );
        assert.ok(
          notes.some((note) => note.startsWith("Renames net ")),
          notes.join("\n"),
        );
        for (const { path } of runtime.core.session.list()) await run("session.save", { path });
        // Where a sheet is used again its parts share one value and its labels one name: what the notes say stays. Names
        // that KiCad makes of references follow with the next update of the board.
        const shared = notes.some((note) => /uses of one sheet would differ|sheet that is used again/.test(note));
        for (const { type, board: own, schematic } of ownParity(board)) {
          if (type !== "net_conflict" || shared) continue;
          const said = notes.some((note) => note.includes(`${own} on the board`) || note.includes(`on ${own}`));
          assert.ok(said || MADE_UP.test(`${own} ${schematic}`), `${own} and ${schematic}: ${notes.join("\n")}`);
        }
        const after = (await kicadFindings(board, true)).filter(
          (line) => PARITY.test(line) && !line.includes("net_conflict"),
        );
        const left = after.filter((line) => !before.includes(line));
        if (shared)
          assert.ok(
            left.every((line) => line.includes("footprint_symbol_mismatch")),
            left.join("\n"),
          );
        else assert.deepEqual(left, [], notes.join("\n"));
      } finally {
        await runtime.dispose("quietly");
      }
    });
  }
});

/** A name that KiCad makes of a pin. */
const MADE_UP = /(Net|unconnected)-\(/;

/** What KiCad's parity check says. */
const PARITY = /missing_footprint|extra_footprint|duplicate_footprints|net_conflict|footprint_symbol_mismatch/;
