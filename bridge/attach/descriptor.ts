import { randomBytes } from "node:crypto";
import { promises as fs, type Stats } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, relative, sep } from "node:path";
import { isAlive, startTicks } from "../node/process-mark.ts";

/** Of the handshake and the descriptor; a relay and an editor of other numbers do not talk. */
export const ATTACH_PROTOCOL = 1;

/** How a running editor is found: one file for each, readable by its owner only. */
export interface Descriptor {
  readonly protocol: number;
  readonly id: string;
  readonly pid: number;
  /** Tells the process from a later one with the same pid; null where the system does not say. */
  readonly ticks: string | null;
  readonly socket: string;
  /** 32 random bytes, hexadecimal: proves that both ends can read this file. It never goes over the wire. */
  readonly token: string;
  /** Absolute real paths of the workspace. */
  readonly folders: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * Folders where descriptors may lie, best first: a shell may lack the variable that the editor had.
 * `EDSNX_RUNTIME_DIR` names the only one, to keep editors apart.
 */
export function descriptorFolders(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const own = env["EDSNX_RUNTIME_DIR"];
  if (own !== undefined && own !== "") return [own];
  const user = process.getuid?.() ?? userInfo().username;
  const runtime = env["XDG_RUNTIME_DIR"];
  const shared = join(tmpdir(), `edsnx-${user}`);
  return runtime === undefined || runtime === "" ? [shared] : [join(runtime, "edsnx"), shared];
}

/** Makes the folder for this user only. Throws when somebody else could write in it. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(await fs.lstat(folder), "folder")) throw new Error(`${folder} is not a folder of yours alone (0700)`);
}

/** Writes a descriptor so that no reader sees half of it. Answers its path. */
export async function writeDescriptor(folder: string, descriptor: Descriptor): Promise<string> {
  const path = join(folder, `${descriptor.id}.json`);
  const temporary = join(folder, `.${descriptor.id}.${randomBytes(4).toString("hex")}`);
  await fs.writeFile(temporary, JSON.stringify(descriptor), { flag: "wx", mode: 0o600 });
  await fs.rename(temporary, path);
  return path;
}

export function newDescriptor(socket: string, id: string, folders: readonly string[]): Descriptor {
  return {
    protocol: ATTACH_PROTOCOL,
    id,
    pid: process.pid,
    ticks: startTicks(process.pid),
    socket,
    token: randomBytes(32).toString("hex"),
    folders,
    startedAt: Date.now(),
  };
}

/** The editors that run now. Files of dead ones are removed; files that others could have written are not trusted. */
export async function runningEditors(env: NodeJS.ProcessEnv = process.env): Promise<readonly Descriptor[]> {
  const found: Descriptor[] = [];
  for (const folder of descriptorFolders(env)) {
    const stats = await fs.lstat(folder).catch(() => null);
    if (stats === null || !isPrivate(stats, "folder")) continue;
    for (const name of (await fs.readdir(folder)).filter((each) => each.endsWith(".json"))) {
      const path = join(folder, name);
      const file = await fs.lstat(path).catch(() => null);
      if (file === null || !isPrivate(file, "file")) continue;
      const descriptor = await parse(path);
      if (descriptor === null) continue;
      if (isAlive(descriptor.pid, descriptor.ticks)) found.push(descriptor);
      else {
        await fs.rm(path, { force: true });
        if (descriptor.socket.startsWith(folder)) await fs.rm(descriptor.socket, { force: true });
      }
    }
  }
  return found;
}

export type Choice =
  | { readonly editor: Descriptor }
  | { readonly editor: null; readonly candidates: readonly Descriptor[] };

/**
 * The editor whose workspace holds `cwd`: the deepest folder, then the newest. With no such one: the only editor whose
 * folder lies below `cwd`, or that has no folder. Never the editor of an unrelated project: an agent would edit that.
 */
export function chooseEditor(editors: readonly Descriptor[], cwd: string): Choice {
  const usable = editors.filter((editor) => editor.protocol === ATTACH_PROTOCOL);
  const depth = (editor: Descriptor) =>
    Math.max(-1, ...editor.folders.filter((folder) => holds(folder, cwd)).map((folder) => folder.length));
  const best = usable
    .filter((editor) => depth(editor) >= 0)
    .sort((a, b) => depth(b) - depth(a) || b.startedAt - a.startedAt)[0];
  if (best !== undefined) return { editor: best };
  const below = usable.filter(({ folders }) => folders.length === 0 || folders.some((folder) => holds(cwd, folder)));
  return below.length === 1 ? { editor: below[0]! } : { editor: null, candidates: usable };
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:/.test(way));
}

/** Whether only this user can change it. Windows keeps the temporary folder of each user apart by itself. */
function isPrivate(stats: Stats, what: "file" | "folder"): boolean {
  if (what === "folder" ? !stats.isDirectory() : !stats.isFile()) return false;
  const uid = process.getuid?.();
  return uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0);
}

async function parse(path: string): Promise<Descriptor | null> {
  try {
    const value = JSON.parse(await fs.readFile(path, "utf8")) as Partial<Descriptor>;
    const { protocol, pid, socket, token, folders } = value;
    const good =
      typeof protocol === "number" &&
      typeof pid === "number" &&
      typeof socket === "string" &&
      typeof token === "string" &&
      Array.isArray(folders);
    return good ? (value as Descriptor) : null;
  } catch {
    return null;
  }
}
