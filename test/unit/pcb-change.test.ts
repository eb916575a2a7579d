import assert from "node:assert/strict";
import { join } from "node:path";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { bodyBox } from "../../core/commands/pcb/body-box.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Placement } from "../../core/model/field.ts";
import type { Item } from "../../core/model/item.ts";
import { checkEdit, checkRefused, openWorld } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/board-tools/board-tools.kicad_pcb");

function part(doc: Doc, reference: string): Item {
  return [...doc.items.ofKind("footprint")].find((item) => referenceOf(item) === reference)!;
}

function at(doc: Doc, reference: string): [number, number, number] {
  const { x, y, angle } = part(doc, reference)["at"] as Placement;
  return [x / 1e6, y / 1e6, angle];
}

describe("pcb.lock and pcb.unlock", () => {
  it("lock a group with its members, and what is in it", async () => {
    const { doc, result } = await checkEdit({ file, command: "pcb.lock", args: { items: [groupId] } });
    assert.equal(result.changedIds.length, 3);
    assert.equal(part(doc, "R1")["locked"], true);
  });
  it("name what is locked and the way out", async () => {
    const error = await checkRefused({ file, command: "pcb.move", args: { items: "R4", by: [1, 0] }, code: "locked" });
    assert.match(error.message, /footprint R4/);
    assert.match(error.hint!, /force: true.*pcb\.unlock/);
    await checkEdit({ file, command: "pcb.move", args: { items: "R4", by: [1, 0], force: true } });
  });
  for (const command of ["pcb.flip", "pcb.delete", "pcb.rotate"])
    it(`keep ${command} off`, () =>
      checkRefused({
        file,
        command,
        args: { items: "R4", ...(command === "pcb.rotate" ? { angle: 90 } : {}) },
        code: "locked",
      }));
});

const groupId = "10197fdb-effc-529f-8c11-24440daaa6e5";

describe("pcb.flip", () => {
  it("sees a padstack that is not saved yet", async () => {
    const via = '(via (at 1 2) (size 1) (drill 0.5) (layers "F.Cu" "B.Cu") (net 0) (uuid "v"))';
    const world = await openWorld({ text: `(kicad_pcb\n\t(version 20241229)\n\t${via}\n)\n` });
    const path = { path: world.path };
    const layers = [{ name: "Inner", size: 0.6 }];
    const padstack = { mode: "front_inner_back", layers };
    await world.run("pcb.setProperties", { ...path, items: "v", properties: { padstack } });
    await assert.rejects(world.run("pcb.flip", { ...path, items: "v" }), /padstack/);
    await world.run("pcb.setProperties", { ...path, items: "v", properties: { padstack: null } });
    await world.run("pcb.flip", { ...path, items: "v" });
  });
  it("flips twice to where it was", async () => {
    const { after } = await checkEdit({ file, command: "pcb.flip", args: { items: ["R1", "U1"], center: [120, 90] } });
    const { doc } = await checkEdit({
      text: after,
      command: "pcb.flip",
      args: { items: ["R1", "U1"], center: [120, 90] },
    });
    assert.deepEqual(at(doc, "R1"), [112, 84, 0]);
    assert.equal(part(doc, "R1")["layer"], "F.Cu");
  });
  it("takes a group along", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.flip", args: { items: "R1" } });
    assert.equal(part(doc, "R2")["layer"], "B.Cu");
  });
});

describe("pcb.group and pcb.ungroup", () => {
  it("take a member out of the group that it was in, and the group when it is left alone", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.group", args: { items: ["R1", "R2", "C1"], name: "All" } });
    const groups = [...doc.items.ofKind("group")];
    assert.deepEqual(
      groups.map((group) => group["name"]),
      ["All"],
    );
    assert.equal((groups[0]!["members"] as string[]).length, 3);
  });
  it("refuse what is in no group", () =>
    checkRefused({ file, command: "pcb.ungroup", args: { items: "C1" }, code: "invalid-args", hint: /query\.groups/ }));
});

