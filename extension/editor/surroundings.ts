import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "../../bridge/node/project-folder.ts";
import { drawingSheetName } from "../../core/model/project/drawing-sheet-name.ts";
import type { Surroundings } from "../../webview-ui/protocol.ts";
import { designOf } from "../navigate/design-root.ts";

/** What the project of a document says about how it is drawn; nothing where there is none. Never rejects. */
export async function surroundingsOf(path: string): Promise<Surroundings> {
  const read = (file: string) => readFile(file, "utf8").catch(() => null);
  const folder = await projectFolder(path).catch(() => null);
  if (folder === null) return { project: null, drawingSheet: null };
  const { name } = await designOf(path);
  const projectPath = join(folder, `${name}.kicad_pro`);
  const project = await read(projectPath);
  const sheet = project === null || !path.endsWith(".kicad_sch") ? "" : drawingSheetName(project);
  const drawingSheet = sheet === "" ? null : await read(join(folder, sheet));
  return { project, drawingSheet, ...(project === null ? {} : { projectPath }) };
}
