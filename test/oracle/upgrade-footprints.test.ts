import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeDoc } from "../../core/model/document.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { raised } from "../laws/upgrade-agreement.ts";

/** What KiCad 5 wrote and no KiCad of today takes in a file of today: arcs by centre and angle, also in a pad's shape. */
const old = `(module OLD (layer F.Cu) (tedit 5C000000)
  (descr "") (tags "")
  (fp_text reference REF** (at 0 -2) (layer F.SilkS) (effects (font (size 1 1) (thickness 0.15))))
  (fp_text value OLD (at 0 2) (layer F.Fab) (effects (font (size 1 1) (thickness 0.15))))
  (fp_text user %R (at 0 0) (layer F.Fab) (effects (font (size 1 1) (thickness 0.15))))
  (fp_arc (start -3.015 0) (end -3.015 -2.115) (angle -180) (layer F.Fab) (width 0.1))
  (fp_arc (start 3 1) (end 4 1.5) (angle 77.5) (layer F.Fab) (width 0.1))
  (fp_poly (pts (xy 0 0) (xy 1 0) (xy 1 0) (xy 1 1)) (layer F.SilkS) (width 0.1))
  (pad 1 thru_hole circle (at 0 0) (size 1 1) (drill 0.5) (layers *.Cu *.Mask))
  (pad None np_thru_hole circle (at 5 0) (size 1 1) (drill 1) (layers *.Cu *.Mask))
  (pad 3 smd rect (at 7 0) (size 1 1) (layers F.Paste))
  (pad 2 smd custom (at 9 0) (size 0.5 0.5) (layers F.Cu F.Mask) (zone_connect 0)
    (options (clearance outline) (anchor circle))
    (primitives (gr_arc (start 0 0) (end 1 0) (angle 90) (width 0.2))
      (gr_poly (pts (xy -1 -1) (xy 1 -1) (xy 1 1)) (width 0))))
)
`;

const suite = needs("project.upgrade of a footprint of KiCad 5", hasKicad, "KiCad");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(120_000);

  it("is read by KiCad, which makes the same of the old file itself", () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-upgrade-"));
    const upgrade = (name: string, bytes: Uint8Array | string) => {
      const [library, out] = [join(folder, `${name}.pretty`), join(folder, `${name}.out.pretty`)];
      mkdirSync(library);
      writeFileSync(join(library, "OLD.kicad_mod"), bytes);
      execFileSync("kicad-cli", ["fp", "upgrade", "--force", "-o", out, library], { stdio: "pipe" });
      return linesOf(readFileSync(join(out, "OLD.kicad_mod"), "utf8"));
    };
    try {
      const file = join(folder, "OLD.kicad_mod");
      writeFileSync(file, old);
      const ours = writeDoc(raised(file));
      const kicads = upgrade("old", old);
      assert.deepEqual(linesOf(Buffer.from(ours).toString("utf8")), kicads);
      assert.deepEqual(upgrade("ours", ours), kicads);
      assert.equal(kicads.filter((line) => line.startsWith("(mid ") || line.includes("gr_arc")).length, 4);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Without ids, which are made anew, and who wrote it; sorted, since KiCad's order goes by the ids. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^\((generator|generator_version|uuid) /.test(line))
    .sort();
}
