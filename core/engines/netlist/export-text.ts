import { quote } from "../../format/text.ts";
import type { ExportNode } from "./export-tree.ts";

/** KiCad's netlist as s-expressions. */
export function writeKicadNetlist(root: ExportNode): string {
  return `${sexpr(root, 0)}\n`;
}

function sexpr(node: ExportNode, depth: number): string {
  const attributes = node.attributes.map(([name, value]) => ` (${name} ${quote(value)})`).join("");
  const words = node.text.map((each) => ` ${quote(each)}`).join("");
  const inner = node.children.map((child) => `\n${"  ".repeat(depth + 1)}${sexpr(child, depth + 1)}`).join("");
  return `(${node.name}${attributes}${words}${inner})`;
}

/** KiCad's netlist as XML. */
export function writeXmlNetlist(root: ExportNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml(root, 0)}`;
}

function xml(node: ExportNode, depth: number): string {
  const lead = "  ".repeat(depth);
  const attributes = node.attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join("");
  if (node.children.length === 0 && node.text.length === 0) return `${lead}<${node.name}${attributes}/>\n`;
  if (node.children.length === 0)
    return `${lead}<${node.name}${attributes}>${escapeXml(node.text.join(" "))}</${node.name}>\n`;
  const inner = node.children.map((child) => xml(child, depth + 1)).join("");
  return `${lead}<${node.name}${attributes}>\n${inner}${lead}</${node.name}>\n`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
