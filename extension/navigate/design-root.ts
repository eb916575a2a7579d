import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectFolder } from "../../bridge/node/project-folder.ts";

/** The files of the project that a document belongs to; null where it lacks one. */
export interface DesignFiles {
  readonly name: string;
  readonly board: string | null;
  readonly schematic: string | null;
}

/** The project of a file: the nearest folder upwards with a `.kicad_pro`; without one, the files of its own name. */
export async function designOf(path: string): Promise<DesignFiles> {
  const folder = await projectFolder(path);
  const names = await readdir(folder).catch(() => [] as string[]);
  const own = path.slice(dirname(path).length + 1).replace(/\.kicad_(pcb|sch)$/, "");
  const projects = names.filter((name) => name.endsWith(".kicad_pro")).map((name) => name.replace(/\.kicad_pro$/, ""));
  const name = projects.includes(own) ? own : (projects[0] ?? own);
  const file = (ending: string) => (names.includes(name + ending) ? join(folder, name + ending) : null);
  return { name, board: file(".kicad_pcb"), schematic: file(".kicad_sch") };
}
