const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SYMBOL = new TextEncoder().encode('(symbol "');

/** Where each symbol of a library file stands, found by the layout of lines alone. */
export interface SymbolPlaces {
  /** Text of one symbol by its name, as bytes from `start` up to `end`. */
  readonly places: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
  /** What stands before the first symbol: the file's kind and version. */
  readonly head: number;
}

/**
 * Finds the symbols of a `.kicad_sym` file in a hundredth of the time that reading it takes: KiCad indents what stands
 * in the file itself by one tab (two blanks up to KiCad 7), and nothing else. Null when the file is not laid out so.
 * Whoever reads a symbol found so must look whether its text is whole.
 */
export function symbolPlaces(bytes: Uint8Array): SymbolPlaces | null {
  const starts: { readonly name: string; readonly start: number }[] = [];
  let last = -1;
  for (let line = bytes.indexOf(NEWLINE); line !== -1; line = bytes.indexOf(NEWLINE, line + 1)) {
    const at = indented(bytes, line + 1);
    if (at === -1) {
      if (bytes[line + 1] === 0x29) last = line + 1;
      continue;
    }
    const name = nameAt(bytes, at);
    if (name === null) continue;
    if (name === "") return null;
    starts.push({ name, start: at });
  }
  const [first] = starts;
  if (first === undefined || last < first.start) return null;
  const places = new Map<string, { start: number; end: number }>();
  starts.forEach(({ name, start }, i) => {
    if (!places.has(name)) places.set(name, { start, end: starts[i + 1]?.start ?? last });
  });
  return { places, head: first.start };
}

/** A library file with these symbols alone. */
export function excerpt(bytes: Uint8Array, { head }: SymbolPlaces, place: { start: number; end: number }): Uint8Array {
  const made = new Uint8Array(head + (place.end - place.start) + 2);
  made.set(bytes.subarray(0, head));
  made.set(bytes.subarray(place.start, place.end), head);
  made.set([0x29, NEWLINE], made.length - 2);
  return made;
}

/** Where the text of a line begins that is indented by one step; -1 for any other line. */
function indented(bytes: Uint8Array, at: number): number {
  const from = bytes[at] === TAB ? at + 1 : bytes[at] === SPACE && bytes[at + 1] === SPACE ? at + 2 : -1;
  return from !== -1 && bytes[from] === SYMBOL[0] ? from : -1;
}

/** The name of the symbol that begins here; null when something else does, empty for a name that is not plain. */
function nameAt(bytes: Uint8Array, at: number): string | null {
  for (let i = 0; i < SYMBOL.length; i++) if (bytes[at + i] !== SYMBOL[i]) return null;
  const from = at + SYMBOL.length;
  const end = bytes.indexOf(QUOTE, from);
  if (end === -1) return "";
  const name = bytes.subarray(from, end);
  return name.includes(BACKSLASH) || name.includes(NEWLINE) ? "" : new TextDecoder().decode(name);
}
