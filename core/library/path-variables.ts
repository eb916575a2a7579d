// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import type { LibraryKind } from "./port.ts";

/** What variables in a library's path stand for. */
export interface PathVariables {
  /** By name. */
  readonly known: ReadonlyMap<string, string>;
  /** `KIPRJMOD`; null where there is no project. */
  readonly project: string | null;
  /** Where KiCad's own libraries are, for its variables that nobody set. */
  readonly installed: Readonly<Record<LibraryKind, readonly string[]>>;
}

/** Text with its variables filled in, and the names of those that mean nothing. */
export interface Expanded {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** Variables inside variables are followed so deep. */
const MAX_DEPTH = 8;

/**
 * Fills `${NAME}` and `$(NAME)` in. KiCad's own variables carry its version (`KICAD9_SYMBOL_DIR`); one of another
 * version stands for it, as KiCad takes it, and the libraries that came with KiCad where none is set.
 */
export function expandPath(text: string, variables: PathVariables, depth = 0): Expanded {
  const unknown: string[] = [];
  const expanded = text.replace(/\$\{([^{}]+)\}|\$\(([^()]+)\)/g, (whole, a?: string, b?: string) => {
    const name = (a ?? b)!;
    const value = meaningOf(name, variables);
    if (value === null || depth >= MAX_DEPTH) {
      unknown.push(name);
      return whole;
    }
    const inner = expandPath(value, variables, depth + 1);
    unknown.push(...inner.unknown);
    return inner.text;
  });
  return { text: expanded, unknown };
}

function meaningOf(name: string, variables: PathVariables): string | null {
  const { known, project, installed } = variables;
  if (name === "KIPRJMOD") return project;
  const own = known.get(name);
  if (own !== undefined && own !== "") return own;
  const wanted = name === "KISYSMOD" ? "FOOTPRINT_DIR" : /^KICAD\d*_(.+)$/.exec(name)?.[1];
  if (wanted === undefined) return null;
  let best: string | null = null;
  let bestVersion = -1;
  for (const [other, value] of known) {
    const version = new RegExp(`^KICAD(\\d*)_${wanted}$`).exec(other)?.[1];
    if (version === undefined || value === "" || Number(version) <= bestVersion) continue;
    best = value;
    bestVersion = Number(version);
  }
  if (best !== null) return best;
  if (wanted === "SYMBOL_DIR") return installed.symbols[0] ?? null;
  return wanted === "FOOTPRINT_DIR" ? (installed.footprints[0] ?? null) : null;
}

/** A path as this machine has it: forward slashes, no `.`, `..` or doubled slashes. `base` is for relative ones. */
export function plainPath(path: string, base: string): string {
  const slashed = path.replace(/\\/g, "/");
  const absolute = /^(\/|[A-Za-z]:\/)/.test(slashed) ? slashed : `${base.replace(/\\/g, "/")}/${slashed}`;
  const drive = /^[A-Za-z]:/.exec(absolute)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of absolute.slice(drive.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `${drive}/${parts.join("/")}`;
}

/** Whether a path leads over the network (`//server/share`, `http://…`): nothing is fetched while a design is read. */
export function isRemote(path: string): boolean {
  return /^(\\\\|\/\/)/.test(path) || /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** A path without its last part. */
export function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}
