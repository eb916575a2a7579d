/** A piece of a rules file: a bracket, a word, or a quoted text (`text` without its quotes and escapes). */
export interface Token {
  readonly kind: "(" | ")" | "word" | "text" | "end";
  readonly text: string;
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** For a quoted text that never closes. */
  readonly open?: boolean;
  /** For each character of a quoted text, where it stands in the file; only when it has escapes. */
  readonly places?: readonly number[];
}

/**
 * The tokens of a `.kicad_dru` text; the last one is `end`. A line whose first sign is `#` is a comment. Quoted texts
 * may not run over a line's end.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  let fresh = true;
  while (i < text.length) {
    const c = text[i]!;
    if (c === "\n") {
      fresh = true;
      i++;
    } else if (c <= " " || c === "\ufeff") i++;
    else if (c === "#" && fresh) i = lineEnd(text, i);
    else {
      fresh = false;
      const token = c === "(" || c === ")" ? sign(c, i) : c === '"' ? quoted(text, i) : word(text, i);
      tokens.push(token);
      i = token.end;
    }
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

function sign(kind: "(" | ")", start: number): Token {
  return { kind, text: kind, start, end: start + 1 };
}

function word(text: string, start: number): Token {
  let end = start;
  while (end < text.length && text[end]! > " " && !'()"'.includes(text[end]!)) end++;
  return { kind: "word", text: text.slice(start, end), start, end };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", f: "\f", v: "\v" };

function quoted(text: string, start: number): Token {
  let value = "";
  const places: number[] = [];
  let escaped = false;
  let i = start + 1;
  for (; i < text.length && text[i] !== '"' && text[i] !== "\n"; i++) {
    places.push(i);
    if (text[i] !== "\\" || i + 1 >= text.length || text[i + 1] === "\n") value += text[i];
    else {
      escaped = true;
      const next = text[++i]!;
      value += escapes[next] ?? next;
    }
  }
  const closed = text[i] === '"';
  return {
    kind: "text",
    text: value,
    start,
    end: closed ? i + 1 : i,
    ...(closed ? {} : { open: true }),
    ...(escaped ? { places } : {}),
  };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
