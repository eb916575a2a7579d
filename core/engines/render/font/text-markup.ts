/**
 * KiCad's text markup, as its plots show it: `~{bar}`, `^{super}`, `_{sub}`, nested at will, one line at a time. A mark
 * whose brace never closes is plain text. Inside a mark `{name}` (a name of letters, digits, underscores) is plain text
 * too and hides its closing brace.
 */
export type MarkupNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bar" | "super" | "sub"; readonly children: readonly MarkupNode[] };

/** The nodes of one line (no line break in it). */
export function parseMarkup(line: string): readonly MarkupNode[] {
  return parseNodes(line, 0, false).nodes;
}

/** `{slash}` and its kin as the characters that KiCad shows; other `{name}` stay. An empty `${}` shows nothing. */
export function unescapeText(text: string): string {
  if (!text.includes("{")) return text;
  return text.replace(/(\$\{\})|([~^_$@]?)\{(\w+)\}/g, (all, empty: string | undefined, mark: string, name: string) => {
    if (empty !== undefined) return "";
    const shown = escapes.get(name);
    // `~{slash}` is an overbar on the word "slash", not an escape.
    return shown === undefined || mark !== "" ? all : shown;
  });
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["slash", "/"],
  ["backslash", "\\"],
  ["brace", "{"],
  ["space", " "],
  ["dblquote", '"'],
  ["quote", "'"],
  ["colon", ":"],
  ["lt", "<"],
  ["gt", ">"],
  ["bar", "|"],
  ["tab", "\t"],
  ["return", "\n"],
]);

const plainGroup = /\{[A-Za-z_]\w*\}/y;

function parseNodes(line: string, from: number, inside: boolean): { nodes: MarkupNode[]; at: number; closed: boolean } {
  const nodes: MarkupNode[] = [];
  let at = from;
  let plainFrom = from;
  const flush = (): void => {
    if (at > plainFrom) nodes.push({ kind: "text", text: line.slice(plainFrom, at) });
  };
  while (at < line.length) {
    const letter = line[at]!;
    if (inside && letter === "}") {
      flush();
      return { nodes, at: at + 1, closed: true };
    }
    const kind = line[at + 1] === "{" ? kindOf(letter) : undefined;
    if (kind !== undefined) {
      const inner = parseNodes(line, at + 2, true);
      if (inner.closed) {
        flush();
        if (inner.nodes.length > 0) nodes.push({ kind, children: inner.nodes });
        at = inner.at;
        plainFrom = at;
        continue;
      }
    } else if (letter === "{") {
      plainGroup.lastIndex = at;
      const group = plainGroup.exec(line);
      if (group) {
        at += group[0].length;
        continue;
      }
    }
    at++;
  }
  flush();
  return { nodes, at, closed: false };
}

function kindOf(letter: string): "bar" | "super" | "sub" | undefined {
  if (letter === "~") return "bar";
  if (letter === "^") return "super";
  return letter === "_" ? "sub" : undefined;
}
