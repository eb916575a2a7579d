import { constants, promises as fs } from "node:fs";
import { dirname, join } from "node:path";

/** Sheets lie at most so many folders below their project. */
const MAX_UP = 3;

/** `.edsnx` in `folder`, made on first use and kept out of the person's version control. */
export async function dotFolder(folder: string): Promise<string> {
  const dot = await ownFolder(join(folder, ".edsnx"));
  await fs.writeFile(join(dot, ".gitignore"), "*\n", { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return dot;
}

/** Makes a folder unless it is there. A link is refused: a design from elsewhere must not say where we write. */
export async function ownFolder(path: string): Promise<string> {
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await fs.lstat(path)).isDirectory()) throw new Error(`${path} is a link, not a folder`);
  return path;
}

/** Opens a file of ours for writing; one that is a link is refused (ELOOP). */
export function openOwn(path: string, how: "append" | "anew"): Promise<fs.FileHandle> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW } = constants;
  return fs.open(path, O_WRONLY | O_CREAT | (how === "append" ? O_APPEND : O_TRUNC) | (O_NOFOLLOW ?? 0), 0o600);
}

/** The folder of the project that a file belongs to: the nearest one upwards with a `.kicad_pro`, else its own. */
export async function projectFolder(file: string): Promise<string> {
  const own = dirname(file);
  let folder = own;
  for (let up = 0; up <= MAX_UP; up++, folder = dirname(folder)) {
    if (await hasKicadFile(folder, /\.kicad_pro$/)) return folder;
  }
  return own;
}

export async function hasKicadFile(folder: string, name = /\.kicad_(pro|pcb|sch)$/): Promise<boolean> {
  const names = await fs.readdir(folder).catch(() => [] as string[]);
  return names.some((each) => name.test(each));
}
