// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { decodeText } from "../../core/format/text.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const folder = join(import.meta.dirname, "../../examples/blinky");
const command = "lib.addTable";
const start = {
  file: join(folder, "fp-lib-table"),
  path: "/p/fp-lib-table",
  others: {
    "/p/p.kicad_pro": "{}",
    "/p/own.pretty/R.kicad_mod": readFileSync(join(folder, "blinky.pretty/R_0805.kicad_mod"), "utf8"),
    "/p/own.kicad_sym": readFileSync(join(folder, "blinky.kicad_sym"), "utf8"),
  },
};

describe("lib.addTable", () => {
  it("adds one row, by the project's variable", async () => {
    const { removedLines, addedLines } = await checkEdit({
      ...start,
      command,
      args: { library: "/p/own.pretty", descr: "mine" },
    });
    assert.deepEqual(removedLines, []);
    assert.deepEqual(addedLines, [
      '  (lib (name "own")(type "KiCad")(uri "${KIPRJMOD}/own.pretty")(options "")(descr "mine"))',
    ]);
  });

  it("makes the table that is missing, and undo takes the row back", async () => {
    const world = await openWorld(start);
    await world.run(command, { path: "/p/fp-lib-table", library: "${KIPRJMOD}/own.kicad_sym", name: "sym" });
    const text = () => decodeText(world.session.bytes("/p/sym-lib-table"));
    assert.equal(
      text(),
      '(sym_lib_table\n  (version 7)\n  (lib (name "sym")(type "KiCad")(uri "${KIPRJMOD}/own.kicad_sym")(options "")(descr ""))\n)\n',
    );
    await world.run("session.undo", { path: "/p/sym-lib-table" });
    assert.equal(text(), "(sym_lib_table\n  (version 7)\n)\n");
  });

  it("leaves no entry for what is there, and refuses a name that is taken", async () => {
    const world = await openWorld(start);
    await world.run(command, { path: world.path, library: "/p/own.pretty" });
    const again = (await world.run(command, { path: world.path, library: "/p/own.pretty" })) as EditResult;
    assert.match(again.notes![0]!, /has own already/);
    assert.equal(world.session.get(world.path).history.length, 1);
    const refuse = (args: object, code: "conflict" | "not-found", message: RegExp) =>
      checkRefused({ ...start, command, args: { ...args }, code, message });
    await refuse({ library: "/p/own.pretty", name: "blinky" }, "conflict", /has one of this name/);
    await refuse({ library: "/p/none.pretty" }, "not-found", /nothing is at/);
    await refuse({ library: "/p/own.zip" }, "not-found", /ends in none of/);
    await refuse({ library: "${NOWHERE}/x.pretty" }, "not-found", /NOWHERE is not set/);
  });
});
