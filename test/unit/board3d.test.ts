// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { modelText } from "../../bridge/node/model-files.ts";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { rimOf } from "../../webview-ui/board3d/holes.ts";
import { readVrml } from "../../webview-ui/board3d/vrml.ts";

const head = "#VRML V2.0 utf8\n";
const square = "coord Coordinate { point [0 0 0, 1 0 0, 1 1 0, 0 1 0] } coordIndex [0,1,2,3,-1]";

describe("models of parts", () => {
  it("reads faces, colours, transforms and what is used by name", () => {
    const meshes = readVrml(`${head}
# a comment { that is no node
DEF TOP Transform {
  translation 10 0 0 rotation 0 0 1 1.5707963 scale 2 2 2
  children [
    Shape {
      appearance DEF LOOK Appearance { material Material { diffuseColor 0.5 .25 0 transparency 0.25 } }
      geometry IndexedFaceSet { solid FALSE ${square} creaseAngle 0.5 }
    }
    DEF PART Group { children Shape { appearance USE LOOK geometry IndexedFaceSet { ${square} } } }
    USE PART
  ]
}`);
    assert.equal(meshes.length, 3);
    for (const { positions, color, opacity } of meshes) {
      assert.equal(positions.length, 18, "a face of four corners is two triangles");
      assert.deepEqual(color, [0.5, 0.25, 0]);
      assert.equal(opacity, 0.75);
      // (1, 1) doubled, turned a quarter to (-2, 2), moved by 10.
      const [x, y, z] = positions.subarray(6, 9);
      assert.ok(Math.abs(x! - 8) < 1e-5 && Math.abs(y! - 2) < 1e-5 && z === 0, [x, y, z].join());
    }
  });

  it("refuses what is no VRML, or ends too early", () => {
    assert.throws(() => readVrml("solid name"), /no VRML/);
    assert.throws(() => readVrml(`${head}Shape { geometry IndexedFaceSet {`), /ends too early/);
    assert.deepEqual(readVrml(`${head}DirectionalLight { direction 0 0 1 }`), []);
  });

  it("finds a model by variables, in its folder, packed, and beside a STEP file; and nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-models-"));
    try {
      mkdirSync(join(folder, "shapes"));
      writeFileSync(join(folder, "p.kicad_pro"), "{}");
      writeFileSync(join(folder, "shapes/a.wrl"), `${head}A`);
      writeFileSync(join(folder, "shapes/b.wrz"), gzipSync(`${head}B`));
      writeFileSync(join(folder, "shapes/secret.txt"), "secret");
      const libraries = nodeLibraries({ env: { OWN: join(folder, "shapes") }, settings: folder, shared: [] });
      const read = (file: string) => modelText(file, join(folder, "p.kicad_pcb"), libraries);
      assert.equal(await read("${KIPRJMOD}/shapes/a.wrl"), `${head}A`);
      assert.equal(await read("shapes/a.step"), `${head}A`);
      assert.equal(await read("${OWN}/b.wrz"), `${head}B`);
      assert.equal(await read("${OWN}/b.stp"), `${head}B`);
      assert.equal(await read("${OWN}/none.wrl"), null);
      assert.equal(await read("${NOBODY}/a.wrl"), null);
      assert.equal(await read("shapes/secret.txt"), null);
      assert.equal(await read("//server/share/a.wrl"), null);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("goes around a slot as around two halves of a circle", () => {
    const rim = rimOf({ from: { x: 0, y: 0 }, to: { x: 1e6, y: 0 }, radius: 0.5e6, is: "plated" });
    assert.ok(rim.every(({ x, y }) => x >= -0.5e6 - 1 && x <= 1.5e6 + 1 && Math.abs(y) <= 0.5e6 + 1));
    assert.ok(rim.some(({ x }) => x > 1.49e6) && rim.some(({ x }) => x < -0.49e6));
  });
});
