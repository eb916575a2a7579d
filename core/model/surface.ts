import type { Nm, Point } from "../base/nm.ts";
import { fromMm, toMm } from "../base/nm.ts";
import { encodeText, formatNumber, headOf } from "../format/text.ts";
import { LIST, parseTree } from "../format/tree.ts";

/**
 * How a property looks outside: millimetres and plain JSON. `from` is the way back with validation; a property without
 * it is read only. Commands, the CLI and the panels all show and take items through these.
 */
export interface Surface<T> {
  /** What is expected, for messages: "a length in mm". */
  readonly says: string;
  /** What a text value names, where the document has a table to check it against. */
  readonly names?: "layer" | "layers" | "net";
  to(value: T): unknown;
  /** The value inside, or undefined when `json` is not what `says` says. `current` fills what is left out. */
  from?(json: unknown, current: T): T | undefined;
}

/** Coordinates and lengths beyond this are refused (mm). */
const LIMIT_MM = 2000;

function isNumber(json: unknown, limit = Number.MAX_SAFE_INTEGER): json is number {
  return typeof json === "number" && Number.isFinite(json) && Math.abs(json) <= limit;
}

export const mmLength: Surface<Nm> = {
  says: "a length in mm",
  to: toMm,
  from: (json) => (isNumber(json, LIMIT_MM) ? fromMm(json) : undefined),
};

export const positiveLength: Surface<Nm> = {
  says: "a length in mm greater than 0",
  to: toMm,
  from: (json) => (isNumber(json, LIMIT_MM) && fromMm(json) > 0 ? fromMm(json) : undefined),
};

export const mmPoint: Surface<Point> = {
  says: "[x, y] in mm",
  to: (p) => [toMm(p.x), toMm(p.y)],
  from: pointFrom,
};

function pointFrom(json: unknown): Point | undefined {
  if (!Array.isArray(json) || json.length !== 2) return undefined;
  const [x, y] = json as unknown[];
  return isNumber(x, LIMIT_MM) && isNumber(y, LIMIT_MM) ? { x: fromMm(x), y: fromMm(y) } : undefined;
}

interface PlacementLike extends Point {
  readonly angle: number;
}

export const mmPlacement: Surface<PlacementLike> = {
  says: "[x, y] in mm or [x, y, angle] with degrees",
  to: (p) => [toMm(p.x), toMm(p.y), p.angle],
  from(json, current) {
    if (!Array.isArray(json) || json.length < 2 || json.length > 3) return undefined;
    const at = pointFrom(json.slice(0, 2));
    const angle: unknown = json[2] ?? (current as PlacementLike | null | undefined)?.angle ?? 0;
    return at !== undefined && isNumber(angle, 360) ? { ...at, angle: asWritten(angle) } : undefined;
  },
};

export const anyNumber: Surface<number> = {
  says: "a number",
  to: (value) => value,
  from: (json) => (isNumber(json) ? asWritten(json) : undefined),
};

export const integer: Surface<number> = {
  says: "a whole number",
  to: (value) => value,
  from: (json) => (isNumber(json) && Number.isInteger(json) ? json : undefined),
};

/** The number that a reader finds where this one was written: a file has fewer digits. */
function asWritten(value: number): number {
  return Number(formatNumber(value));
}

export const anyText: Surface<string> = {
  says: "a text",
  to: (value) => value,
  from: (json) => (typeof json === "string" ? json : undefined),
};

/** A word that stands in the file without quotes. */
export const bareWord: Surface<string> = {
  says: "a word of letters, digits and _",
  to: (value) => value,
  from: (json) => (typeof json === "string" && /^[A-Za-z0-9_.*&-]*$/.test(json) ? json : undefined),
};

export const yesNo: Surface<boolean> = {
  says: "true or false",
  to: (value) => value,
  from: (json) => (typeof json === "boolean" ? json : undefined),
};

export const layerName: Surface<string> = { ...anyText, says: "a layer's name", names: "layer" };
export const layerNames: Surface<readonly string[]> = { ...eachOf(anyText), says: "a list of layers", names: "layers" };
export const netName: Surface<string> = { ...anyText, says: "a net's name", names: "net" };

/** Shown, but not to be set. */
export function readOnly<T>(surface: Surface<T>): Surface<T> {
  const { from: _, ...shown } = surface;
  return shown;
}

export function orNull<T>(surface: Surface<T>): Surface<T | null> {
  const { from } = surface;
  return {
    ...surface,
    says: `${surface.says}, or null`,
    to: (value) => (value === null ? null : surface.to(value)),
    ...(from === undefined
      ? {}
      : { from: (json: unknown, current: T | null) => (json === null ? null : from(json, current as T)) }),
  };
}

