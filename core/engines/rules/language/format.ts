import type { Token } from "../lexer.ts";
import { tokensOf } from "../lexer.ts";

/**
 * A rules file with one list of a rule on each line, indented by tabs. Comments and quoted texts stay as they are, and so
 * does a file whose brackets or quotes do not close: null.
 */
export function formatRules(text: string): string | null {
  const tokens = tokensOf(text);
  let depth = 0;
  const lines: string[] = [];
  let line = "";
  let last = 0;
  const put = (piece: string) => {
    line += piece;
  };
  const end = () => {
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = "";
  };
  let before: Token | null = null;
  for (const token of tokens) {
    if (token.open === true) return null;
    const gap = text.slice(last, token.start);
    for (const [i, row] of gap.split("\n").entries()) {
      const comment = row.trim();
      if (comment.startsWith("#")) {
        end();
        lines.push("\t".repeat(depth) + comment);
      } else if (i > 0 && comment === "" && i < gap.split("\n").length - 1 && depth === 0) {
        end();
        // One empty line where there were some.
        if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
      }
    }
    last = token.end;
    if (token.kind === "end") break;
    const raw = text.slice(token.start, token.end);
    if (token.kind === "(") {
      // A rule, and each list of a rule, begins a line.
      if (depth <= 1) {
        end();
        put("\t".repeat(depth));
      } else if (line.trim() === "") put("\t".repeat(depth));
      else if (before?.kind !== "(") put(" ");
      put("(");
      depth++;
    } else if (token.kind === ")") {
      depth--;
      if (depth < 0) return null;
      if (line.trim() === "") put("\t".repeat(depth));
      else if (depth === 0 && before?.kind === ")") {
        end();
      }
      put(")");
      if (depth === 0) end();
    } else {
      if (line.trim() === "") put("\t".repeat(depth));
      else if (before?.kind !== "(") put(" ");
      put(raw);
    }
    before = token;
  }
  end();
  return depth === 0 ? `${lines.join("\n").trimEnd()}\n` : null;
}
