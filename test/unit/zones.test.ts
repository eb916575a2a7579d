import assert from "node:assert/strict";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { planFill } from "../../core/engines/fill/plan.ts";
import { ownPool, runFill } from "../../core/engines/fill/run.ts";
import { ringArea } from "../../core/geometry/ring.ts";
import type { Fill, Zone } from "../../core/model/board/zone.ts";
import { readText } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { checkEdit, openWorld, registry } from "../laws/check-edit.ts";

const head = `(kicad_pcb (version 20241229) (generator "pcbnew")
	(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user))
	(net 0 "")
	(net 1 "A")
	(net 2 "B")
`;
const edge = (x: number, y: number, w: number, h: number) =>
  `\t(gr_rect (start ${x} ${y}) (end ${x + w} ${y + h}) (stroke (width 0.1) (type solid)) (fill no) (layer "Edge.Cuts") (uuid "edge"))\n`;
const zone = (uuid: string, net: string, x: number, y: number, w: number, h: number, more = "", fill = "") =>
  `\t(zone (net ${net === "A" ? 1 : net === "B" ? 2 : 0}) (net_name "${net}") (layer "F.Cu") (uuid "${uuid}") (hatch edge 0.5) ${more}
		(connect_pads (clearance 0.3)) (min_thickness 0.25) (fill yes (thermal_gap 0.5) (thermal_bridge_width 0.5) ${fill})
		(polygon (pts (xy ${x} ${y}) (xy ${x + w} ${y}) (xy ${x + w} ${y + h}) (xy ${x} ${y + h}))))\n`;
const pad = (uuid: string, net: string, x: number, y: number, more = "") =>
  `\t(footprint "F" (layer "F.Cu") (uuid "f${uuid}") (at ${x} ${y})
		(pad "1" thru_hole circle (at 0 0) (size 1.6 1.6) (drill 0.8) (layers "*.Cu") (net ${net === "A" ? 1 : 2} "${net}") ${more} (uuid "${uuid}")))\n`;

/** The fills of a board's zones, by zone and in mm². */
async function areas(body: string): Promise<Record<string, number>> {
  const all = await fillsOf(body);
  return Object.fromEntries(
    [...all].map(([id, fills]) => [
      id,
      Math.round(fills.reduce((sum, fill) => sum + Math.abs(ringArea(fill.points)), 0) / 1e10) / 100,
    ]),
  );
}

async function fillsOf(body: string): Promise<Map<string, Fill[]>> {
  const { doc, problems } = readText(`${head}${body})\n`);
  assert.deepEqual(problems, []);
  const clipper = await loadClipper();
  const plan = planFill(doc!, clipper, { settings: readProjectSettings(null), ink: () => [] });
  return runFill(clipper, plan, { pool: ownPool(clipper), islands: { isolated: () => new Set() } });
}

const near = (value: number | undefined, wanted: number, by: number) =>
  assert.ok(value !== undefined && Math.abs(value - wanted) <= by, `${value} instead of ${wanted}`);