describe("pcb.align and pcb.distribute", () => {
  it("go by a locked item, and move the rest by their boxes without texts", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.align", args: { items: ["R3", "R4", "R5"], side: "right" } });
    const edge = bodyBox(part(doc, "R4")).maxX;
    assert.equal(bodyBox(part(doc, "R3")).maxX, edge);
    assert.equal(bodyBox(part(doc, "R5")).maxX, edge);
    assert.deepEqual(at(doc, "R4"), [131, 105, 0]);
  });
  it("leave equal gaps", async () => {
    const { doc } = await checkEdit({
      file,
      command: "pcb.distribute",
      args: { items: ["J1", "U1", "R5"], along: "x" },
    });
    const [a, b, c] = ["J1", "U1", "R5"].map((name) => bodyBox(part(doc, name)));
    assert.ok(Math.abs(b!.minX - a!.maxX - (c!.minX - b!.maxX)) <= 1);
  });
});

describe("pcb.swap", () => {
  it("passes places, sides and angles round", async () => {
    const flipped = await checkEdit({ file, command: "pcb.flip", args: { items: "C1" } });
    const { doc } = await checkEdit({ text: flipped.after, command: "pcb.swap", args: { items: ["C1", "R5", "R3"] } });
    assert.deepEqual(at(doc, "C1").slice(0, 2), [133, 86]);
    assert.deepEqual(at(doc, "R5").slice(0, 2), [131, 102]);
    assert.deepEqual(at(doc, "R3").slice(0, 2), [128.3, 84.4]);
    assert.equal(part(doc, "R3")["layer"], "B.Cu");
    assert.equal(part(doc, "C1")["layer"], "F.Cu");
    assert.equal(at(doc, "R3")[2], (part(flipped.doc, "C1")["at"] as Placement).angle);
  });
});

describe("pcb.duplicate and pcb.array", () => {
  it("give uuids and references of their own", async () => {
    const { doc, result } = await checkEdit({
      file,
      command: "pcb.array",
      args: { items: ["R3"], columns: 2, rows: 2, step: [5, 3] },
    });
    assert.deepEqual(
      ["R6", "R7", "R8"].map((name) => at(doc, name).slice(0, 2)),
      [
        [136, 102],
        [131, 105],
        [136, 105],
      ],
    );
    assert.equal(result.newIds.length, 3);
    const ids = [...doc.items.ofKind("footprint")].flatMap((item) => [
      item.id,
      ...item.children.map((child) => child.id),
    ]);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(
      part(doc, "R6").children.find((child) => child.kind === "pad" && child["number"] === "1")!["net"],
      "/USB_P",
    );
  });
  it("copy a group with its members", async () => {
    const { doc, result } = await checkEdit({ file, command: "pcb.duplicate", args: { items: "R2", by: [0, 10] } });
    const groups = [...doc.items.ofKind("group")];
    assert.equal(groups.length, 2);
    assert.deepEqual(
      [...(groups[1]!["members"] as string[])].sort(),
      result.newIds.filter((id) => id !== groups[1]!.id).sort(),
    );
  });
  it("turn along on a circle", async () => {
    const { doc } = await checkEdit({ file, command: "pcb.array", args: { items: "R3", count: 4, center: [131, 96] } });
    assert.deepEqual(at(doc, "R6"), [137, 96, 90]);
    assert.deepEqual(at(doc, "R7"), [131, 90, 180]);
  });
});

describe("pcb.setNet, pcb.setLayer, pcb.setWidth", () => {
  it("refuse what has none", async () => {
    await checkRefused({
      file,
      command: "pcb.setNet",
      args: { items: "R1", net: "GND" },
      code: "invalid-args",
      hint: /R1\.1/,
    });
    await checkRefused({
      file,
      command: "pcb.setLayer",
      args: { items: "R3", layer: "B.Cu" },
      code: "invalid-args",
      hint: /pcb\.flip/,
    });
    await checkRefused({
      file,
      command: "pcb.setLayer",
      args: { items: "/SPARE", layer: "F.SilkS" },
      code: "invalid-args",
    });
    await checkRefused({ file, command: "pcb.setWidth", args: { items: "/OUT", viaDrill: 0.7 }, code: "invalid-args" });
  });
  it("make a net that is new", async () => {
    const { after } = await checkEdit({ file, command: "pcb.setNet", args: { items: "R3.2", net: "/NEW" } });
    assert.match(after, /\(net \d+ "\/NEW"\)/);
  });
});
