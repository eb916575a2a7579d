import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ruleConflict } from "../../core/commands/pcb/route-rules.ts";
import { connect } from "../../core/engines/connect/clusters.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

const examples = join(import.meta.dirname, "../../examples");
const file = join(examples, "board-tools/board-tools.kicad_pcb");
const blinky = join(examples, "blinky/blinky.kicad_pcb");

function missing(bytes: Uint8Array | string, net: string): number {
  const { doc } = readDoc(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  return connect(doc!, net)[0]!.missing.length;
}

/** Each test's world names new items from one on; what an earlier one made gets other names. */
function renamed(text: string): string {
  return text.replaceAll("00000000-0000-4000-8000-", "99999999-0000-4000-8000-");
}

describe("pcb.route", () => {
  it("joins two pads, with corners of 45 degrees only", async () => {
    const before = missing(new Uint8Array(readFileSync(file)), "/IN");
    const { doc, after, result } = await checkEdit({ file, command: "pcb.route", args: { from: "R1.2", to: "U1.2" } });
    assert.equal(missing(after, "/IN"), before - 1);
    for (const id of result.newIds) {
      const track = doc.items.get(id)!;
      if (track.kind !== "track") continue;
      const [a, b] = [track["start"], track["end"]] as { x: number; y: number }[];
      const [dx, dy] = [Math.abs(a!.x - b!.x), Math.abs(a!.y - b!.y)];
      assert.ok(dx === 0 || dy === 0 || dx === dy, `${dx} ${dy}`);
      assert.equal(track["width"], 200_000);
    }
  });
  it("walks round what is in the way", async () => {
    const wall = await checkEdit({
      file,
      command: "pcb.addTrack",
      args: {
        layer: "F.Cu",
        net: "VCC",
        width: 0.5,
        pts: [
          [115.5, 84.5],
          [115.5, 95],
        ],
      },
    });
    const { after, result } = await checkEdit({
      text: renamed(wall.after),
      command: "pcb.route",
      args: { from: "R2.1", to: "U1.2", vias: false },
    });
    assert.ok(missing(after, "/IN") < 2);
    assert.ok(result.newIds.length >= 3);
    const down = await checkEdit({
      text: renamed(wall.after),
      command: "pcb.route",
      args: { from: "R2.1", to: "U1.2" },
    });
    assert.ok(missing(down.after, "/IN") < 2);
  });
  it("keeps the distance that a custom rule asks for, and refuses places that do not", async () => {
    const others = (mm: number) => ({
      "/test.kicad_dru": new TextEncoder().encode(
        `(version 1)\n(rule wide (constraint clearance (min ${mm}mm)) (condition "A.NetName == '/IN'"))\n`,
      ),
    });
    const args = { from: "R1.2", to: "U1.2" };
    const { doc, result } = await checkEdit({ file, command: "pcb.route", args, others: others(0.6) });
    const settings = readProjectSettings(null);
    const rules = parseRules(
      `(version 1)\n(rule wide (constraint clearance (min 0.6mm)) (condition "A.NetName == '/IN'"))\n`,
    );
    assert.equal(ruleConflict(doc, settings, rules.rules, result.newIds), null);
    const plain = await checkEdit({ file, command: "pcb.route", args });
    assert.notEqual(
      ruleConflict(plain.doc, settings, rules.rules, plain.result.newIds),
      null,
      "else the rule asks for nothing",
    );
    const error = await checkRefused({ file, command: "pcb.route", args, others: others(9), code: "check-failed" });
    assert.match(error.message, /rule wide/);
  });
  it("says so when there is no way, and changes nothing", async () => {
    const box = await checkEdit({
      file,
      command: "pcb.addTrack",
      args: {
        layer: "F.Cu",
        net: "VCC",
        width: 0.3,
        pts: [
          [109.5, 82.5],
          [114.5, 82.5],
          [114.5, 88.5],
          [109.5, 88.5],
          [109.5, 82.5],
        ],
      },
    });
    await checkRefused({
      text: renamed(box.after),
      command: "pcb.route",
      args: { from: "R1.2", to: "U1.2", vias: false },
      code: "check-failed",
      message: /no way was found with 0.2 mm width and 0.2 mm clearance/,
    });
  });
  it("refuses another net, and places that come too near", async () => {
    await checkRefused({
      file,
      command: "pcb.route",
      args: { from: "R1.1", to: "U1.2" },
      code: "invalid-args",
      message: /is on \/IN, not on VCC/,
    });
    const near = {
      from: "R1.2",
      pts: [
        [112.9, 85.4],
        [112.9, 88],
      ],
      corners: "any",
    };
    await checkRefused({
      file,
      command: "pcb.route",
      args: near,
      code: "check-failed",
      message: /within .* mm of pad R2\.2 \(GND\)/,
    });
    await checkEdit({ file, command: "pcb.route", args: { ...near, check: false } });
  });
});

describe("pcb.unroute", () => {
  it("takes the way between two pads and leaves the rest", async () => {
    const { doc } = readDoc(new Uint8Array(readFileSync(blinky)));
    const all = [...doc!.items.ofKind("track")].length;
    const { after, result } = await checkEdit({
      file: blinky,
      command: "pcb.unroute",
      args: { between: ["R3.2", "D1.2"] },
    });
    assert.ok(result.removedIds.length > 0 && result.removedIds.length < all);
    assert.equal(missing(after, "Net-(D1-A)"), 1);
  });
  it("tells pads that nothing joins", () =>
    checkRefused({
      file,
      command: "pcb.unroute",
      args: { between: ["R1.2", "U1.2"] },
      code: "not-found",
      message: /no copper joins/,
    }));
});