describe("filling zones", () => {
  it("keeps the clearance from other nets, and joins its own", async () => {
    near((await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20)))["z"], 400, 0.03);
    const other = (await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "B", 10, 10)))["z"];
    near(other, 400 - Math.PI * 1.1 ** 2, 0.1);
    const own = (await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "A", 10, 10)))["z"];
    // The relief of 1.3 goes; two bars of 0.5 across it come back, less what of them lies in the drill.
    near(own, 400 - Math.PI * 1.3 ** 2 + (2 * 2.6 * 0.5 - 0.25) - 0.47, 0.2);
    const solid = (
      await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "A", 10, 10, "(zone_connect 2)"))
    )["z"];
    near(solid, 400, 0.03);
    const none = (
      await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "A", 10, 10, "(zone_connect 0)"))
    )["z"];
    near(none, 400 - Math.PI * 1.1 ** 2, 0.1);
  });
  it("keeps off the board's edge", async () => {
    near((await areas(edge(0, 0, 20, 20) + zone("z", "A", -5, -5, 30, 30)))["z"], 19 * 19, 0.2);
  });
  it("gives way to zones of higher priority", async () => {
    const both = await areas(
      edge(-5, -5, 40, 30) + zone("z", "A", 0, 0, 20, 20) + zone("y", "B", 10, 0, 20, 20, "(priority 1)"),
    );
    near(both["y"], 400, 0.03);
    near(both["z"], (10 - 0.3) * 20, 0.2);
    const same = await areas(
      edge(-5, -5, 40, 30) + zone("z", "A", 0, 0, 20, 20) + zone("y", "A", 10, 0, 20, 20, "(priority 1)"),
    );
    near(same["z"], 200, 0.1);
  });
  it("leaves out rule areas that forbid copper", async () => {
    const area = `\t(zone (net 0) (net_name "") (layer "F.Cu") (uuid "k") (hatch edge 0.5) (connect_pads (clearance 0)) (min_thickness 0.25)
		(keepout (tracks allowed) (vias allowed) (pads allowed) (copperpour not_allowed) (footprints allowed)) (fill (thermal_gap 0.5) (thermal_bridge_width 0.5))
		(polygon (pts (xy 5 5) (xy 15 5) (xy 15 15) (xy 5 15))))\n`;
    near((await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + area))["z"], 300, 0.1);
    const holed = area
      .replace("(polygon (pts (xy 5 5)", "(polygon (pts (xy 5 5)")
      .replace("(xy 5 15))))", "(xy 5 15))) (polygon (pts (xy 7 7) (xy 13 7) (xy 13 13) (xy 7 13))))");
    near((await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + holed))["z"], 300 + 36, 0.1);
  });
  it("takes away what is thinner than the minimum width", async () => {
    const wall = (x: number) =>
      `\t(segment (start ${x} -1) (end ${x} 21) (width 0.2) (layer "F.Cu") (net 2) (uuid "t${x}"))\n`;
    // Between two walls 1 mm apart 0.2 mm of copper would be left.
    const thin = await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + wall(10) + wall(11));
    near(thin["z"], 20 * (20 - 1 - 0.8), 0.3);
    const wide = await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + wall(10) + wall(11.1));
    near(wide["z"], 20 * (20 - 1.1 - 0.8) + 20 * 0.3, 0.3);
  });
  it("draws a grid where the zone is hatched, and rounds its corners where it says so", async () => {
    const grid = "(mode hatch) (hatch_thickness 1) (hatch_gap 1) (hatch_orientation 0)";
    const hatched = await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20, "", grid));
    assert.ok(hatched["z"]! > 250 && hatched["z"]! < 340, String(hatched["z"]));
    const round = await areas(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20, "", "(smoothing fillet) (radius 2)"));
    near(round["z"], 400 - (4 - Math.PI) * 4, 0.05);
  });
  it("gives rings without holes", async () => {
    const fills = (await fillsOf(edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "B", 10, 10))).get(
      "z",
    )!;
    assert.equal(fills.length, 1);
    assert.deepEqual([fills[0]!.layer, fills[0]!.island], ["F.Cu", false]);
  });
  it("stops when it is told to", async () => {
    const { doc } = readText(`${head}${zone("z", "A", 0, 0, 20, 20)})\n`);
    const clipper = await loadClipper();
    const plan = planFill(doc!, clipper, { settings: readProjectSettings(null), ink: () => [] });
    const stop = new AbortController();
    stop.abort(new Error("enough"));
    const run = runFill(clipper, plan, {
      pool: ownPool(clipper),
      islands: { isolated: () => new Set() },
      signal: stop.signal,
    });
    await assert.rejects(run, /enough/);
  });
});

