import assert from "node:assert/strict";
import { loadClipper } from "../../bridge/node/clipper.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { ownPool } from "../../core/engines/fill/run.ts";
import type { Fill } from "../../core/model/board/zone.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { Session } from "../../core/session/session.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { seeded } from "../laws/random.ts";

const BOARDS = 40;
const SEED = 4;
const path = "/damaged.kicad_pcb";
type Random = () => number;

/** Draws of damage: outlines that cross themselves, things of no size, corners on corners, lengths far out. */
class Damage {
  private readonly random: Random;
  private ids = 0;

  constructor(random: Random) {
    this.random = random;
  }

  one<T>(...list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }

  many(most: number, make: () => string): string {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, make).join("\n");
  }

  id(): string {
    return `(uuid "6a000000-0000-4000-8000-${String(this.ids++).padStart(12, "0")}")`;
  }

  /** On a coarse grid, so that corners and edges fall on each other; now and then far away. */
  place(): string {
    const at = () => (this.random() < 0.02 ? this.one(2000, -2000) : Math.floor(this.random() * 9) * 2.5);
    return `${at()} ${at()}`;
  }

  size(): number {
    return this.one(0, 0.000001, 0.1, 0.5, 2, 2, 30);
  }

  net(): string {
    return this.one("0", "1", "1", "2");
  }

  corners(): string {
    const corners: string[] = [];
    const count = this.one(0, 1, 2, 3, 4, 5, 8, 12);
    for (let i = 0; i < count; i++) {
      if (i > 0 && this.random() < 0.2) corners.push(corners[i - 1]!);
      else if (this.random() < 0.1)
        corners.push(`(arc (start ${this.place()}) (mid ${this.place()}) (end ${this.place()}))`);
      else corners.push(`(xy ${this.place()})`);
    }
    return `(pts ${corners.join(" ")})`;
  }

  zone(): string {
    const keepout = this.one(
      "",
      "",
      "",
      "(keepout (tracks allowed) (vias allowed) (pads allowed) (copperpour not_allowed) (footprints allowed))",
    );
    const mode = this.one(
      "",
      "",
      "(mode hatch) (hatch_thickness 0.4) (hatch_gap 0.8) (hatch_orientation 30)",
      "(mode hatch) (hatch_thickness 0) (hatch_gap 0) (hatch_orientation 0)",
    );
    return `(zone (net ${keepout === "" ? this.net() : 0}) (net_name "") (layers ${this.one('"F.Cu"', '"F&B.Cu"', '"*.Cu"')}) ${this.id()} (hatch edge 0.5) (priority ${this.one(0, 0, 1, 2)})
(connect_pads ${this.one("", "yes", "no", "thru_hole_only")} (clearance ${this.one(0, 0.2, 5)})) (min_thickness ${this.one(0, 0.1, 0.25, 3)}) ${keepout}
(fill yes ${mode} (thermal_gap ${this.one(0, 0.3, 10)}) (thermal_bridge_width ${this.one(0, 0.4, 10)}) (smoothing ${this.one("chamfer", "fillet", "none")}) (radius ${this.one(0, 0.5, 20)}) (island_removal_mode ${this.one(0, 1, 2)}) (island_area_min ${this.one(0, 10)}))
(polygon ${this.corners()}) ${this.one("", `(polygon ${this.corners()})`)} ${this.one("", `(filled_polygon (layer "F.Cu") ${this.corners()})`)})`;
  }

  pad(): string {
    const type = this.one("smd", "thru_hole", "np_thru_hole");
    const shape = this.one("rect", "circle", "oval", "roundrect", "trapezoid", "custom");
    const drill = type === "smd" ? "" : `(drill ${this.one("", "oval ")}${this.size()} ${this.size()})`;
    const custom = `(options (clearance ${this.one("outline", "convexhull")}) (anchor ${this.one("rect", "circle")})) (primitives (gr_poly ${this.corners()} (width ${this.size()}) (fill ${this.one("yes", "no")})))`;
    const more =
      {
        roundrect: `(roundrect_rratio ${this.one(0, 0.25, 0.5, 2)})`,
        trapezoid: `(rect_delta ${this.size()} 0)`,
        custom,
      }[shape as "custom"] ?? "";
    return `(pad "${this.one(1, 2)}" ${type} ${shape} (at ${this.place()} ${this.one(0, 45, 90)}) (size ${this.size()} ${this.size()}) ${drill} (layers ${type === "smd" ? '"F.Cu"' : '"*.Cu"'}) ${more} (net ${this.one('1 "A"', '2 "B"')}) ${this.id()})`;
  }

  graphic(): string {
    const stroke = `(stroke (width ${this.size()}) (type solid))`;
    const form = this.one(
      `gr_line (start ${this.place()}) (end ${this.place()})`,
      `gr_arc (start ${this.place()}) (mid ${this.place()}) (end ${this.place()})`,
      `gr_circle (center ${this.place()}) (end ${this.place()})`,
      `gr_rect (start ${this.place()}) (end ${this.place()})`,
      `gr_poly ${this.corners()}`,
      `gr_curve ${this.corners()}`,
    );
    return `(${form} ${stroke} (fill ${this.one("yes", "no")}) (layer "${this.one("F.Cu", "Edge.Cuts")}") ${this.id()})`;
  }

  track(): string {
    return this.one(
      () =>
        `(segment (start ${this.place()}) (end ${this.place()}) (width ${this.size()}) (layer "F.Cu") (net ${this.net()}) ${this.id()})`,
      () =>
        `(arc (start ${this.place()}) (mid ${this.place()}) (end ${this.place()}) (width ${this.size()}) (layer "B.Cu") (net ${this.net()}) ${this.id()})`,
      () =>
        `(via (at ${this.place()}) (size ${this.size()}) (drill ${this.size()}) (layers "F.Cu" "B.Cu") (net ${this.net()}) ${this.id()})`,
    )();
  }

  board(): string {
    return `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
(general (thickness 1.6)) (paper "A4")
(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user))
(setup (pad_to_mask_clearance 0))
(net 0 "") (net 1 "A") (net 2 "B")
(footprint "Made:Damaged" (layer "F.Cu") ${this.id()} (at ${this.place()} 30)
${this.many(6, () => this.pad())})
${this.many(5, () => this.graphic())}
${this.many(8, () => this.track())}
${this.zone()}
${this.many(3, () => this.zone())})
`;
  }
}

