import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRuntime } from "../../bridge/node/runtime.ts";

const example = fileURLToPath(new URL("../../examples/hierarchy", import.meta.url));
const caller = { kind: "person", name: "test" } as const;

describe("the project of a sheet below the root", () => {
  /** The sheet's picture with a title that a variable of the project says. */
  async function picture(variables: Readonly<Record<string, string>>): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-sheet-project-"));
    cpSync(example, folder, { recursive: true });
    const project = join(folder, "hierarchy.kicad_pro");
    writeFileSync(project, JSON.stringify({ ...JSON.parse(readFileSync(project, "utf8")), text_variables: variables }));
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    try {
      const path = join(folder, "lamp.kicad_sch");
      await runtime.core.session.open(path, "test");
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a text variable of KiCad.
      await runtime.core.run("sch.addText", { path, text: "${BUILD}", at: [50, 50] }, { caller });
      const { svg } = (await runtime.core.run("render.svg", { path }, { caller })) as { svg: string };
      return svg;
    } finally {
      await runtime.leave();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it("says what its text variables are in pictures", async () => {
    const one = await picture({ BUILD: "I" });
    const other = await picture({ BUILD: "a longer text" });
    assert.ok(other.length > one.length + 500, `${one.length} and ${other.length} letters`);
  });
});
