import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { contactsOfItem } from "../../core/engines/sheet/contacts.ts";
import { librarySymbolsOf } from "../../core/engines/sheet/symbol-pins.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { openWorld } from "../laws/check-edit.ts";
import { demosFolder, hasDemos, hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { joinedPins, kicadNetlist } from "../laws/netlist.ts";

const blinky = join(import.meta.dirname, "../../examples/blinky");

/** Root and edited sheet of demo projects: old and new parts, rotated and mirrored, one sheet used twice. */
const demos: readonly (readonly [string, string])[] = [
  ["ecc83/ecc83-pp.kicad_sch", "ecc83/ecc83-pp.kicad_sch"],
  ["interf_u/interf_u.kicad_sch", "interf_u/interf_u.kicad_sch"],
  ["complex_hierarchy/complex_hierarchy.kicad_sch", "complex_hierarchy/ampli_ht.kicad_sch"],
  ["pic_programmer/pic_programmer.kicad_sch", "pic_programmer/pic_programmer.kicad_sch"],
  ["sonde xilinx/sonde xilinx.kicad_sch", "sonde xilinx/sonde xilinx.kicad_sch"],
  ["stickhub/StickHub.kicad_sch", "stickhub/StickHub.kicad_sch"],
];

/** How many symbols of each are dragged. */
const DRAGS = Number(process.env["EDSNX_DRAGS"] ?? 4);

const { title, skip } = needs("KiCad reads edited schematics", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(600_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-sch-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Edits a copy of blinky and answers what KiCad makes of it. */
  async function edited(command: string, args: Record<string, unknown>) {
    cpSync(blinky, folder, { recursive: true });
    const path = join(folder, "blinky.kicad_sch");
    const world = await openWorld({ file: path, path: "/blinky.kicad_sch" });
    await world.run(command, args);
    writeFileSync(path, world.bytes());
    return { netlist: await kicadNetlist(path), findings: await kicadFindings(path) };
  }

  for (const [root, sheet] of demos) {
    it(`keeps the netlist of ${sheet} when symbols are dragged`, async () => {
      if (!existsSync(join(demosFolder, sheet))) assert.fail(`${sheet} is missing`);
      cpSync(join(demosFolder, dirname(root)), folder, { recursive: true });
      const rootCopy = join(folder, root.slice(dirname(root).length + 1));
      const copy = join(folder, sheet.slice(dirname(root).length + 1));
      const before = joinedPins(await kicadNetlist(rootCopy));
      const original = readFileSync(copy);
      const world = await openWorld({ file: copy, path: "/sheet.kicad_sch" });
      const library = librarySymbolsOf(world.doc());
      const parts = [...world.doc().items.ofKind("symbol")]
        .filter((symbol) => !propertyValue(symbol, "Reference").startsWith("#"))
        .filter((symbol) => contactsOfItem(symbol, library).length > 1);
      let checked = 0;
      const stride = Math.max(1, Math.floor(parts.length / DRAGS));
      for (const [i, part] of parts.entries()) {
        if (i % stride !== 0 || checked >= DRAGS) continue;
        // The first way that meets nothing: meeting something joins it, as in KiCad.
        for (const by of [
          [0, 2.54],
          [-2.54, 0],
          [1.27, 1.27],
          [0, -3.81],
          [2.54, -1.27],
        ]) {
          const result = (await world.run("sch.move", { items: part.id, by })) as EditResult;
          const met = result.notes?.some((note) => note.startsWith("Meets")) === true;
          if (!met) {
            writeFileSync(copy, world.bytes());
            const after = joinedPins(await kicadNetlist(rootCopy));
            assert.deepEqual(after, before, `${propertyValue(part, "Reference")} by ${by}`);
            checked++;
          }
          await world.run("session.undo");
          if (!met) break;
        }
      }
      assert.deepEqual(Buffer.from(world.bytes()), original);
      assert.ok(checked > 0, "something was dragged");
    });
  }

  it("finds nothing in the sample, and a netlist", async () => {
    assert.deepEqual(await kicadFindings(join(copyBlinky(), "blinky.kicad_sch")), []);
    assert.deepEqual(await kicadFindings(join(folder, "blinky.kicad_pcb")), []);
    const { nets } = await kicadNetlist(join(folder, "blinky.kicad_sch"));
    assert.deepEqual(nets.get("Net-(D1-A)"), ["D1.2", "R3.2"]);
  });

  it("splits a net where a wire is deleted", async () => {
    const world = await openWorld({ file: join(blinky, "blinky.kicad_sch") });
    const wire = [...world.doc().items.ofKind("wire")].find((item) => {
      const [a, b] = item["pts"] as { x: number; y: number }[];
      return a!.x === 177_800_000 && a!.y === 88_900_000 && b!.y === 91_440_000;
    })!;
    const { netlist } = await edited("sch.delete", { items: wire.id });
    assert.ok(joinedPins(netlist).includes("D1.2"), "D1's anode is alone");
    assert.ok(joinedPins(netlist).includes("R3.2"), "so is R3");
  });

  it("leaves a moved symbol's net behind when its wires do not follow", async () => {
    const { netlist } = await edited("sch.move", { items: "D1", by: [0, 40.64], drag: false });
    assert.ok(joinedPins(netlist).includes("D1.1"));
    assert.ok(joinedPins(netlist).includes("D1.2"));
  });

  it("joins by a wire with its dots", async () => {
    // From the middle of DISCH's wire up to a new place, and onto R3's upper wire.
    const pts = [
      [147.32, 83.82],
      [147.32, 66.04],
      [177.8, 66.04],
      [177.8, 78.74],
    ];
    const { netlist } = await edited("sch.wire", { pts });
    assert.ok(joinedPins(netlist).includes("R1.2 R2.1 R3.1 U1.3 U1.7"));
  });

  it("names a net by each kind of label", async () => {
    assert.deepEqual((await edited("sch.label", { text: "ANODE", at: [177.8, 90.17] })).netlist.nets.get("/ANODE"), [
      "D1.2",
      "R3.2",
    ]);
    const global = await edited("sch.label", { text: "ANODE", at: [177.8, 90.17], type: "global", angle: 180 });
    assert.deepEqual(global.netlist.nets.get("ANODE"), ["D1.2", "R3.2"]);
    const slash = await edited("sch.label", { text: "A/K", at: [177.8, 90.17] });
    assert.deepEqual(slash.netlist.nets.get("/A{slash}K"), ["D1.2", "R3.2"]);
  });

  it("sees new values and references", async () => {
    const value = await edited("sch.setField", { items: "R3", name: "Value", value: "470" });
    assert.equal(value.netlist.values.get("R3"), "470");
    assert.deepEqual(value.findings, []);
    const { netlist } = await edited("sch.setField", { items: "R3", name: "Reference", value: "R10" });
    assert.deepEqual(netlist.nets.get("Net-(D1-A)"), ["D1.2", "R10.2"]);
    assert.equal(netlist.values.has("R3"), false);
  });

  it("sees a renamed part on both sides, with no difference between them", async () => {
    copyBlinky();
    const sch = join(folder, "blinky.kicad_sch");
    const pcb = join(folder, "blinky.kicad_pcb");
    const world = await openWorld({
      file: sch,
      path: "/blinky.kicad_sch",
      others: { "/blinky.kicad_pcb": readFileSync(pcb) },
    });
    await world.run("project.renamePart", { path: "/blinky.kicad_sch", from: "R1", to: "R7" });
    writeFileSync(sch, world.bytes());
    assert.ok(
      (await kicadFindings(pcb, true)).some((line) => line.includes("missing_footprint")),
      "the check can fail",
    );
    writeFileSync(pcb, world.session.bytes("/blinky.kicad_pcb"));
    assert.deepEqual(await kicadFindings(pcb, true), []);
    assert.deepEqual(await kicadFindings(sch), []);
  });

  function copyBlinky(): string {
    cpSync(blinky, folder, { recursive: true });
    return folder;
  }
});
