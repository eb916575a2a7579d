/**
 * KiCad's text markup, as its plots show it: `~{bar}`, `^{super}`, `_{sub}`, nested at will, one line at a time. A mark
 * whose brace never closes is plain text. Inside a mark `{name}` (a name of letters, digits, underscores) is plain text
 * too and hides its closing brace.
 */
export type MarkupNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: MarkKind; readonly children: readonly MarkupNode[] };

type MarkKind = "bar" | "super" | "sub";

/** The nodes of one line (no line break in it). One pass: a mark stays open on a stack until its brace comes. */
export function parseMarkup(line: string): readonly MarkupNode[] {
  const open: { readonly kind: MarkKind; readonly letter: string; readonly nodes: MarkupNode[] }[] = [];
  let nodes: MarkupNode[] = [];
  const outer: MarkupNode[][] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < line.length) {
    const letter = line[at]!;
    const kind = line[at + 1] === "{" ? kindOf(letter) : undefined;
    if (kind !== undefined) {
      addText(nodes, line.slice(plainFrom, at));
      outer.push(nodes);
      nodes = [];
      open.push({ kind, letter, nodes });
      at += 2;
      plainFrom = at;
    } else if (letter === "}" && open.length > 0) {
      addText(nodes, line.slice(plainFrom, at));
      const mark = open.pop()!;
      nodes = outer.pop()!;
      // An empty mark shows nothing, but the text after it is a run of its own.
      nodes.push(mark.nodes.some(isSeen) ? { kind: mark.kind, children: mark.nodes } : { kind: "text", text: "" });
      at++;
      plainFrom = at;
    } else {
      at += letter === "{" ? groupLength(line, at) : 1;
    }
  }
  addText(nodes, line.slice(plainFrom));
  // What never closed is plain text around what did.
  while (open.length > 0) {
    const mark = open.pop()!;
    nodes = outer.pop()!;
    addText(nodes, `${mark.letter}{`);
    for (const node of mark.nodes) {
      if (node.kind === "text") addText(nodes, node.text);
      else nodes.push(node);
    }
  }
  return nodes;
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

/** Length of `{name}` at `at`; 1 when the brace opens no such group. */
function groupLength(line: string, at: number): number {
  plainGroup.lastIndex = at;
  return plainGroup.exec(line)?.[0].length ?? 1;
}

/** Text next to text is one run: tabs count from the start of a run. */
function addText(nodes: MarkupNode[], text: string): void {
  if (text === "") return;
  const last = nodes.at(-1);
  if (last?.kind === "text") nodes[nodes.length - 1] = { kind: "text", text: last.text + text };
  else nodes.push({ kind: "text", text });
}

function isSeen(node: MarkupNode): boolean {
  return node.kind !== "text" || node.text !== "";
}

function kindOf(letter: string): MarkKind | undefined {
  if (letter === "~") return "bar";
  if (letter === "^") return "super";
  return letter === "_" ? "sub" : undefined;
}
