import assert from "node:assert/strict";
import type { Doc } from "../../core/model/document.ts";
import { checkEdit } from "../laws/check-edit.ts";

const pad = (uuid: string, net: number, name: string, x: number) =>
  `(footprint "F" (layer "F.Cu") (uuid "f${uuid}") (at ${x} 10) (property "Reference" "${uuid.toUpperCase()}" (at 0 0) (layer "F.SilkS") (uuid "r${uuid}"))
	(pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net ${net} "${name}") (uuid "${uuid}")))`;
const track = (uuid: string, net: number, x1: number, y1: number, x2: number, y2: number) =>
  `(segment (start ${x1} ${y1}) (end ${x2} ${y2}) (width 0.2) (layer "F.Cu") (net ${net}) (uuid "${uuid}"))`;
/** Pads of A at 10, 10 and of B at 20, 10; two tracks of A in one line and away from both. */
const text = `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
	(layers (0 "F.Cu" signal) (2 "B.Cu" signal))
	(net 0 "") (net 1 "A") (net 2 "B")
	${pad("pa", 1, "A", 10)}
	${pad("pb", 2, "B", 20)}
	${track("t1", 1, 30, 10, 31, 10)}
	${track("t2", 1, 31, 10, 32, 12)})
`;
const netOf = (doc: Doc, id: string) => doc.items.get(id)!["net"];

describe("nets follow edits", () => {
  it("a track that comes to a pad takes its net, and what hangs on it too", async () => {
    const { doc, result } = await checkEdit({ text, command: "pcb.move", args: { items: ["t1", "t2"], by: [-10, 0] } });
    assert.deepEqual([netOf(doc, "t1"), netOf(doc, "t2")], ["B", "B"]);
    assert.match(result.notes!.join(" "), /2 tracks or vias went from A to B/);
  });

  it("a pad that comes to a track gives it its net", async () => {
    const { doc } = await checkEdit({ text, command: "pcb.move", args: { items: "PB", to: [30, 10] } });
    assert.deepEqual([netOf(doc, "t1"), netOf(doc, "t2")], ["B", "B"]);
  });

  it("a new track takes the pad's net although another was given, with what it reaches", async () => {
    const pts = [
      [20, 10],
      [30, 10],
    ];
    const { doc } = await checkEdit({ text, command: "pcb.addTrack", args: { layer: "F.Cu", net: "A", pts } });
    assert.deepEqual(
      [...doc.items.ofKind("track")].map((item) => item["net"]),
      ["B", "B", "B"],
    );
  });

  it("between pads of two nets all stays, and the notes say so", async () => {
    const pts = [
      [10, 10],
      [20, 10],
    ];
    const { doc, result } = await checkEdit({ text, command: "pcb.addTrack", args: { layer: "F.Cu", net: "A", pts } });
    assert.deepEqual(
      [...doc.items.ofKind("track")].map((item) => item["net"]),
      ["A", "A", "A"],
    );
    assert.match(result.notes!.join(" "), /now joins pads of A and B: nets stayed/);
  });
});
