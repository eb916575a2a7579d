import assert from "node:assert/strict";
import { isUtf8 } from "../../core/format/text.ts";
import { odditiesOf } from "../../core/format/utf8.ts";
import type { Doc } from "../../core/model/document.ts";
import { docText, readDoc, readText } from "../../core/model/document.ts";
import { applySteps, setStep } from "../../core/model/step.ts";
import { hashDoc } from "../../core/session/open-document.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const P = "/a.kicad_pcb";
const board = (body: string) => `(kicad_pcb\n\t(version 20241229)\n${body})\n`;
const nets = `\t(net 0 "")\n\t(net 1 "GND")\n`;
const segment = (id: string, net = 1) =>
  `\t(segment\n\t\t(start 1 2)\n\t\t(end 3 4)\n\t\t(width 0.2)\n\t\t(layer "F.Cu")\n\t\t(net ${net})\n\t\t(uuid "${id}")\n\t)\n`;

async function opened(content: string | Uint8Array) {
  const ports = memoryPorts({ [P]: content });
  const session = new Session(ports);
  await session.open(P, "test");
  return session;
}

/** Every value that an item shows, however deep. */
function* valuesIn(value: unknown): Generator<unknown> {
  if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* valuesIn(each);
  else yield value;
}

function itemsOf(doc: Doc) {
  return doc.items.entries.map((entry) => {
    const { source: _, ...item } = entry.item();
    return { ...item, children: item.children.map(({ source: __, ...child }) => child) };
  });
}

