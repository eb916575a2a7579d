import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../core/engines/connect/clusters.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";

const suite = needs("pcb.route lays what KiCad's DRC accepts", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;
const examples = join(import.meta.dirname, "../../examples");

run(suite.title, function () {
  this.timeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-route-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  for (const name of ["blinky", "board-tools"]) {
    it(`${name}, all tracks taken out, then each missing connection, without zones`, async () => {
      cpSync(join(examples, name), join(scratch, name), { recursive: true });
      const path = join(scratch, name, `${name}.kicad_pcb`);
      const world = await openWorld({ file: path });
      await bare(world);
      writeFileSync(path, world.bytes());
      const before = await kicadFindings(path);
      const { routed, left } = await routeAll(world);
      writeFileSync(path, world.bytes());
      const after = await kicadFindings(path);
      const worse = after.filter((line) => !before.includes(line) && !line.includes("unconnected_items"));
      assert.deepEqual(worse, []);
      const open = (lines: readonly string[]) => lines.filter((line) => line.includes("unconnected_items")).length;
      assert.equal(open(before) - open(after), routed, "KiCad finds each of them joined");
      assert.equal(left, 0, `${left} of ${left + routed} found no way`);
    });
  }
});

async function bare(world: World): Promise<void> {
  const ids = [...world.doc().items.ofKind("track", "via", "zone")].map((item) => item.id);
  await world.run("pcb.delete", { items: ids, force: true });
}

async function routeAll(world: World): Promise<{ routed: number; left: number }> {
  let routed = 0;
  const failed = new Set<string>();
  for (;;) {
    const link = connect(world.doc())
      .flatMap((state) => state.missing)
      .filter(({ from, to }) => !failed.has(`${from.id} ${to.id}`))
      .sort((a, b) => a.length - b.length)[0];
    if (link === undefined) break;
    const call = world.run("pcb.route", { from: link.from.id, to: link.to.id });
    const joined = await call.then(
      () => true,
      () => false,
    );
    if (joined) routed++;
    else failed.add(`${link.from.id} ${link.to.id}`);
  }
  return { routed, left: connect(world.doc()).reduce((sum, state) => sum + state.missing.length, 0) };
}
