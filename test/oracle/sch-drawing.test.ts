import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { librarySymbolsOf, pinsOf } from "../../core/engines/sheet/symbol-pins.ts";
import type { PlacedSymbol } from "../../core/model/schematic/symbol.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { joinedPins, kicadNetlist } from "../laws/netlist.ts";

const examples = join(import.meta.dirname, "../../examples");
const { title, skip } = needs("KiCad reads what is drawn on sheets", hasKicad, "kicad-cli");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(300_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-draw-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A world on a copy of an example; `save` writes every open document to disk and answers the root's path. */
  async function copyOf(name: string) {
    cpSync(join(examples, name), folder, { recursive: true });
    const path = join(folder, `${name}.kicad_sch`);
    const inner = join(folder, "lamp.kicad_sch");
    const others = name === "hierarchy" ? { [inner]: readFileSync(inner) } : {};
    const world = await openWorld({ file: path, path, others });
    const save = () => {
      for (const open of world.session.list()) writeFileSync(open.path, world.session.bytes(open.path));
      return path;
    };
    return { world, save };
  }

  it("everything at once, without a complaint about what was drawn", async () => {
    const { world, save } = await copyOf("blinky");
    writeFileSync(join(folder, "logo.png"), readFileSync(join(examples, "hierarchy/logo.png")));
    const before = await kicadFindings(save());
    const pts = [
      [200.66, 40.64],
      [213.36, 40.64],
      [213.36, 53.34],
    ];
    await world.run("sch.addText", {
      text: 'a ~{b} "c"\nd',
      at: [200.66, 30.48],
      bold: true,
      link: "https://kicad.org",
    });
    await world.run("sch.addTextBox", { text: "box", from: [200.66, 33.02], to: [226.06, 38.1] });
    for (const args of [
      { shape: "polyline", pts, dash: "dot" },
      { shape: "rectangle", from: pts[0], to: pts[2], fill: "background" },
      { shape: "circle", center: pts[0], radius: 2 },
      { shape: "arc", from: pts[0], mid: pts[1], to: pts[2] },
      { shape: "bezier", pts: [...pts, [220.98, 53.34]] },
    ])
      await world.run("sch.addGraphic", args);
    await world.run("sch.addTable", {
      at: [228.6, 30.48],
      rows: [
        ["A", "B"],
        ["1", "2"],
      ],
    });
    await world.run("sch.addRuleArea", { pts });
    const { ports } = world;
    await ports.files.write("/logo.png", readFileSync(join(examples, "hierarchy/logo.png")));
    await world.run("sch.addImage", { file: "/logo.png", at: [240, 60], width: 10 });
    assert.deepEqual(await kicadFindings(save()), before);
  });

  it("a directive hangs on its net and joins nothing", async () => {
    const { world, save } = await copyOf("blinky");
    await world.run("sch.addDirective", { at: [177.8, 90.17], netclass: "LED", angle: 270 });
    const text = readFileSync(save(), "utf8");
    assert.match(text, /netclass_flag/);
    const { nets } = await kicadNetlist(join(folder, "blinky.kicad_sch"));
    assert.deepEqual(nets.get("Net-(D1-A)"), ["D1.2", "R3.2"]);
  });

  it("buses join through their entries and members", async () => {
    const { world, save } = await copyOf("blinky");
    // Two copies of R3, each on one end of a bus called D[0..1].
    const copies = (await world.run("sch.duplicate", { items: ["R3", "R3"], by: [63.5, -25.4] })) as EditResult;
    assert.equal(copies.newIds.length, 1);
    await world.run("sch.setField", { items: copies.newIds, name: "Reference", value: "R50" });
    const more = (await world.run("sch.duplicate", { items: "R50", by: [20.32, 0] })) as EditResult;
    await world.run("sch.setField", { items: more.newIds, name: "Reference", value: "R51" });
    await world.run("sch.bus", {
      pts: [
        [236.22, 30.48],
        [266.7, 30.48],
      ],
    });
    await world.run("sch.label", { text: "D[0..1]", at: [238.76, 30.48] });
    const library = librarySymbolsOf(world.doc());
    for (const id of [...copies.newIds, ...more.newIds]) {
      const symbol = world.doc().items.get(id) as unknown as PlacedSymbol;
      const pin = pinsOf(symbol, library).find((each) => each.number === "1")!.at;
      const [x, y] = [pin.x / 1e6, pin.y / 1e6];
      await world.run("sch.busEntry", { at: [x - 2.54, 30.48], direction: "down-right" });
      await world.run("sch.wire", {
        pts: [
          [x, 33.02],
          [x, y],
        ],
      });
      await world.run("sch.label", { text: "D0", at: [x, 38.1] });
    }
    const netlist = await kicadNetlist(save());
    assert.deepEqual(netlist.nets.get("/D0"), ["R50.1", "R51.1"]);
  });

  it("wires that find their way join two pins and nothing else", async () => {
    const { world, save } = await copyOf("blinky");
    const before = joinedPins(await kicadNetlist(save()));
    const copies = (await world.run("sch.duplicate", { items: ["R3", "D1"], by: [50.8, 0] })) as EditResult;
    for (const [i, name] of ["R50", "D50"].entries())
      await world.run("sch.setField", { items: copies.newIds[i], name: "Reference", value: name });
    await world.run("sch.connect", { from: "R50.2", to: "D50.2", by: "wire" });
    await world.run("sch.connect", { from: "R50.1", to: "U1.5", by: "auto" });
    const after = joinedPins(await kicadNetlist(save()));
    assert.ok(after.includes("D50.2 R50.2"), after.join(" | "));
    const joined = after.find((pins) => pins.split(" ").includes("R50.1"))!.split(" ");
    assert.ok(joined.includes("U1.5"));
    const was = before.find((pins) => pins.split(" ").includes("U1.5"))!.split(" ");
    assert.deepEqual(
      joined.filter((pin) => pin !== "R50.1"),
      was,
    );
  });

  it("mirroring keeps which pin is where: the netlist of what is re-wired is the same", async () => {
    const { world, save } = await copyOf("blinky");
    await world.run("sch.mirror", { items: "D1", direction: "vertical" });
    await world.run("sch.mirror", { items: "D1", direction: "vertical" });
    const same = joinedPins(await kicadNetlist(save()));
    await world.run("sch.mirror", { items: "R1", direction: "vertical" });
    const flipped = joinedPins(await kicadNetlist(save()));
    // A resistor upside down has its pins exchanged on the same two wires.
    const swap = (pins: string) =>
      pins
        .split(" ")
        .map((pin) => (pin === "R1.1" ? "R1.2" : pin === "R1.2" ? "R1.1" : pin))
        .sort()
        .join(" ");
    assert.deepEqual(flipped, same.map(swap).sort());
  });

  it("a sheet that is used once more has its own nets and parts", async () => {
    const { world, save } = await copyOf("hierarchy");
    await world.run("sch.addSheet", { name: "Third lamp", file: "lamp.kicad_sch", at: [127, 109.22] });
    await world.run("sch.syncSheetPins", { path: world.path });
    const netlist = await kicadNetlist(save());
    assert.ok(
      [...netlist.nets.keys()].some((name) => name.startsWith("/Third lamp/")),
      [...netlist.nets.keys()].join(),
    );
    const swapped = (await world.run("sch.swapUnits", { path: world.path, a: "U1A", b: "U1B" })) as EditResult;
    assert.equal(swapped.changedIds.length, 2);
    const after = await kicadNetlist(save());
    const net = [...after.nets.values()].find((pins) => pins.includes("LA1.1"))!;
    assert.ok(net.includes("U1.4"), "the second gate drives the first lamp");
  });
});