describe("zone commands", () => {
  for (const id of ["pcb.fillZones", "pcb.unfillZones", "pcb.addZone", "pcb.addRuleArea"]) {
    for (const example of registry.get(id).examples) {
      it(`${id}: ${example.about}`, async () => {
        await checkEdit({ file: `examples/${example.fixture}`, command: id, args: example.args });
      });
    }
  }
  it("fill what was unfilled as it was, and find nothing stale then", async () => {
    const world = await openWorld({ file: "examples/blinky/blinky.kicad_pcb" });
    await world.run("pcb.fillZones");
    const zones = () => [...world.doc().items.ofKind("zone")].map((item) => item as unknown as Zone);
    const fills = zones().map((each) => each.fills);
    assert.ok(fills.every((each) => each.length > 0));
    await world.run("pcb.unfillZones");
    assert.ok(zones().every((each) => each.fills.length === 0 && !each.fill.filled));
    await world.run("pcb.fillZones", { stale: true });
    assert.deepEqual(
      zones().map((each) => each.fills),
      fills,
    );
    const again = (await world.run("pcb.fillZones", { stale: true })) as { changedIds: string[]; notes: string[] };
    assert.deepEqual(again.changedIds, []);
    assert.match(again.notes[0]!, /as they should be/);
  });
  it("fill again only where something changed", async () => {
    const body =
      edge(-5, -5, 60, 30) +
      zone("z", "A", 0, 0, 20, 20) +
      zone("y", "B", 25, 0, 20, 20) +
      pad("p", "A", 3, 3) +
      pad("q", "B", 28, 3);
    const world = await openWorld({ text: `${head}${body})\n` });
    const first = (await world.run("pcb.fillZones")) as { changedIds: string[] };
    assert.deepEqual([...first.changedIds].sort(), ["y", "z"]);
    await world.run("pcb.addTrack", {
      layer: "F.Cu",
      pts: [
        [30, 10],
        [40, 10],
      ],
      net: "A",
      width: 0.3,
    });
    const second = (await world.run("pcb.fillZones", { stale: true })) as { changedIds: string[] };
    assert.deepEqual(second.changedIds, ["y"]);
  });
  it("go by the custom rules beside the board", async () => {
    const body = edge(-5, -5, 30, 30) + zone("z", "A", 0, 0, 20, 20) + pad("p", "B", 10, 10) + pad("q", "A", 3, 3);
    const rule = "(version 1)\n(rule wide (constraint clearance (min 2mm)) (condition \"A.Type == 'Zone'\"))\n";
    const area = async (others: Record<string, string>) => {
      const world = await openWorld({ text: `${head}${body})\n`, others });
      await world.run("pcb.fillZones");
      const [filled] = [...world.doc().items.ofKind("zone")].map((item) => item as unknown as Zone);
      return filled!.fills.reduce((sum, fill) => sum + Math.abs(ringArea(fill.points)), 0) / 1e12;
    };
    const plain = await area({});
    const ruled = await area({ "/test.kicad_dru": rule });
    near(plain - ruled, Math.PI * (2.8 ** 2 - 1.1 ** 2), 0.3);
  });
  it("say what is wrong, and what to call", async () => {
    const world = await openWorld({ file: "examples/blinky/blinky.kicad_pcb" });
    const fails = async (command: string, args: object, message: RegExp) =>
      assert.rejects(world.run(command, args as Record<string, unknown>), (error: Error) => {
        assert.match(error.message, message);
        return true;
      });
    await fails("pcb.fillZones", { zones: "NOTHING" }, /Cannot fill "NOTHING": no zone has that uuid, name or net/);
    await fails(
      "pcb.addZone",
      {
        layers: ["F.SilkS"],
        pts: [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      },
      /no copper layer/,
    );
    await fails("pcb.addZone", { layers: ["F.Cu"] }, /no outline is given/);
    await fails(
      "pcb.addZone",
      {
        layers: ["F.Cu"],
        pts: [
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 4],
        ],
      },
      /side 1 crosses its side 3/,
    );
    await fails(
      "pcb.addZone",
      { layers: ["F.Cu"], from: [0, 0], to: [4, 4], spokeWidth: 0.1 },
      /thinner than minWidth/,
    );
    await fails("pcb.addRuleArea", { layers: ["F.Cu"], from: [0, 0], to: [4, 4], keepOut: [] }, /keeps nothing out/);
  });
});
