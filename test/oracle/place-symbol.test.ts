// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { addSymbol } from "../../core/commands/sch/new-symbol.ts";
import { ensureDefinition } from "../../core/commands/sch/symbol-definition.ts";
import { catalogOf } from "../../core/library/catalog.ts";
import { loadSymbol } from "../../core/library/symbols.ts";
import { librariesOf } from "../../core/library/tables.ts";
import { readText, writeDoc } from "../../core/model/document.ts";
import { Edit } from "../../core/session/edit.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const run = promisify(execFile);
const symbols = "/usr/share/kicad/symbols";
const rounds = Number(process.env["EDSNX_PLACE_ROUNDS"] ?? 30);
const root = "e0b7a17e-94e0-5a9a-83b0-59117c8fd4f8";
const empty =
  `(kicad_sch\n\t(version 20250114)\n\t(generator "eeschema")\n\t(generator_version "9.0")\n\t(uuid "${root}")\n\t(paper "A0")\n` +
  `\t(lib_symbols)\n\t(sheet_instances\n\t\t(path "/"\n\t\t\t(page "1")\n\t\t)\n\t)\n\t(embedded_fonts no)\n)\n`;

const suite = needs("a placed symbol is the library's, says KiCad", hasKicad && existsSync(symbols), "KiCad's symbols");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(240_000);

  it(`${rounds} symbols of the official libraries, half of them derived ones: ERC finds none that differs`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-place-"));
    try {
      const rows = readFileSync("/usr/share/kicad/template/sym-lib-table", "utf8");
      writeFileSync(join(folder, "sym-lib-table"), rows.replaceAll("${KICAD9_SYMBOL_DIR}", symbols));
      writeFileSync(join(folder, "t.kicad_pro"), "{}");
      const port = nodeLibraries({ settings: join(folder, "none"), cache: join(folder, "cache") });
      const libraries = await librariesOf(port, "symbols", folder);
      const edit = new Edit("sheet", readText(empty).doc!, randomUUID);
      const random = seeded(20261130);
      let derived = 0;
      for (let n = 0; n < rounds; n++) {
        const library = libraries[Math.floor(random() * libraries.length)]!;
        const all = await catalogOf(port, library);
        const heirs = all.filter((entry) => entry.extends !== undefined);
        const from = n % 2 === 0 && heirs.length > 0 ? heirs : all;
        const { name } = from[Math.floor(random() * from.length)]!;
        const part = await loadSymbol(port, libraries, `${library.name}:${name}`, "place");
        if (part.chain.length > 1) derived++;
        addSymbol(edit, ensureDefinition(edit, part), {
          libId: part.id,
          at: { x: (20 + (n % 10) * 80) * 1_270_000, y: (20 + Math.floor(n / 10) * 80) * 1_270_000 },
          angle: 0,
          mirror: null,
          unit: 1,
          style: 1,
          fields: { Reference: `U${n}` },
          uses: { project: "t", paths: [`/${root}`], taken: new Set() },
        });
      }
      assert.ok(derived >= rounds / 4, `${derived} derived ones`);
      const sheet = join(folder, "t.kicad_sch");
      writeFileSync(sheet, writeDoc(edit.doc));
      const report = join(folder, "erc.json");
      await run("kicad-cli", ["sch", "erc", "--format", "json", "--severity-all", "-o", report, sheet]);
      const found = JSON.parse(readFileSync(report, "utf8")) as {
        sheets: { violations: { type: string; description: string }[] }[];
      };
      const violations = found.sheets.flatMap((each) => each.violations);
      assert.ok(violations.length > rounds, "KiCad read the sheet: open pins");
      assert.deepEqual(
        violations.filter(({ type }) => /^lib_symbol/.test(type)).map(({ description }) => description),
        [],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
