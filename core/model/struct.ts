import type { Absent, Field } from "./field.ts";
import type { Kind, Shape, ValuesOf } from "./kind.ts";
import { readValues, slotsOf, writeFields } from "./kind.ts";
import type { Surface } from "./surface.ts";
import { eachOf, orNull, record } from "./surface.ts";

/** Options of a list with properties of its own. */
export interface StructOptions {
  /** Other heads that mean the same in other versions; the first of all is written. */
  readonly tokens?: readonly string[];
  readonly since?: number;
  readonly until?: number;
  /** The file has no such list unless one of its properties says something. */
  readonly onlyWhenSet?: boolean;
}

/** What the properties of a shape are when nothing is said. */
export function absentOf<S extends Shape>(shape: S): ValuesOf<S> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.absent])) as ValuesOf<S>;
}

function innerKind(token: string, about: string, shape: Shape, tokens: readonly string[] = [token]): Kind {
  return { kind: token, tokens, about, shape };
}

/** The surface of a shape: an object of its properties' surfaces. */
export function surfaceOf<S extends Shape>(shape: S): Surface<ValuesOf<S>> {
  const keys = Object.entries(shape).flatMap(([name, field]) =>
    field.surface === undefined ? [] : [[name, field.surface]],
  );
  return record<Record<string, unknown>>(Object.fromEntries(keys)) as unknown as Surface<ValuesOf<S>>;
}

function version(options: StructOptions) {
  return {
    ...(options.since === undefined ? {} : { since: options.since }),
    ...(options.until === undefined ? {} : { until: options.until }),
  };
}

function reader<S extends Shape>(inner: Kind): (...args: Parameters<Field<ValuesOf<S>>["read"]>) => ValuesOf<S> {
  return (tree, [node], file) => {
    const kind = slotsOf(inner);
    const { names } = kind;
    const values = readValues(kind, tree, node!, file, null);
    const made: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) made[names[i]!] = values[i];
    return made as ValuesOf<S>;
  };
}

/** Fills what a caller left out of an object's properties. */
function filling<T extends object>(surface: Surface<T>, absent: T): Surface<T> {
  const { from } = surface;
  return from === undefined ? surface : { ...surface, from: (json, current) => from(json, { ...absent, ...current }) };
}

/** `(token (a 1) (b 2) …)`: an object of properties; null when the list is not there. */
export function struct<S extends Shape>(
  token: string,
  about: string,
  shape: S,
  options: StructOptions = {},
): Field<ValuesOf<S> | Absent> {
  const inner = innerKind(token, about, shape, [token, ...(options.tokens ?? [])]);
  const hasFields = Object.keys(shape).length > 0;
  return {
    about,
    tokens: inner.tokens,
    absent: null,
    inner,
    ...version(options),
    surface: orNull(filling(surfaceOf(shape), absentOf(shape))),
    read: reader(inner),
    write(value, file) {
      if (value === null) return null;
      const text = writeFields(inner, value, file);
      return options.onlyWhenSet === true && hasFields && !text.includes(" ") ? null : text;
    },
  };
}

/** The same for a list that is always there or has defaults: never null. */
export function structWithDefaults<S extends Shape>(
  token: string,
  about: string,
  shape: S,
  options: StructOptions = {},
): Field<ValuesOf<S>> {
  const plain = struct(token, about, shape, options);
  const absent = absentOf(shape);
  return { ...plain, absent, surface: filling(surfaceOf(shape), absent) } as unknown as Field<ValuesOf<S>>;
}

/** Several lists of one token, each an object of properties. */
export function rows<S extends Shape>(
  token: string,
  about: string,
  shape: S,
  options: StructOptions = {},
): Field<readonly ValuesOf<S>[]> {
  const inner = innerKind(token, about, shape, [token, ...(options.tokens ?? [])]);
  const read = reader<S>(inner);
  return {
    about,
    tokens: inner.tokens,
    absent: [],
    many: true,
    inner,
    ...version(options),
    surface: eachOf(filling(surfaceOf(shape), absentOf(shape))),
    read: (tree, nodes, file) => nodes.map((node) => read(tree, [node], file)),
    write: (list, file) => (list.length === 0 ? null : list.map((row) => writeFields(inner, row, file)).join(" ")),
  };
}

/** `(outer (token …) (token …) …)`: the same inside a list of their own. */
export function rowsIn<S extends Shape>(
  outer: string,
  token: string,
  about: string,
  shape: S,
  options: StructOptions & { readonly empty?: "written" } = {},
): Field<readonly ValuesOf<S>[]> {
  const { since: _, until: __, ...rowOptions } = options;
  const row = rows(token, about, shape, rowOptions);
  const inner = innerKind(outer, about, { rows: row });
  return {
    about,
    tokens: [outer],
    absent: [],
    inner,
    unwrap: "rows",
    ...version(options),
    ...(row.surface === undefined ? {} : { surface: row.surface }),
    read: (tree, [node], file) => readValues(slotsOf(inner), tree, node!, file, null)[0] as readonly ValuesOf<S>[],
    write: (list, file) =>
      list.length === 0 && options.empty !== "written" ? null : writeFields(inner, { rows: list }, file),
  };
}
