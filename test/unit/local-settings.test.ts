import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeText } from "../../core/format/text.ts";
import { readLocalSettings } from "../../core/model/project/local-settings.ts";
import { openWorld } from "../laws/check-edit.ts";
import { exampleFiles } from "../laws/memory-libraries.ts";

const examples = join(import.meta.dirname, "../../examples");

/** As KiCad 9 writes it, what nobody asks for left out. */
const text = JSON.stringify({
  board: {
    active_layer: 2,
    active_layer_preset: "All Layers",
    hidden_netclasses: ["Power"],
    hidden_nets: ["GND"],
    selection_filter: { dimensions: true, lockedItems: false },
    visible_layers: "00000000_00000000_0fffffff_ffffffff",
  },
  meta: { filename: "blinky.kicad_prl", version: 5 },
  project: { files: [{ name: "blinky.kicad_sch", open: true }] },
});

describe("a person's own view of a project (.kicad_prl)", () => {
  it("is read by its names", () => {
    const { settings, problems } = readLocalSettings(encodeText(text));
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      layerPreset: "All Layers",
      activeLayer: 2,
      visibleLayers: "00000000_00000000_0fffffff_ffffffff",
      hiddenNets: ["GND"],
      hiddenNetClasses: ["Power"],
      selectionFilter: { dimensions: true, lockedItems: false },
      files: ["blinky.kicad_sch"],
    });
    for (const odd of ["", "[]", "{", '{"board":7}']) readLocalSettings(encodeText(odd));
  });

  it("is told by project.describe, and opened by nobody", async () => {
    const file = readFileSync(join(examples, "blinky/blinky.kicad_pro"));
    const others = { ...exampleFiles(examples), "/blinky/blinky.kicad_prl": text };
    const world = await openWorld({ text: file, path: "/blinky/blinky.kicad_pro", others });
    const { local } = (await world.run("project.describe", { path: world.path })) as { local: object };
    assert.deepEqual(local, { layerPreset: "All Layers", hiddenNets: ["GND"], files: ["blinky.kicad_sch"] });
    await assert.rejects(async () => world.run("session.open", { path: "/blinky/blinky.kicad_prl" }), /own view/);
  });
});