describe("a hostile file", () => {
  it("may use words of JavaScript's objects as list heads", () => {
    const odd = `(constructor 1) (__proto__ 3) (toString (hasOwnProperty 1))`;
    const { doc } = readText(board(`${nets}\t${odd}\n\t(footprint "x" ${odd} (layer "F.Cu") (at 1 2) (uuid "f"))\n`));
    const { x, y } = doc!.items.get("f")!["at"] as { x: number; y: number };
    assert.deepEqual([x, y], [1_000_000, 2_000_000]);
    const step = setStep(doc!.items.get("f")!, { locked: true })!;
    assert.ok(docText(applySteps(doc!, [step])).includes(odd), "and keeps them");
    for (const root of ["constructor", "__proto__", "toString"]) {
      const { doc: none, problems } = readText(`(${root} (version 20241229))`);
      assert.equal(none, null);
      assert.match(problems[0]!.message, new RegExp(root));
    }
    assert.throws(() => setStep(doc!.items.get("f")!, { constructor: 1 }), /has no property constructor/);
  });

  it("may leave every list empty and every number a word: no property takes in foreign text, none is NaN", () => {
    const text = board(
      `${nets}\t(gr_text "x" (at) (layer) (uuid "t") (effects (font (face) (size a b) (thickness)) (justify)))\n` +
        `\t(gr_line (start) (end 1e999 nan) (stroke (width) (type)) (layer "F.Cu") (uuid "l"))\n` +
        `\t(segment (start) (end) (width abc) (layer) (net) (uuid "s"))\n` +
        `\t(via (at) (size Infinity) (drill) (layers) (net) (uuid "v"))\n` +
        `\t(zone (net) (net_name) (layer) (uuid "z") (hatch) (fill) (keepout (tracks)) (polygon) (filled_polygon (pts (xy))))\n` +
        `\t(footprint (at x y z) (pad) (pad "1" (drill oval) (zone_connect x) (roundrect_rratio)) (model) (property))\n`,
    );
    for (const item of itemsOf(readText(text).doc!)) {
      for (const value of valuesIn(item)) {
        if (typeof value === "number") assert.ok(Number.isFinite(value), `${item.kind} has ${value}`);
        else if (typeof value === "string") assert.ok(value.length < 60, `${item.kind} has ${value}`);
      }
      assert.deepEqual(JSON.parse(JSON.stringify(item)), JSON.parse(JSON.stringify(item)));
    }
  });

  it("keeps comment lines inside an item that is changed", () => {
    const text = board(
      `${nets}\t(footprint "x"\n\t\t(layer "F.Cu")\n# place\n\t\t(at 1 2)\n\t\t(uuid "f")\n# locked\n\t\t(locked yes)\n` +
        `# pad 1\n\t\t(pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (uuid "p1"))\n# pad 2\n` +
        `\t\t(pad "2" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (uuid "p2"))\n# end\n\t)\n`,
    );
    const comments = (doc: Doc) => docText(doc).match(/# .*/g);
    const { doc } = readText(text);
    const changed = applySteps(doc!, [setStep(doc!.items.get("f")!, { at: { x: 5, y: 5, angle: 0 }, locked: false })!]);
    assert.deepEqual(comments(changed), comments(doc!));
    assert.deepEqual(readText(docText(changed)).problems, []);
  });

  it("with invalid UTF-8 in a changed item has the hash that a later reader finds", async () => {
    const bytes = Buffer.from(board(nets + segment("s").replace("(width", '(note "\xff\xfe")\n\t\t(width')), "latin1");
    const session = await opened(new Uint8Array(bytes));
    await session.transact({ label: "x", actor: "test" }, (t) => t.edit(P).set("s", { width: 300_000 }));
    assert.deepEqual(session.get(P).hash, hashDoc(readDoc(session.bytes(P)).doc!));
    assert.ok(Buffer.from(session.bytes(P)).includes(Buffer.from([0xff, 0xfe])));
  });

  it("is told of where it is no UTF-8, by RFC 3629, wherever its bytes lie in memory", () => {
    const sound = "a\u00e9\u20ac\u{10ffff}\ud7ff\ue000 plain ascii of more than a few words ";
    const broken = ["80", "c1bf", "e0a0", "e09fbf", "eda080", "f08fbfbf", "f4908080", "f5", "ff", "c3", "e282"];
    for (let shift = 0; shift < 4; shift++) {
      for (const bytes of [sound, ...broken]) {
        const bad = bytes === sound ? "" : bytes;
        const text = Buffer.concat([
          Buffer.alloc(shift, 97),
          Buffer.from(sound),
          Buffer.from(bad, "hex"),
          Buffer.from("x\0"),
        ]);
        const room = new Uint8Array(text.length + 8);
        room.set(text, 3);
        const { invalid, nul } = odditiesOf(room.subarray(3, 3 + text.length));
        assert.equal(invalid, bad === "" ? -1 : shift + Buffer.byteLength(sound), bad);
        assert.equal(nul, text.length - 1);
        assert.equal(isUtf8(text), invalid < 0, "as the decoder of the machine sees it");
      }
    }
  });

  it("may name items as it likes", async () => {
    const ids = ["__proto__", "constructor", "net:1", "a/b#2", "a b\u00e9", "1'"];
    const text = board(nets + ids.map((id) => segment(id)).join(""));
    const session = await opened(text);
    for (const entry of session.get(P).doc.items.entries.filter((e) => e.kind === "track"))
      await session.transact({ label: "x", actor: "test" }, (t) => t.edit(P).set(entry.id, { width: 1 }));
    assert.equal(session.get(P).history.length, ids.length);
    while ((await session.undo(P, "test")) !== null);
    assert.equal(docText(session.get(P).doc), text);
  });
});

describe("nets", () => {
  it("get a table in an old board that has none, before the items that use them", async () => {
    const session = await opened(board(segment("s", 0)));
    await session.transact({ label: "x", actor: "test" }, (t) => {
      const edit = t.edit(P);
      edit.set("s", { net: edit.ensureNet("NEW") });
    });
    const out = docText(session.get(P).doc);
    assert.deepEqual(out.match(/\(net .*\)/g), ['(net 0 "")', '(net 1 "NEW")', "(net 1)"]);
    assert.equal(readText(out).doc!.items.get("s")!["net"], "NEW");
  });

  it("are not taken from under an item by undoing the change that made them", async () => {
    const session = await opened(board(nets + segment("a") + segment("b")));
    for (const id of ["a", "b"]) {
      await session.transact({ label: id, actor: "test" }, (t) => {
        const edit = t.edit(P);
        edit.set(id, { net: edit.ensureNet("NEW") });
      });
    }
    const before = docText(session.get(P).doc);
    const [first, second] = session.get(P).history.map((entry) => entry.group);
    await assert.rejects(session.setApplied(first!, false, "test"), /track b is on net "NEW"/);
    assert.equal(docText(session.get(P).doc), before);
    await session.setApplied(second!, false, "test");
    await session.setApplied(first!, false, "test");
    assert.equal(docText(session.get(P).doc), board(nets + segment("a") + segment("b")));
  });
});

describe("two items added at one place", () => {
  it("stand in one order, whichever was undone and done again", async () => {
    const session = await opened(board(nets + segment("a")));
    const add = () =>
      session.transact({ label: "x", actor: "test" }, (t) => {
        t.edit(P).add("track", { start: { x: 1, y: 1 }, end: { x: 2, y: 2 }, width: 1, layer: "F.Cu", net: "GND" });
      });
    await add();
    await session.undo(P, "test");
    await add();
    const [first, second] = session.get(P).history.map((entry) => entry.group);
    await session.setApplied(first!, true, "test");
    const both = docText(session.get(P).doc);
    for (const group of [first!, second!, first!]) {
      await session.setApplied(group, false, "test");
      await session.setApplied(group, true, "test");
      assert.equal(docText(session.get(P).doc), both);
    }
  });

  it("a text of 70 MB is told with its place and keeps no copy of itself", () => {
    for (const inside of [false, true]) {
      const head = `(kicad_pcb (version 20241229)\n (net 0 ${inside ? "(x (y " : ""}"`;
      const bytes = new Uint8Array(70_000_000).fill(120);
      new TextEncoder().encodeInto(head, bytes);
      new TextEncoder().encodeInto(`"${inside ? "))" : ""}))`, bytes.subarray(bytes.length - 5));
      const { problems } = readDoc(bytes);
      assert.match(problems[0]!.message, /a text of 70 MB/);
      assert.deepEqual([problems[0]!.line, problems[0]!.column], [2, inside ? 15 : 9]);
    }
  });
});
