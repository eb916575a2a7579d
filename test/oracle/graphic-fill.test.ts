import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDoc } from "../../core/model/document.ts";
import { hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("shapes whose file says nothing of a fill", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

const places = {
  line: "(start 0 0) (end 5 5)",
  rect: "(start 0 0) (end 5 5)",
  circle: "(center 0 0) (end 2 0)",
  poly: "(pts (xy 0 0) (xy 5 0) (xy 5 5))",
  arc: "(start 0 0) (mid 1 1) (end 2 0)",
};

/** Every shape, on several layers, with and without a width, on the board and in a footprint. */
function boardOf(version: number): string {
  let count = 0;
  const uuid = () => `(uuid "00000000-0000-4000-8000-${String(++count).padStart(12, "0")}")`;
  const graphics: string[] = [];
  for (const [shape, at] of Object.entries(places))
    for (const layer of ["F.SilkS", "Edge.Cuts", "F.Cu", "Dwgs.User"])
      for (const width of [0, 0.1])
        for (const owner of ["gr", "fp"]) {
          const stroke = version < 20220000 ? `(width ${width})` : `(stroke (width ${width}) (type solid))`;
          const id = version < 20240000 ? uuid().replace("(uuid", "(tstamp") : uuid();
          const graphic = `(${owner}_${shape} ${at} ${stroke} (layer "${layer}") ${id})`;
          graphics.push(owner === "gr" ? graphic : `(footprint "a:b" (layer "F.Cu") (at 0 0) ${graphic})`);
        }
  const layers = '(0 "F.Cu" signal) (31 "B.Cu" signal) (37 "F.SilkS" user) (44 "Edge.Cuts" user) (40 "Dwgs.User" user)';
  return `(kicad_pcb (version ${version}) (generator pcbnew) (general (thickness 1.6)) (paper "A4") (layers ${layers})
    (net 0 "")\n${graphics.join("\n")}\n)\n`;
}

run(suite.title, () => {
  for (const version of [20211014, 20221018, 20240108, 20241229])
    it(`are filled as KiCad fills them, version ${version}`, () => {
      const folder = mkdtempSync(join(tmpdir(), "edsnx-fill-"));
      try {
        const path = join(folder, "a.kicad_pcb");
        const text = boardOf(version);
        writeFileSync(path, text);
        const script = join(import.meta.dirname, "graphic-fill-kicad.py");
        const said = execFileSync("/usr/bin/python3", [script, path], { encoding: "utf8" });
        const theirs = JSON.parse(said.slice(said.indexOf("{"))) as Record<string, boolean>;
        const { doc } = readDoc(new TextEncoder().encode(text));
        const ours: Record<string, boolean> = {};
        const graphics = [
          ...doc!.items.ofKind("graphic"),
          ...[...doc!.items.ofKind("footprint")].flatMap(({ children }) => children),
        ];
        for (const each of graphics) if (each.kind === "graphic") ours[each.id] = each["fill"] !== "none";
        assert.equal(Object.keys(ours).length, 80);
        assert.ok(Object.values(ours).some((filled) => filled));
        assert.deepEqual(ours, theirs);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
