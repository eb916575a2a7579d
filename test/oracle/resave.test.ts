import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { kindNamed, readDoc, writeDoc } from "../../core/model/document.ts";
import { plainEffects } from "../../core/model/effects.ts";
import { addStep, applySteps } from "../../core/model/step.ts";
import { absentOf } from "../../core/model/struct.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { readSound } from "../laws/check-file.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { resaved, textsOf } from "../laws/resaved.ts";

const run = promisify(execFile);
/** KiCad reads a schematic (KiCad 9 has no command that writes one); throws in its words when it does not. */
async function readByKicad(bytes: Uint8Array): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-resave-"));
  try {
    const file = join(folder, "blinky.kicad_sch");
    writeFileSync(file, bytes);
    await run("kicad-cli", ["sch", "export", "netlist", "-o", join(folder, "out.net"), file]);
    return readFileSync(join(folder, "out.net"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function setAll(world: World, items: string, properties: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(properties))
    await world.run("pcb.setProperties", { items, properties: { [name]: value }, force: true });
}

const suite = needs("KiCad writes our items as we do", hasKicad, "KiCad");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(120_000);

  it("new items of every kind of board, and properties set on them", async () => {
    const start = readFileSync("examples/blinky/blinky.kicad_pcb");
    const base = await resaved(start);
    const world = await openWorld({ text: writeDoc(base) });
    const text = (token: string, size = 1_000_000) => ({
      ...absentOf(kindNamed("board", token)!.shape),
      effects: { ...plainEffects, width: size, height: size, thickness: 150_000 },
    });
    let n = 0;
    let doc = world.doc();
    const ids: string[] = [];
    const add = (kind: string, values: Readonly<Record<string, unknown>>) => {
      const id = `00000000-0000-4000-8000-${String(++n).padStart(12, "0")}`;
      ids.push(id);
      doc = applySteps(doc, [
        addStep(doc, kind, id, { ...absentOf(kindNamed("board", kind)!.shape), ...values, uuid: id }),
      ]);
      return id;
    };
    const p = (x: number, y: number) => ({ x: x * 1e6, y: y * 1e6 });
    const stroke = { width: 100_000, type: "dash", color: null };
    add("track", { start: p(1, 2), end: p(3.5, 4), width: 250_000, layer: "F.Cu", net: "GND", locked: true });
    add("track", {
      start: p(1, 5),
      end: p(3, 5),
      width: 250_000,
      layers: ["F.Cu", "F.Mask"],
      layer: "",
      maskMargin: 50_000,
      net: "GND",
    });
    add("arcTrack", { start: p(1, 2), mid: p(2, 2.5), end: p(3, 2), width: 250_000, layer: "B.Cu", net: "GND" });
    add("via", {
      at: p(9, 9),
      size: 800_000,
      drill: 400_000,
      layers: ["F.Cu", "B.Cu"],
      net: "GND",
      free: true,
      tenting: { front: true, back: false },
    });
    add("via", {
      ...{ at: p(12, 9), size: 800_000, drill: 400_000, layers: ["F.Cu", "B.Cu"], net: "GND" },
      padstack: {
        mode: "front_inner_back",
        layers: [
          { name: "Inner", size: 600_000 },
          { name: "B.Cu", size: 700_000 },
        ],
      },
      removeUnusedLayers: true,
      keepEndLayers: true,
      zoneLayerConnections: [],
      teardrops: {
        bestLengthRatio: 0.6,
        maxLength: 1_000_000,
        bestWidthRatio: 1,
        maxWidth: 2_000_000,
        curvePoints: null,
        curvedEdges: true,
        filterRatio: 0.9,
        enabled: true,
        allowTwoSegments: true,
        preferZoneConnections: true,
      },
    });
    for (const token of ["gr_line", "gr_rect", "gr_circle", "gr_arc", "gr_poly", "gr_curve"]) {
      const places = {
        gr_line: { start: p(1, 1), end: p(2, 2) },
        gr_rect: { start: p(1, 1), end: p(2, 2) },
        gr_circle: { center: p(1, 1), end: p(2, 2) },
        // KiCad turns arcs so that they run clockwise as the sheet shows them.
        gr_arc: { start: p(2, 0), mid: p(1, 1), end: p(0, 0) },
        gr_poly: { pts: [p(0, 0), p(1, 0), p(1, 1)] },
        gr_curve: { pts: [p(0, 0), p(1, 0), p(1, 1), p(2, 1)] },
      }[token];
      add("graphic", { token, ...places, stroke, layer: "F.SilkS", fill: token === "gr_poly" ? "solid" : "none" });
    }
    add("text", {
      ...text("text"),
      text: 'A "quoted"\nline',
      at: { ...p(5, 5), angle: 90 },
      layer: "F.SilkS",
      knockout: true,
    });
    add("textBox", {
      ...text("textBox"),
      text: "box",
      start: p(20, 20),
      end: p(30, 25),
      margins: [500_000, 500_000, 500_000, 500_000],
      layer: "F.Fab",
      border: true,
      stroke: { ...stroke, type: "solid" },
      knockout: null,
      effects: { ...plainEffects, width: 1e6, height: 1e6, thickness: 150_000, hAlign: "left", vAlign: "top" },
    });
    add("zone", {
      ...{
        net: "GND",
        netName: "GND",
        layer: "B.Cu",
        name: "Z",
        hatch: { style: "edge", pitch: 500_000 },
        priority: 3,
      },
      connectPads: { mode: "thru_hole_only", clearance: 300_000 },
      minThickness: 250_000,
      filledAreasThickness: false,
      fill: {
        ...(absentOf(kindNamed("board", "zone")!.shape)["fill"] as object),
        mode: "hatch",
        thermalGap: 500_000,
        thermalBridgeWidth: 500_000,
        smoothing: "fillet",
        radius: 200_000,
        islandRemoval: 2,
        islandAreaMin: 10,
        hatchThickness: 500_000,
        hatchGap: 1_000_000,
        hatchOrientation: 45,
        hatchSmoothingLevel: 1,
        hatchSmoothingValue: 0.1,
        hatchBorder: "hatch_thickness",
        hatchMinHoleArea: 0.3,
      },
      outlines: [[p(0, 0), p(50, 0), p(50, 50), p(0, 50)]],
    });
    add("zone", {
      ...{
        net: "",
        netName: "",
        layers: ["F.Cu", "B.Cu"],
        hatch: { style: "full", pitch: 500_000 },
        connectPads: { mode: "", clearance: 0 },
      },
      minThickness: 250_000,
      filledAreasThickness: false,
      keepout: {
        tracks: "not_allowed",
        vias: "allowed",
        pads: "allowed",
        copperpour: "not_allowed",
        footprints: "allowed",
      },
      placement: { enabled: false, sheetName: "", componentClass: null, group: null, sourceType: null, source: null },
      fill: {
        ...(absentOf(kindNamed("board", "zone")!.shape)["fill"] as object),
        thermalGap: 500_000,
        thermalBridgeWidth: 500_000,
      },
      outlines: [[p(60, 0), p(70, 0), p(70, 10)]],
    });
    add("group", { name: "G", members: [ids[0]!, ids[2]!] });
    const bytes = writeDoc(doc);
    const [ours, kicad] = [textsOf(readSound(bytes)), textsOf(await resaved(bytes))];
    const differ: string[] = [];
    for (const id of ids)
      if (ours.get(id) !== kicad.get(id)) differ.push(`${ours.get(id)}\n--- KiCad:\n${kicad.get(id)}`);
    assert.deepEqual(differ, []);
  });

  it("new items of every kind of schematic are read", async () => {
    const world = await openWorld({ text: readFileSync("examples/blinky/blinky.kicad_sch") });
    await world.run("sch.setProperties", {
      items: "R1",
      properties: { dnp: true, inBom: false, excludeFromSim: true },
    });
    await world.run("sch.setBusAlias", { name: "I2C", members: ["SCL", "SDA"] });
    await world.run("sch.setTitleBlock", { title: "T", comments: { 3: "three" } });
    await world.run("sch.setPage", { size: "A3", portrait: true });
    let doc = world.doc();
    let n = 0;
    const add = (kind: string, values: Readonly<Record<string, unknown>>) => {
      const id = `00000000-0000-4000-8000-${String(++n).padStart(12, "0")}`;
      const absent = absentOf(kindNamed("schematic", kind)!.shape);
      doc = applySteps(doc, [addStep(doc, kind, id, { ...absent, ...values, uuid: id })]);
    };
    const p = (x: number, y: number) => ({ x: x * 1.27e6, y: y * 1.27e6, angle: 0 });
    const stroke = { width: 0, type: "default", color: null };
    const look = { ...plainEffects, hAlign: "left", vAlign: "bottom" };
    add("wire", { pts: [p(100, 100), p(110, 100)], stroke });
    add("bus", { pts: [p(100, 104), p(110, 104)], stroke: { width: 500_000, type: "dash", color: [255, 0, 0, 1] } });
    add("busEntry", { at: p(100, 104), size: p(2, 2), stroke });
    add("junction", { at: p(100, 100), diameter: 0, color: [0, 0, 0, 0] });
    add("noConnect", { at: p(120, 100) });
    add("label", { token: "label", text: "A{slash}B", at: { ...p(100, 100), angle: 0 }, effects: look });
    add("text", {
      text: 'two\n"lines"',
      excludeFromSim: false,
      at: { ...p(130, 100), angle: 0 },
      effects: { ...look, bold: true, thickness: 254_000, href: "https://example.org" },
    });
    add("textBox", {
      text: "box",
      excludeFromSim: true,
      at: { ...p(140, 100), angle: 0 },
      size: p(10, 8),
      margins: [900_000, 900_000, 900_000, 900_000],
      stroke: { width: 0, type: "solid", color: null },
      fill: { type: "color", color: [255, 255, 150, 1] },
      effects: { ...plainEffects, hAlign: "left", vAlign: "top" },
    });
    add("graphic", {
      token: "rectangle",
      start: p(150, 100),
      end: p(155, 105),
      stroke,
      fill: { type: "none", color: null },
    });
    add("graphic", {
      token: "circle",
      center: p(150, 110),
      radius: 2_540_000,
      stroke,
      fill: { type: "none", color: null },
    });
    add("ruleArea", {
      outline: {
        pts: [p(160, 100), p(165, 100), p(165, 105)],
        stroke: { width: 0, type: "dash", color: null },
        fill: { type: "none", color: null },
        uuid: "00000000-0000-4000-8000-00000000ffff",
      },
    });
    const netlist = await readByKicad(writeDoc(doc));
    assert.match(netlist, /\(title "T"\)/);
    assert.match(netlist, /\(name "exclude_from_bom"\)/);
    assert.match(netlist, /\(name "dnp"\)/);
  });

  it("properties of what is there: footprints, pads, fields, set-up", async () => {
    const base = await resaved(readFileSync("examples/blinky/blinky.kicad_pcb"));
    const world = await openWorld({ text: writeDoc(base) });
    await setAll(world, "R1", {
      attributes: ["dnp", "smd"],
      clearance: 0.2,
      solderMaskMargin: 0.05,
      solderPasteRatio: -0.1,
      zoneConnect: 1,
      descr: "Ä resistor",
      tags: "a b",
      locked: true,
    });
    await setAll(world, "R1.1", {
      teardrops: {
        bestLengthRatio: 0.6,
        maxLength: 1,
        bestWidthRatio: 1,
        maxWidth: 2,
        curvedEdges: true,
        filterRatio: 0.9,
        enabled: true,
        allowTwoSegments: true,
        preferZoneConnections: true,
      },
      thermalGap: 0.3,
      thermalWidth: 0.4,
      thermalAngle: 30,
      zoneConnect: 2,
      clearance: 0.25,
      solderMaskMargin: 0.06,
      dieLength: 1.5,
      property: "pad_prop_testpoint",
    });
    await setAll(world, "setup#1", {
      maskMargin: 0.05,
      maskMinWidth: 0.1,
      pasteMargin: -0.02,
      pasteRatio: -0.1,
      allowMaskBridges: true,
      tenting: { front: true, back: false },
      auxOrigin: [10, 20],
      gridOrigin: [1, 2],
    });
    await world.run("pcb.setTitleBlock", {
      title: "T",
      date: "2026-11-30",
      rev: "2",
      company: "C",
      comments: { 1: "one", 4: "four" },
    });
    await world.run("pcb.setPage", { size: "User", width: 300, height: 210 });
    await world.run("pcb.setStackup", {
      copperFinish: "ENIG",
      castellatedPads: true,
      layers: [
        { name: "F.SilkS", color: "White" },
        { name: "F.Paste" },
        { name: "F.Mask", thickness: 0.01, color: "Green" },
        { name: "F.Cu", thickness: 0.035 },
        {
          name: "dielectric 1",
          type: "core",
          sheets: [
            { thickness: 1, material: "FR4", epsilonR: 4.5, lossTangent: 0.02, locked: true },
            { thickness: 0.51, material: "FR4", epsilonR: 4.3, lossTangent: 0.01 },
          ],
        },
        { name: "B.Cu", thickness: 0.035 },
        { name: "B.Mask", thickness: 0.01, color: "Green" },
        { name: "B.Paste" },
        { name: "B.SilkS", color: "White" },
      ],
    });
    const ours = textsOf(readDoc(world.bytes()).doc!);
    const kicad = textsOf(await resaved(world.bytes()));
    const differ = [...ours]
      .filter(([id, own]) => kicad.get(id) !== own)
      .map(([id, own]) => `${id}\n${own}\n--- KiCad:\n${kicad.get(id)}`);
    assert.deepEqual(differ, []);
  });
});
