/** What a bus label says: `D[0..7]` is a vector, `USB{DP DM}` a group (its members may be vectors or aliases). */
export type BusLabel =
  | { readonly kind: "vector"; readonly prefix: string; readonly members: readonly string[] }
  | { readonly kind: "group"; readonly prefix: string; readonly members: readonly string[] };

const known = new Map<string, BusLabel | null>();

/** A wider vector is none: a label must not exhaust the memory. */
const MOST_MEMBERS = 1_000_000;

/** Reads a label (unescaped) as a bus; null when it names a single net. */
export function readBusLabel(text: string): BusLabel | null {
  if (!text.includes("[") && !text.includes("{")) return null;
  const before = known.get(text);
  if (before !== undefined) return before;
  const label = readVector(text) ?? readGroup(text);
  if (known.size > 10_000) known.clear();
  known.set(text, label);
  return label;
}

/** `~{`, `_{` and `^{` begin markup (overbar, sub- and superscript), which is no part of a name. */
function isMarkup(text: string, brace: number): boolean {
  return brace > 0 && "~_^".includes(text[brace - 1]!);
}

function readVector(text: string): BusLabel | null {
  let prefix = "";
  let open = 0;
  let i = 0;
  for (; i < text.length && text[i] !== "["; i++) {
    const c = text[i]!;
    if (c === "{") {
      if (!isMarkup(text, i)) return null;
      open++;
      prefix = prefix.slice(0, -1);
      continue;
    }
    if (c === "}") open--;
    if (c === " " || c === "]") return null;
    prefix += c;
  }
  const range = /^\[(\d*)\.\.(\d*)\]([+\-PN}]*)$/.exec(text.slice(i));
  if (range === null) return null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  const suffix = range[3]!.replaceAll("}", "");
  if (open !== range[3]!.length - suffix.length || first === last) return null;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  if (high - low >= MOST_MEMBERS) return null;
  const members: string[] = [];
  for (let n = low; n <= high; n++) members.push(`${prefix}${n}${suffix}`);
  return { kind: "vector", prefix, members };
}

function readGroup(text: string): BusLabel | null {
  let prefix = "";
  let open = 0;
  let i = 0;
  for (; i < text.length; i++) {
    const c = text[i]!;
    if (c === "{") {
      if (!isMarkup(text, i)) break;
      open++;
      prefix = prefix.slice(0, -1);
      continue;
    }
    if (c === "}") open--;
    if (c === " " || c === "[" || c === "]") return null;
    prefix += c;
  }
  if (open !== 0) return null;
  const members: string[] = [];
  let name = "";
  const end = () => {
    if (name !== "") members.push(name);
    name = "";
  };
  for (i++; i < text.length; i++) {
    const c = text[i]!;
    if (c === "{") {
      if (!isMarkup(text, i)) return null;
      open++;
      name = name.slice(0, -1);
      continue;
    }
    if (c === "}") {
      if (open > 0) {
        open--;
        continue;
      }
      end();
      return { kind: "group", prefix, members };
    }
    if (c === " " || c === ",") end();
    else name += c;
  }
  return null;
}