/** What only some items of a kind have (the middle of an arc): to be changed where it is, not given nor taken away. */
export function whereGiven<T>(surface: Surface<T>, isGiven: (value: T) => boolean): Surface<T> {
  const { from } = surface;
  if (from === undefined) return surface;
  return {
    ...surface,
    says: `${surface.says}, where it has one`,
    from(json, current) {
      const value = from(json, current);
      return value !== undefined && isGiven(value) === isGiven(current) ? value : undefined;
    },
  };
}

export function oneOf<T extends string>(words: readonly T[]): Surface<T> {
  return {
    says: `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`,
    to: (value) => value,
    from: (json) => words.find((word) => word === json),
  };
}

export function eachOf<T>(surface: Surface<T>): Surface<readonly T[]> {
  const { from } = surface;
  return {
    says: `a list, each ${surface.says}`,
    to: (values) => values.map((value) => surface.to(value)),
    ...(from === undefined
      ? {}
      : {
          from(json: unknown, current: readonly T[]) {
            if (!Array.isArray(json)) return undefined;
            const values = json.map((each: unknown, i) => from(each, (current as readonly T[] | null)?.[i] as T));
            return values.includes(undefined as T) ? undefined : (values as T[]);
          },
        }),
  };
}

/** An object of some of these keys; what is left out stays as it is. Keys without a surface are not shown. */
export function record<T extends object>(keys: { readonly [K in keyof T]?: Surface<T[K]> }): Surface<T> {
  const names = Object.keys(keys) as (keyof T & string)[];
  return {
    says: `an object of ${names.map((name) => `${name} (${keys[name]!.says})`).join(", ")}`,
    to: (value) => Object.fromEntries(names.map((name) => [name, keys[name]!.to(value[name])])),
    from(json, current) {
      if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
      const made = { ...current } as Record<string, unknown>;
      for (const [name, each] of Object.entries(json)) {
        const key = Object.hasOwn(keys, name) ? (keys as Record<string, Surface<unknown>>)[name] : undefined;
        const value = key?.from?.(each, made[name]);
        if (value === undefined) return undefined;
        made[name] = value;
      }
      // Where there is nothing yet that would fill what was left out, all must be given.
      return names.some((name) => made[name] === undefined) ? undefined : (made as T);
    },
  };
}

/** Red, green, blue 0..255 and opacity 0..1; null for the theme's. */
export const colour: Surface<readonly number[] | null> = {
  says: "[red, green, blue, opacity] with 0..255 and 0..1, or null",
  to: (value) => value,
  from(json) {
    if (json === null) return null;
    if (!Array.isArray(json) || json.length !== 4) return undefined;
    const fits = json.every((each: unknown, i) => isNumber(each) && each >= 0 && each <= (i < 3 ? 255 : 1));
    return fits ? (json as number[]) : undefined;
  },
};

type Node = Point | { readonly start: Point; readonly mid: Point; readonly end: Point };

const pathNode: Surface<Node> = {
  says: "[x, y] in mm or { start, mid, end } of an arc",
  to: (node) =>
    "start" in node
      ? { start: mmPoint.to(node.start), mid: mmPoint.to(node.mid), end: mmPoint.to(node.end) }
      : mmPoint.to(node),
  from(json) {
    if (Array.isArray(json)) return pointFrom(json);
    if (typeof json !== "object" || json === null || Object.keys(json).length !== 3) return undefined;
    const arc = json as { start?: unknown; mid?: unknown; end?: unknown };
    const [start, mid, end] = [pointFrom(arc.start), pointFrom(arc.mid), pointFrom(arc.end)];
    return start === undefined || mid === undefined || end === undefined ? undefined : { start, mid, end };
  },
};

export const mmPath: Surface<readonly Node[]> = eachOf(pathNode);

/** Part of the file as it stands: one list with this head. */
export function rawText(token: string): Surface<string | null> {
  return {
    says: `the file's own text (${token} …), or null`,
    to: (value) => value,
    from(json) {
      if (json === null) return null;
      if (typeof json !== "string") return undefined;
      const tree = parseTree(encodeText(json.trim()));
      const sound =
        tree.problems.length === 0 && tree.count > 0 && tree.kind[0] === LIST && tree.next[0] === tree.count;
      return sound && headOf(tree, 0) === token ? json.trim() : undefined;
    },
  };
}
