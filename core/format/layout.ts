/**
 * KiCad's own layout of s-expression text, so that what we write gives no noise in a later diff.
 *
 * Since KiCad 8 every file goes through one formatter (source: the files themselves; proved by re-laying every demo
 * and corpus file of those versions): one list a line, tabs, `(xy …)` runs shared to column 99, loose words wrapped
 * at column 72. KiCad 6 and 7 wrote each kind by hand with two blanks a level; there we write one item a line.
 * Library tables have a row a line: up to KiCad 9 without blanks between its lists ("legacy-rows"), since with ("rows").
 */
export type LayoutStyle = "modern" | "legacy" | "rows" | "legacy-rows";

const XY_COLUMN = 99;
const WORD_COLUMN = 72;

/**
 * Lays out compact text (`(a (b 1) (c "x"))`) for a place `depth` levels deep.
 * The result starts with the bracket itself: the line break before it belongs to the caller.
 */
export function layOut(compact: string, depth: number, style: LayoutStyle): string {
  if (style === "modern") return layOutModern(compact, depth);
  return style === "legacy-rows" ? closeUp(compact) : compact;
}

/** The blanks that go before an item at this depth. */
export function leadFor(depth: number, style: LayoutStyle): string {
  return `\n${(style === "modern" || style === "rows" ? "\t" : "  ").repeat(depth)}`;
}

/** Takes the blanks out between lists, not those inside texts. */
function closeUp(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|\)\s+\(/g, (part) => (part[0] === ")" ? ")(" : part));
}

function layOutModern(text: string, depth: number): string {
  let out = "";
  let level = depth;
  let column = depth;
  let inXy = false;
  let wrapped = false;
  let last = "";
  let i = 0;
  const breakLine = () => {
    out += `\n${"\t".repeat(level)}`;
    column = level;
  };
  while (i < text.length) {
    const c = text[i]!;
    if (c === "(") {
      const xy = text.startsWith("(xy ", i);
      if (out === "") {
        out = "(";
        column++;
      } else if (inXy && xy && column < XY_COLUMN) {
        out += " (";
        column += 2;
      } else {
        breakLine();
        out += "(";
        column++;
      }
      inXy = xy;
      level++;
      last = "(";
      i++;
    } else if (c === ")") {
      level--;
      if (last === ")" || wrapped) {
        breakLine();
        wrapped = false;
      }
      out += ")";
      column++;
      last = ")";
      i++;
    } else if (c <= " ") {
      while (i < text.length && text[i]! <= " ") i++;
      const next = text[i];
      if (next === undefined || next === "(" || next === ")" || last === "(") continue;
      if (inXy || column < WORD_COLUMN) {
        out += " ";
        column++;
      } else {
        breakLine();
        wrapped = true;
      }
    } else if (last === ")" && text.startsWith("filter_ratio ", i)) {
      // KiCad 8.99 lost this list's bracket; what we write has it.
      text = `${text.slice(0, i)}(${text.slice(i)}`;
    } else {
      const from = i;
      if (c === '"') {
        i++;
        while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
        i++;
      } else while (i < text.length && text[i]! > " " && text[i] !== "(" && text[i] !== ")" && text[i] !== '"') i++;
      const word = text.slice(from, i);
      out += word;
      column += word.length;
      last = "w";
    }
  }
  return out;
}
