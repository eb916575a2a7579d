/**
 * Simple Markdown as DOM nodes: paragraphs, headings, lists, quotes, fenced code; in lines `code`, **strong**, *stress*
 * and links shown with their address. Everything an agent says becomes text nodes, so nothing it says can act.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    if (line.trim() === "") {
      i++;
      continue;
    }
    const fence = /^\s*(`{3,}|~{3,})/.exec(line);
    if (fence !== null) {
      const code: string[] = [];
      // While an answer streams, the closing fence may still be to come.
      for (i++; i < lines.length && !lines[i]!.trim().startsWith(fence[1]!); i++) code.push(lines[i]!);
      i++;
      out.append(wrap("pre", wrap("code", code.join("\n"))));
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading !== null) {
      // The box itself has the upper headings.
      out.append(block(`h${Math.min(6, heading[1]!.length + 2)}`, heading[2]!));
      i++;
      continue;
    }
    const item = listItem(line);
    if (item !== null) {
      const list = document.createElement(item.isOrdered ? "ol" : "ul");
      for (; i < lines.length; i++) {
        const next = listItem(lines[i]!);
        if (next === null || next.isOrdered !== item.isOrdered) break;
        list.append(block("li", next.text));
      }
      out.append(list);
      continue;
    }
    if (line.startsWith(">")) {
      const quoted: string[] = [];
      for (; i < lines.length && lines[i]!.startsWith(">"); i++) quoted.push(lines[i]!.replace(/^>\s?/, ""));
      out.append(wrap("blockquote", block("p", quoted.join("\n"))));
      continue;
    }
    const paragraph: string[] = [];
    for (; i < lines.length && !startsBlock(lines[i]!, paragraph.length > 0); i++) paragraph.push(lines[i]!);
    out.append(block("p", paragraph.join("\n")));
  }
  return out;
}

function startsBlock(line: string, isLater: boolean): boolean {
  return line.trim() === "" || (isLater && (/^(\s*(`{3,}|~{3,})|#{1,6}\s|>)/.test(line) || listItem(line) !== null));
}

function listItem(line: string): { isOrdered: boolean; text: string } | null {
  const match = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/.exec(line);
  return match === null ? null : { isOrdered: match[2] !== undefined, text: match[3]! };
}

const inline = /(`+)(.+?)\1|\*\*(.+?)\*\*|(?<![\w*])[*_](?!\s)(.+?)(?<!\s)[*_](?![\w*])|\[([^\]]+)\]\(([^)\s]+)\)/g;

function block(tag: string, text: string): HTMLElement {
  const node = document.createElement(tag);
  appendInline(node, text);
  return node;
}

function appendInline(node: HTMLElement, text: string): void {
  let from = 0;
  for (const match of text.matchAll(inline)) {
    node.append(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] !== undefined) node.append(wrap("code", match[2]));
    else if (match[3] !== undefined) node.append(block("strong", match[3]));
    else if (match[4] !== undefined) node.append(block("em", match[4]));
    else {
      // A link is shown, not followed: where it leads is for the person to judge.
      const shown = wrap("span", match[5]!);
      shown.className = "link";
      shown.title = match[6]!;
      node.append(shown, ` (${match[6]!})`);
    }
  }
  node.append(text.slice(from));
}

function wrap(tag: string, content: string | Node): HTMLElement {
  const node = document.createElement(tag);
  node.append(content);
  return node;
}
