import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { grownBox, makeBounds } from "../../core/engines/render/bounds.ts";
import type { PaintContext } from "../../core/engines/render/context.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintDoc } from "../../core/engines/render/paint.ts";
import { projectOptions } from "../../core/engines/render/project.ts";
import type { Recording } from "../../core/engines/render/recording.ts";
import { makeRecording, replay } from "../../core/engines/render/recording.ts";
import { kicadSheet, layerColor } from "../../core/engines/render/themes.ts";
import type { Effects } from "../../core/model/effects.ts";
import type { Item } from "../../core/model/item.ts";
import { readSound } from "../laws/check-file.ts";
import { frameAround, type Ink, inkOf, inkOfPlot, overlap, plotBoard, plotSchematic, readPlot } from "../laws/ink.ts";
import { corpusFolder, demosFolder, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

/** Least part of the ink that must be common, for each layer of a board and for a sheet. */
const BOARD_OVERLAP = 0.97;
const SHEET_OVERLAP = 0.96;
const BOARD_PIXELS_PER_MM = 10;
const SHEET_PIXELS_PER_MM = 8;

const demoBoards = [
  "ecc83/ecc83-pp",
  "custom_pads_test/custom_pads_test",
  "microwave/microwave",
  "test_pads_inside_pads/test_pads_inside_pads",
  "stickhub/StickHub",
  "pic_programmer/pic_programmer",
  "interf_u/interf_u",
  "royalblue54L_feather/RoyalBlue54L-Feather",
  "video/video",
];
const corpusBoards = [
  "akl-ad4/akl-ad4",
  "akl-ethernet-probe/ethernet-coupled-probe",
  "bitaxe-gamma/bitaxeGamma",
  "moteus-c1/moteus_c1",
  "lakritz/lakritz",
  "buspirate-ddr5-adapter/ram-ddr5-1REV1",
  "sparkfun-rtk-postcard/SparkFun_RTK_Postcard",
];
const demoSheets = [
  "ecc83/ecc83-pp",
  "pic_programmer/pic_programmer",
  "complex_hierarchy/complex_hierarchy",
  "video/video",
  "multichannel/multichannel_mixer",
  "royalblue54L_feather/sch/nPM1300",
  "simulation/up-down-counter/up-down-c",
  "test_xil_95108/carte_test",
];
const corpusSheets = [
  "cynthion-sch/bank6_7",
  "bitaxe-gamma/bitaxeGamma",
  "moteus-c1/moteus_c1",
  "sparkfun-rtk-postcard/SparkFun_RTK_Postcard",
];

const show = process.env.EDSNX_SHOW !== undefined;

for (const [folder, boards, sheets, there, name] of [
  [demosFolder, demoBoards, demoSheets, hasDemos, "KiCad's demos"],
  [corpusFolder, corpusBoards, corpusSheets, hasCorpus, "the corpus"],
] as const) {
  const { title, skip } = needs(
    `drawing against KiCad's own plots, ${name}`,
    there && hasKicad,
    `${name} or kicad-cli`,
  );
  (skip ? describe.skip : describe)(title, function () {
    this.timeout(180_000);
    for (const board of boards) it(`board ${board}`, () => checkBoard(join(folder, `${board}.kicad_pcb`)));
    for (const sheet of sheets) it(`sheet ${sheet}`, () => checkSheet(join(folder, `${sheet}.kicad_sch`)));
  });
}

function drawn(path: string): { cx: PaintContext; recording: Recording; items: readonly Item[] } {
  const doc = readSound(readFileSync(path));
  const project = path.replace(/\.kicad_\w+$/, ".kicad_pro");
  const cx = contextOf(doc, existsSync(project) ? projectOptions(readFileSync(project, "utf8")) : {});
  const recording = makeRecording();
  paintDoc(doc, recording, cx);
  return { cx, recording, items: doc.items.entries.map((entry) => entry.item()) };
}

/** Every layer that one of both draws on must agree. */
function checkBoard(path: string): void {
  const { cx, recording, items } = drawn(path);
  // KiCad draws outline fonts anew with what this machine has; we draw the outlines that the file keeps.
  const outlined = new Set(items.flatMap((item) => [item, ...item.children]).flatMap(outlineFontLayer));
  const bounds = makeBounds((layer) => !layer.endsWith(".zone-outline"));
  for (const shapes of recording.layers.values()) {
    bounds.layer(shapes.layer);
    replay(shapes, bounds);
  }
  const frame = frameAround(grownBox(bounds.box(), 1e6), BOARD_PIXELS_PER_MM);
  const plots = plotBoard(path, cx.layers);
  const rows: [string, number][] = [];
  for (const layer of cx.layerNames) {
    const plot = plots.get(layer);
    if (plot === undefined || outlined.has(layer)) continue;
    const ours = inkOf(
      recording,
      frame,
      () => 0,
      (name) => name === layer,
    );
    const theirs = inkOfPlot(readPlot(plot), frame);
    if (isBlank(ours) && isBlank(theirs)) continue;
    rows.push([layer, overlap(ours, theirs)]);
  }
  assert.ok(rows.length >= 4, `only ${rows.length} layers could be compared`);
  report(path, rows);
  const low = rows.filter(([, value]) => value < BOARD_OVERLAP);
  assert.deepEqual(low, [], `${basename(path)} differs from KiCad's plot`);
}

/** The whole sheet with its colours' darkness. */
function checkSheet(path: string): void {
  const { cx, recording } = drawn(path);
  const frame = frameAround({ minX: 0, minY: 0, maxX: cx.paper.width, maxY: cx.paper.height }, SHEET_PIXELS_PER_MM);
  const color = (layer: string, own: number | null) => own ?? layerColor(kicadSheet, layer).rgb;
  const ours = inkOf(recording, frame, color, (layer) => layer !== "sch.worksheet");
  const theirs = inkOfPlot(readPlot(plotSchematic(path, false)), frame);
  assert.ok(!isBlank(theirs));
  const value = overlap(ours, theirs);
  report(path, [["sheet", value]]);
  assert.ok(value >= SHEET_OVERLAP, `${basename(path)} shares only ${value.toFixed(4)} of its ink with KiCad's plot`);
}

function outlineFontLayer(item: Item): string[] {
  const effects = item["effects"] as Effects | undefined;
  return effects !== undefined && effects.face !== null ? [item["layer"] as string] : [];
}

function isBlank(ink: Ink): boolean {
  return ink.data.every((value) => value === 0);
}

function report(path: string, rows: readonly (readonly [string, number])[]): void {
  if (show)
    console.log(`      ${basename(path)}: ${rows.map(([name, value]) => `${name} ${value.toFixed(4)}`).join(", ")}`);
}