const fillsOf = (zone: Item) => zone["fills"] as readonly Fill[];

describe("boards whose geometry is damaged", function () {
  this.timeout(300_000);
  it(`are filled, and their connections found, without a failure; ${BOARDS} boards`, async () => {
    const clipper = await loadClipper();
    const pool = ownPool(clipper, async () => undefined);
    const random = seeded(SEED);
    let filled = 0;
    for (let n = 0; n < BOARDS; n++) {
      const text = new Damage(random).board();
      const ports = memoryPorts({ [path]: text });
      const session = new Session(ports);
      const services = { filling: async () => ({ clipper, pool }) };
      const core = new AgentCore({ registry, session, services, now: ports.now });
      await session.open(path, tester.name);
      const ask = (id: string, args: object) =>
        core.run(id, { path, ...args }, { caller: tester }).catch((error: unknown) => {
          throw new Error(`board ${n}: ${id}\n${text}`, { cause: error });
        });
      await ask("query.unrouted", {});
      // Zones without an area are not filled: what the file says of their copper stays.
      const asWritten = new Set([...session.get(path).doc.items.ofKind("zone")].flatMap(fillsOf));
      await ask("pcb.fillZones", {});
      const zones = [...session.get(path).doc.items.ofKind("zone")];
      for (const fill of zones.flatMap(fillsOf)) {
        if (asWritten.has(fill)) continue;
        const { points, layer } = fill;
        assert.ok(points.length >= 6 && points.every(Number.isSafeInteger), `board ${n}: a fill on ${layer}`);
        filled++;
      }
      const { doc, problems } = readDoc(session.bytes(path));
      assert.deepEqual([...doc!.items.ofKind("zone")].length, zones.length, `board ${n}: ${problems.length} problems`);
      await ask("query.unrouted", {});
      for (const { id } of session.get(path).doc.items.ofKind("track", "arcTrack", "via"))
        await ask("query.connections", { item: id });
      await core.run("session.undo", { path }, { caller: tester });
      assert.equal(new TextDecoder().decode(session.bytes(path)), text, `board ${n}: undone`);
    }
    assert.ok(filled > BOARDS / 2, `${filled} pieces of copper`);
  });
});
