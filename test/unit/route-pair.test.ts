import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../core/engines/connect/clusters.ts";
import { nearest } from "../../core/geometry/distance.ts";
import { segment } from "../../core/geometry/shape.ts";
import type { Track } from "../../core/model/board/track.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const file = join(import.meta.dirname, "../../examples/board-tools/board-tools.kicad_pcb");
const command = "pcb.routePair";
/** The track of /USB_P, which ends beside that of /USB_N. */
const FROM = "0c11666a-f896-53a2-977c-b86a5c922cfd";

const missing = (doc: Doc, net: string) => connect(doc, net)[0]!.missing.length;

function shapes(doc: Doc, ids: readonly string[], net: string) {
  return ids.flatMap((id) => {
    const { start, end, width, net: own } = doc.items.get(id) as unknown as Track;
    return own === net ? [segment(start.x, start.y, end.x, end.y, width / 2)] : [];
  });
}

describe("pcb.routePair", () => {
  it("joins both nets, side by side at the gap", async () => {
    const before = readDoc(new Uint8Array(readFileSync(file))).doc!;
    const { doc, result } = await checkEdit({ file, command, args: { from: FROM, to: "R3.1" } });
    for (const net of ["/USB_P", "/USB_N"]) assert.equal(missing(doc, net), missing(before, net) - 1, net);
    const [p, n] = ["/USB_P", "/USB_N"].map((net) => shapes(doc, result.newIds, net));
    let least = Number.POSITIVE_INFINITY;
    for (const a of p!) for (const b of n!) least = Math.min(least, nearest(a, b, 5_000_000)?.distance ?? least);
    assert.ok(Math.abs(least - 250_000) <= 10, `${least} nm apart`);
    assert.match(result.notes?.join(" ") ?? "", /they differ by/);
  });

  it("refuses what is no pair, and changes nothing where there is no room", async () => {
    const args = { from: "R1.1", to: "U1.4" };
    await checkRefused({ file, command, args, code: "invalid-args", message: /no half of a pair/ });
    const wide = { from: FROM, to: "R3.1", gap: 30 };
    await checkRefused({ file, command, args: wide, code: "check-failed", message: /no way was found/ });
  });
});
