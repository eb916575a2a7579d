import assert from "node:assert/strict";
import { join } from "node:path";
import { ercLibraries } from "../../core/commands/check/erc-libraries.ts";
import { SymbolVerdicts } from "../../core/commands/check/symbol-verdicts.ts";
import { runErc } from "../../core/engines/erc/check.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { decodeText, encodeText } from "../../core/format/text.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { exampleFiles, memoryLibraries } from "../laws/memory-libraries.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const root = "/blinky/blinky.kicad_sch";
const library = "/blinky/blinky.kicad_sym";

describe("what libraries said of symbols", () => {
  it("is kept, and asked for anew when the library, the copy or the form changes", async () => {
    const ports = memoryPorts(exampleFiles(join(import.meta.dirname, "../../examples")));
    const read: string[] = [];
    const port = memoryLibraries(ports);
    const watched: typeof port = {
      ...port,
      read(path) {
        read.push(path);
        return port.read(path);
      },
    };
    const check = async () => {
      read.length = 0;
      const { doc } = readDoc(ports.disk.get(root)!);
      const sheets = [{ doc: doc!, name: "", page: "1", path: `/${doc!.items.entries[0]!.id}`, file: root }];
      const netlist = buildNetlist({ project: "blinky", sheets, settings: readProjectSettings(null) });
      const libraries = await ercLibraries(watched, netlist, root, await SymbolVerdicts.of(watched, root));
      const found = runErc(netlist, {
        library: libraries,
        types: new Set(["lib_symbol_mismatch", "lib_symbol_issues"]),
      });
      return { found: found.map((each) => `${each.type} ${each.description}`), opened: read.includes(library) };
    };
    const change = (path: string, from: string, to: string) => {
      const text = decodeText(ports.disk.get(path)!);
      assert.ok(text.includes(from), from);
      ports.put(path, text.replace(from, to));
    };
    assert.deepEqual(await check(), { found: [], opened: true });
    assert.deepEqual(await check(), { found: [], opened: false });
    // The library: a resistor's description.
    change(library, '"Resistor"', '"Other resistor"');
    const changed = await check();
    assert.equal(changed.opened, true);
    assert.deepEqual(
      [...new Set(changed.found)],
      ["lib_symbol_mismatch Symbol 'R' doesn't match copy in library 'blinky': field Description"],
    );
    assert.deepEqual(await check(), { ...changed, opened: false });
    // The schematic's copy follows.
    change(root, '"Resistor"', '"Other resistor"');
    assert.deepEqual(await check(), { found: [], opened: true });
    // A symbol that is there no more.
    change(library, '(symbol "R"', '(symbol "GONE"');
    const gone = await check();
    assert.ok(
      gone.found.some((each) => each.startsWith("lib_symbol_issues Symbol 'R' not found")),
      gone.found.join(),
    );
    assert.deepEqual(await check(), { ...gone, opened: false });
    // A cache of another form counts for nothing.
    await port.cache.write(`symbol verdicts ${root}`, encodeText('{"form":0}'));
    assert.equal((await check()).opened, true);
    await port.cache.write(`symbol verdicts ${root}`, encodeText('{"form":1,"libra'));
    assert.equal((await check()).opened, true);
  });
});
