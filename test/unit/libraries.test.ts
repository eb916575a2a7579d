// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { catalogOf } from "../../core/library/catalog.ts";
import { scoreOf, wordsOf } from "../../core/library/find.ts";
import { expandPath, plainPath } from "../../core/library/path-variables.ts";
import { librariesOf, libraryNamed } from "../../core/library/tables.ts";
import { memoryLibraries } from "../laws/memory-libraries.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const row = (name: string, uri: string, more = "", type = "KiCad") =>
  `  (lib (name "${name}")(type "${type}")(uri "${uri}")(options "")(descr "")${more})\n`;
const table = (...rows: string[]) => `(sym_lib_table\n  (version 7)\n${rows.join("")})\n`;
const symbol = (name: string, words = "") =>
  `\t(symbol "${name}"\n\t\t(property "Description" "${words}"\n\t\t\t(at 0 0 0)\n\t\t)\n\t\t(symbol "${name}_1_1"\n\t\t\t(pin passive line\n\t\t\t\t(at 0 0 0)\n\t\t\t)\n\t\t)\n\t)\n`;
const library = (...symbols: string[]) => `(kicad_symbol_lib\n\t(version 20241209)\n${symbols.join("")})\n`;

describe("library tables", () => {
  const variables = { KICAD8_SYMBOL_DIR: "/k8", KICAD9_SYMBOL_DIR: "/k9", OWN: "${KICAD9_SYMBOL_DIR}/own" };

  it("fills variables in as KiCad does", () => {
    const context = {
      known: new Map(Object.entries(variables)),
      project: "/p",
      installed: { symbols: ["/inst"], footprints: ["/fps"] },
    };
    const cases: Record<string, string> = {
      "${KIPRJMOD}/a": "/p/a",
      "$(KIPRJMOD)/a": "/p/a",
      "${KICAD8_SYMBOL_DIR}/a": "/k8/a",
      "${KICAD6_SYMBOL_DIR}/a": "/k9/a",
      "${OWN}/a": "/k9/own/a",
      "${KISYSMOD}/a": "/fps/a",
      "${KICAD9_FOOTPRINT_DIR}/a": "/fps/a",
    };
    for (const [uri, path] of Object.entries(cases))
      assert.deepEqual(expandPath(uri, context), { text: path, unknown: [] });
    assert.deepEqual(expandPath("${NOPE}/a", context), { text: "${NOPE}/a", unknown: ["NOPE"] });
    const circle = {
      ...context,
      known: new Map([
        ["A", "${B}"],
        ["B", "${A}"],
      ]),
    };
    assert.ok(expandPath("${A}", circle).unknown.length > 0);
    assert.equal(plainPath("a/../b/./c.kicad_sym", "/p"), "/p/b/c.kicad_sym");
  });

  it("puts the project's table before the global one and follows tables in tables", async () => {
    const ports = memoryPorts({
      "/p/sym-lib-table": table(
        row("R", "${KIPRJMOD}/r.kicad_sym"),
        row("off", "/x.kicad_sym", "(disabled)"),
        row("net", "//host/x.kicad_sym"),
      ),
      "/g/sym-lib-table": table(
        row("R", "/g/r.kicad_sym"),
        row("more", "/g/more-sym-lib-table", "", "Table"),
        row("self", "/g/sym-lib-table", "", "Table"),
      ),
      "/g/more-sym-lib-table": table(row("inner", "${KICAD9_SYMBOL_DIR}/i.kicad_sym", "(hidden)")),
      "/p/loose.kicad_sym": library(symbol("L")),
      "/p/r.kicad_sym": library(symbol("A")),
    });
    const port = memoryLibraries(ports, { variables, tables: ["/none/sym-lib-table", "/g/sym-lib-table"] });
    const all = await librariesOf(port, "symbols", "/p");
    assert.deepEqual(
      all.map(({ name, scope, path, hidden }) => [name, scope, path, hidden]),
      [
        ["R", "project", "/p/r.kicad_sym", false],
        ["off", "project", "/x.kicad_sym", false],
        ["net", "project", null, false],
        ["R", "global", "/g/r.kicad_sym", false],
        ["inner", "global", "/k9/i.kicad_sym", true],
        ["self", "global", null, false],
        ["loose", "folder", "/p/loose.kicad_sym", false],
      ],
    );
    assert.equal(libraryNamed(all, "R")?.scope, "project");
    assert.equal(libraryNamed(all, "off"), undefined);
    assert.match(all[2]!.problem!, /another machine/);
    assert.match(all[5]!.problem!, /holds itself/);
  });

  it("takes the libraries that came with KiCad where there is no global table", async () => {
    const ports = memoryPorts({ "/inst/Device.kicad_sym": library(symbol("R")) });
    const all = await librariesOf(memoryLibraries(ports, { installed: { symbols: ["/inst"] } }), "symbols", null);
    assert.deepEqual(
      all.map(({ name, path }) => [name, path]),
      [["Device", "/inst/Device.kicad_sym"]],
    );
  });
});

describe("the catalogue", () => {
  it("reads a library once, and anew when its file changed", async () => {
    const path = "/p/a.kicad_sym";
    const ports = memoryPorts({ [path]: library(symbol("A", "one")) });
    const port = memoryLibraries(ports);
    const [own] = await librariesOf(port, "symbols", "/p");
    assert.deepEqual(
      (await catalogOf(port, own!)).map(({ name, pins, description }) => [name, pins, description]),
      [["A", 1, "one"]],
    );
    ports.put(path, library(symbol("A", "two"), '\t(symbol "B"\n\t\t(extends "A")\n\t)\n'));
    assert.deepEqual(
      (await catalogOf(port, own!)).map(({ name, pins, description }) => [name, pins, description]),
      [
        ["A", 1, "two"],
        ["B", 1, "two"],
      ],
    );
    // Another process with the same cache, and one whose cache is broken.
    const later = { ...port };
    assert.equal((await catalogOf(later, own!)).length, 2);
    const broken = { ...port, cache: { ...port.cache, read: async () => new Uint8Array([123, 34]) } };
    assert.equal((await catalogOf(broken, own!)).length, 2);
  });

  it("takes a folder with a file for each symbol", async () => {
    const ports = memoryPorts({
      "/p/d.kicad_symdir/A.kicad_sym": library(symbol("A")),
      "/p/d.kicad_symdir/B.kicad_sym": library(symbol("B")),
    });
    const port = memoryLibraries(ports);
    const [own] = await librariesOf(port, "symbols", "/p");
    assert.equal(own!.name, "d");
    assert.deepEqual(
      (await catalogOf(port, own!)).map(({ name }) => name),
      ["A", "B"],
    );
  });

  it("ranks names before keywords before descriptions", () => {
    const entry = (name: string, keywords: string, description: string) => ({ name, keywords, description, pins: 2 });
    const score = (query: string, e: ReturnType<typeof entry>) => scoreOf(e, "Device", { words: wordsOf(query) });
    const [exact, start, keyword, described] = [
      entry("R", "res", "Resistor"),
      entry("R_Small", "", ""),
      entry("X", "r", ""),
      entry("Y", "", "an r b"),
    ];
    const scores = [exact, start, keyword, described].map((each) => score("r", each!));
    assert.deepEqual(
      [...scores].sort((a, b) => b - a),
      scores,
    );
    assert.ok(score("device:r", exact!) > 900);
    assert.equal(score("r nothing", exact!), 0);
    assert.equal(scoreOf(exact!, "Device", { words: [], pins: 3 }), 0);
  });
});
