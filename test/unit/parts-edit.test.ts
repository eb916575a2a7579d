import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../core/commands/list.gen.ts";
import { readDoc } from "../../core/model/document.ts";
import { footprintBehind, partsBoard } from "../../core/model/library/parts-board.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky");
const text = readFileSync(join(blinky, "blinky.pretty/R_0805.kicad_mod"), "utf8");
const own = { text, path: "/R_0805.kicad_mod" };
const parts = (of: string) => [...partsBoard(readDoc(new TextEncoder().encode(of)).doc!)!.items.entries];
const pads = (of: string) => parts(of).filter(({ kind }) => kind === "pad");

describe("a footprint's file as a board of its parts", () => {
  it("holds pads, drawings, texts and fields, each by its own id", () => {
    const board = partsBoard(readDoc(new TextEncoder().encode(text)).doc!)!;
    assert.equal(board.kind, "board");
    assert.equal(footprintBehind(board)!["libId"], "R_0805");
    assert.deepEqual(new Set(parts(text).map(({ kind }) => kind)).has("property"), true);
    assert.equal(pads(text).length, 2);
  });

  it("is none of a board", () => {
    const board = readDoc(readFileSync(join(blinky, "blinky.kicad_pcb"))).doc!;
    assert.equal(partsBoard(board), null);
    assert.equal(footprintBehind(board), null);
  });

  it("a pad is moved by the file's name for it, and one line changes", async () => {
    const { addedLines, removedLines } = await checkEdit({
      ...own,
      command: "pcb.move",
      args: { items: "REF**.2", by: [1, 0] },
    });
    assert.deepEqual([removedLines, addedLines], [["\t\t(at 0.95 0)"], ["\t\t(at 1.95 0)"]]);
  });

  it("pads and texts are turned with their angles", async () => {
    const args = { items: ["REF**.1", "REF**.2"], angle: 90 };
    const { after } = await checkEdit({ ...own, command: "pcb.rotate", args });
    const places = pads(after).map((entry) => entry.item()["at"]);
    assert.deepEqual(places, [
      { x: 0, y: 950_000, angle: 90 },
      { x: 0, y: -950_000, angle: 90 },
    ]);
  });

  it("copies get uuids of their own", async () => {
    const { after } = await checkEdit({ ...own, command: "pcb.duplicate", args: { items: "REF**.2", by: [0, 2] } });
    assert.equal(new Set(pads(after).map(({ id }) => id)).size, 3);
  });

  it("fields that every footprint has are kept, and none is doubled", async () => {
    const field = parts(text).find((entry) => entry.kind === "property" && entry.item()["name"] === "Value")!.id;
    const refused = { ...own, args: { items: field }, code: "invalid-args" as const };
    await checkRefused({ ...refused, command: "pcb.delete", message: /delete field Value/ });
    await checkRefused({ ...refused, command: "pcb.duplicate", message: /copy field Value/ });
  });

  it("commands that need a board refuse it", async () => {
    const args = { at: [0, 0] };
    await checkRefused({ ...own, command: "pcb.addVia", args, code: "wrong-kind", message: /is a footprint/ });
    assert.ok(
      commands
        .filter(({ onParts }) => onParts === true)
        .every(({ scope, kind }) => scope === "board" && kind === "edit"),
    );
  });
});
