/** Values of the form that a property's surface says it takes, most telling first. */
export function valuesFor(says: string): unknown[] {
  const text = says.replace(/(, or null|, where it has one)+$/, "");
  const words = /^one of (.*)$/.exec(text)?.[1];
  if (words !== undefined) return JSON.parse(`[${words}]`) as unknown[];
  const each = /^a list, each (.*)$/s.exec(text)?.[1];
  if (each !== undefined) return listsOf(valuesFor(each));
  const keys = /^an object of (.*)$/s.exec(text)?.[1];
  if (keys !== undefined) return objectsOf(keysIn(keys));
  const token = /^the file's own text \((\S+) …\)/.exec(text)?.[1];
  if (token !== undefined) return [`(${token} 1)`];
  for (const [form, values] of forms) if (text.startsWith(form)) return [...values];
  return ["abc", 1.5, 1, true, false, [1, 2]];
}

const forms: readonly (readonly [string, readonly unknown[]])[] = [
  ["true or false", [true, false]],
  ["a length in mm", [1.234567, 0.5]],
  ["a whole number", [1, 2, 0]],
  ["a number", [0.25, 1, 45]],
  ["[x, y] in mm or [x, y, angle]", [[1.5, 2.5, 90]]],
  ["[x, y] in mm or { start", [[1.5, 2.5]]],
  ["[x, y] in mm", [[1.5, 2.5]]],
  ["[red, green, blue, opacity]", [[1, 2, 3, 0.5]]],
  ["a layer's name", ["B.Cu", "F.SilkS"]],
  ["a list of layers", [["F.Cu"], ["F.Cu", "B.Cu"]]],
  ["a net's name", ["N1"]],
  ["[x, y, z]", [[1, 2, 3]]],
  ["a list of at most 9 texts", [["one", "two"]]],
  // What differs in variants has its own law: test/unit/variants.test.ts.
  ["a list of variants", []],
  ["a word", ["abc"]],
  ["a text", ['é"x\\', "abc"]],
];

function listsOf(values: readonly unknown[]): unknown[] {
  const one = values.map((value) => [value]);
  // Paths need three corners, curves four, margins four.
  const more = [2, 3, 4].map((n) => Array.from({ length: n }, (_, i) => values[i % values.length]));
  const apart = values[0];
  const corners = Array.isArray(apart)
    ? [3, 4].map((n) => Array.from({ length: n }, (_, i) => [i * i + 1, i * 2]))
    : [];
  return [...corners, ...one, ...more];
}

function objectsOf(keys: ReadonlyMap<string, string>): unknown[] {
  const told = [...keys].filter(([, says]) => valuesFor(says).length > 0);
  const all = Object.fromEntries(told.map(([key, says]) => [key, valuesFor(says)[0]]));
  const single = [...keys].flatMap(([key, says]) => valuesFor(says).map((value) => ({ [key]: value })));
  return [...single, all, {}];
}

/** `a (a text), b (one of "x", "y")` by key. */
function keysIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("(", at);
    if (open < 0) break;
    let depth = 0;
    let end = open;
    for (; end < text.length; end++) {
      if (text[end] === "(") depth++;
      else if (text[end] === ")" && --depth === 0) break;
    }
    found.set(text.slice(at, open).trim(), text.slice(open + 1, end));
    at = end + 2;
  }
  return found;
}
