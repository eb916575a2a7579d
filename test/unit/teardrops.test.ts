import assert from "node:assert/strict";
import { join } from "node:path";
import { ringArea } from "../../core/geometry/ring.ts";
import type { Zone } from "../../core/model/board/zone.ts";
import type { Doc } from "../../core/model/document.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/board-tools/board-tools.kicad_pcb");
const teardrops = (doc: Doc) =>
  [...doc.items.ofKind("zone")].map((item) => item as unknown as Zone).filter((zone) => zone.attr?.teardrop != null);

describe("pcb.teardrops", () => {
  it("widens tracks at what the project names, fills them, and tells the items", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.teardrops", args: {} });
    const made = teardrops(doc);
    assert.ok(made.length >= 5, `${made.length} teardrops`);
    for (const zone of made) {
      assert.equal(zone.fills.length, 1);
      const outline = zone.outlines[0]!.flatMap((p) => ("mid" in p ? [] : [p.x, p.y]));
      const filled = Math.abs(ringArea(zone.fills[0]!.points)) / Math.abs(ringArea(outline));
      assert.ok(filled > 0.9 && filled <= 1, `its fill is ${filled} of its outline`);
    }
    const vias = [...doc.items.ofKind("via")];
    assert.ok(vias.every((via) => (via["teardrops"] as { enabled: boolean }).enabled));
  });

  it("curves their sides within the length that is given", async () => {
    const plain = await checkEdit({ file, command: "pcb.teardrops", args: { items: "U1", maxLength: 0.4 } });
    const curved = await checkEdit({
      file,
      command: "pcb.teardrops",
      args: { items: "U1", maxLength: 0.4, curved: true },
    });
    const [straight, round] = [teardrops(plain.doc), teardrops(curved.doc)];
    assert.equal(straight.length, round.length);
    assert.ok(straight.length > 0);
    assert.ok(straight.every((zone) => zone.outlines[0]!.length === 5));
    assert.ok(round.every((zone) => zone.outlines[0]!.length > 20));
  });

  it("makes them anew after an edit, and takes all of them away", async () => {
    const world = await openWorld({ file });
    await world.run("pcb.teardrops", {});
    const before = teardrops(world.doc());
    const track = [...world.doc().items.ofKind("track")].find((item) => before.some(({ net }) => net === item["net"]))!;
    await world.run("pcb.delete", { items: [track.id] });
    await world.run("pcb.teardrops", { do: "update" });
    assert.ok(teardrops(world.doc()).length < before.length);
    await world.run("pcb.teardrops", { do: "remove" });
    assert.equal(teardrops(world.doc()).length, 0);
    await world.run("pcb.teardrops", { do: "update" });
    assert.equal(teardrops(world.doc()).length, 0);
  });

  const edits: readonly (readonly [string, (doc: Doc) => readonly [string, Record<string, unknown>]])[] = [
    ["a moved part", () => ["pcb.move", { items: ["R1"], by: [0.3, 0.2] }]],
    [
      "a drawn track",
      () => [
        "pcb.addTrack",
        {
          pts: [
            [111, 87],
            [111, 92],
          ],
          layer: "F.Cu",
          width: 0.2,
        },
      ],
    ],
    ["a turned part", () => ["pcb.rotate", { items: ["R2"], angle: 90 }]],
    ["a flipped part", () => ["pcb.flip", { items: ["R1"] }]],
    ["a deleted track", (doc) => ["pcb.delete", { items: [[...doc.items.ofKind("track")][0]!.id] }]],
    ["a wider track", (doc) => ["pcb.setWidth", { items: [[...doc.items.ofKind("track")][1]!.id], width: 0.5 }]],
    ["a deleted part", () => ["pcb.delete", { items: ["R1"] }]],
  ];
  for (const [what, make] of edits) {
    it(`teardrops follow ${what}: as if all were made anew`, async () => {
      const world = await openWorld({ file });
      await world.run("pcb.teardrops", {});
      const outlines = () =>
        teardrops(world.doc())
          .map(({ net, layer, outlines: [border] }) => `${net} ${layer} ${JSON.stringify(border)}`)
          .sort();
      const [command, args] = make(world.doc());
      await world.run(command, args);
      const followed = outlines();
      await world.run("pcb.teardrops", { do: "update" });
      assert.deepEqual(followed, outlines());
    });
  }

  it("leaves boards without teardrops, and teardrops away from an edit, alone", async () => {
    const world = await openWorld({ file });
    await world.run("pcb.move", { items: ["R1"], by: [1, 0] });
    assert.equal(teardrops(world.doc()).length, 0);
    await world.run("pcb.teardrops", {});
    const before = teardrops(world.doc());
    const result = (await world.run("pcb.setProperties", { items: ["R1"], properties: { locked: true } })) as {
      changedIds: string[];
    };
    assert.equal(result.changedIds.length, 1);
    assert.deepEqual(teardrops(world.doc()), before);
  });

  it("refuses what has no pad", async () => {
    const message = /no pad and no via is among it/;
    await checkRefused({ file, command: "pcb.teardrops", args: { items: "/SPARE" }, code: "invalid-args", message });
  });
});
