import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { createRuntime, type Runtime } from "../../bridge/node/runtime.ts";
import { CommandError } from "../../core/base/error.ts";
import { readGerber } from "../laws/gerber-reader.ts";

interface FabAnswer {
  readonly folder: string;
  readonly files: readonly { readonly name: string; readonly kind: string }[];
  readonly refilled: readonly { readonly net: string }[];
  readonly notes?: readonly string[];
}

describe("project.fabricate and project.plot", () => {
  let folder: string;
  let runtime: Runtime;
  const run = (id: string, args: Record<string, unknown>) =>
    runtime.core.run(id, args, { caller: { name: "test", kind: "script" } });
  const fabricate = (args: Record<string, unknown> = {}) =>
    run("project.fabricate", { path: "blinky.kicad_pcb", ...args }) as Promise<FabAnswer>;
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edsnx-fab-"));
    cpSync(join(import.meta.dirname, "../../examples/blinky"), folder, { recursive: true });
    runtime = createRuntime({ cwd: folder, report: () => undefined });
  });
  afterEach(async () => {
    await runtime.dispose("quietly");
    rmSync(folder, { recursive: true });
  });

  it("writes the set beside the board, and the same bytes again", async () => {
    const before = read("blinky.kicad_pcb");
    const answer = await fabricate({ zip: true });
    const names = readdirSync(join(folder, "fab")).sort();
    assert.deepEqual(names, answer.files.map((file) => file.name).sort());
    for (const end of ["F_Cu.gtl", "B_Mask.gbs", "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl", "positions.csv", "bom.csv"])
      assert.ok(names.includes(`blinky-${end}`), end);
    assert.equal(read("blinky.kicad_pcb"), before);
    const packed = unzipSync(new Uint8Array(readFileSync(join(folder, "fab/blinky-fab.zip"))));
    assert.equal(Buffer.from(packed["blinky-F_Cu.gtl"]!).toString(), read("fab/blinky-F_Cu.gtl"));
    const copper = read("fab/blinky-F_Cu.gtl");
    await fabricate();
    assert.equal(read("fab/blinky-F_Cu.gtl"), copper);
  });

  it("flashes each pad with its part, number and net", async () => {
    await fabricate();
    const { objects, attributes } = readGerber(read("fab/blinky-F_Cu.gtl"));
    assert.equal(attributes.get(".FileFunction"), "Copper,L1,Top");
    const pad = objects.find((each) => each.kind === "flash" && each.tags.get(".P")?.startsWith("R3,1"));
    assert.ok(pad !== undefined);
    assert.equal(pad.use, "SMDPad,CuDef");
    const { pads } = (await run("query.pads", { path: "blinky.kicad_pcb", items: "R3" })) as {
      pads: { ref: string; net: string; at: number[] }[];
    };
    const own = pads.find((each) => each.ref === "R3.1")!;
    assert.equal(pad.tags.get(".N"), own.net);
    assert.deepEqual(
      pad.points.map((v) => v / 1e6),
      [own.at[0], -own.at[1]!],
    );
  });

  it("fills stale zones for the files only, and says which", async () => {
    await run("pcb.unfillZones", { path: "blinky.kicad_pcb" });
    const bare = (await run("query.describe", { path: "blinky.kicad_pcb" })) as object;
    const answer = await fabricate();
    assert.deepEqual([...new Set(answer.refilled.map((zone) => zone.net))], ["GND"]);
    assert.match(answer.notes!.join(" "), /anew/);
    assert.ok(readGerber(read("fab/blinky-B_Cu.gbl")).objects.some((each) => each.kind === "region"));
    assert.deepEqual(await run("query.describe", { path: "blinky.kicad_pcb" }), bare);
  });

  it("leaves what is no artefact alone, and writes nothing then", async () => {
    mkdirSync(join(folder, "fab"));
    writeFileSync(join(folder, "fab/blinky-PTH.drl"), "my notes");
    await refused(fabricate(), "conflict");
    assert.deepEqual(readdirSync(join(folder, "fab")), ["blinky-PTH.drl"]);
    assert.equal(read("fab/blinky-PTH.drl"), "my notes");
    await refused(fabricate({ out: "../elsewhere" }), "denied");
    await refused(fabricate({ layers: ["Nowhere"] }), "invalid-args");
    const listed = await fabricate({ dryRun: true, out: "other", layers: ["*.Cu"] });
    assert.equal(listed.files.filter((file) => file.kind === "gerber").length, 2);
    assert.ok(!existsSync(join(folder, "other")));
  });

  it("measures from the drill origin when asked, and refuses without one", async () => {
    await refused(fabricate({ origin: "drill" }), "check-failed");
    await run("pcb.setOrigin", { path: "blinky.kicad_pcb", aux: [98.5, 63.27] });
    await fabricate({ origin: "drill", out: "fab" });
    assert.match(read("fab/blinky-PTH.drl"), /^X0\.0Y0\.0$/m);
    const flashes = readGerber(read("fab/blinky-F_Cu.gtl")).objects.filter((each) =>
      each.tags.get(".P")?.startsWith("J1"),
    );
    assert.ok(flashes.some(({ points: [x, y] }) => x === 0 && y === 0));
  });

  it("says what it leaves out", async () => {
    const barcode = '(barcode (at 100 60 0) (layer "F.SilkS") (size 5 5) (text "x") (text_height 1) (type qr))';
    const file = join(folder, "blinky.kicad_pcb");
    writeFileSync(file, read("blinky.kicad_pcb").replace(/\)\s*$/, `${barcode}\n)\n`));
    assert.match((await fabricate({ dryRun: true })).notes?.join() ?? "", /Left out 1 barcode,/);
    const plot = (layers: string[]) =>
      run("project.plot", { path: "blinky.kicad_pcb", layers, dryRun: true }) as Promise<FabAnswer>;
    assert.match((await plot(["F.SilkS"])).notes?.join() ?? "", /Left out 1 barcode,/);
    assert.equal((await plot(["B.SilkS"])).notes, undefined);
  });

  it("plots layers and sheets", async () => {
    const plot = (args: Record<string, unknown>) =>
      run("project.plot", args) as Promise<{ files: { name: string; pages: string[] }[] }>;
    const single = await plot({ path: "blinky.kicad_pcb", layers: ["*.Cu"], single: true });
    assert.deepEqual(
      single.files.map(({ name, pages }) => [name, pages]),
      [["blinky-layers.pdf", ["F.Cu", "B.Cu"]]],
    );
    const pdf = readFileSync(join(folder, "plots/blinky-layers.pdf"), "latin1");
    assert.match(pdf, /^%PDF-1\.4/);
    assert.equal(pdf.match(/\/Type\/Page\//g)?.length, 2);
    for (const [, at] of pdf.matchAll(/^(\d{10}) 00000 n $/gm)) assert.match(pdf.slice(Number(at)), /^\d+ 0 obj\n/);
    await plot({ path: "blinky.kicad_sch", format: "svg", blackAndWhite: true });
    const svg = read("plots/blinky.svg");
    assert.match(svg, /<svg [^>]*width="297mm"/);
    assert.deepEqual([...new Set(svg.match(/stroke="#\w+"/g))], ['stroke="#000000"']);
  });

  async function refused(call: Promise<unknown>, code: string): Promise<void> {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof CommandError, String(error));
      assert.equal(error.code, code, error.message);
      return true;
    });
  }
});
