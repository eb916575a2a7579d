/** Something wrong in a rules file or an expression, with its place. */
export interface RuleProblem {
  readonly severity: "error" | "warning";
  /** What KiCad does about it: uses no rule of the file, or never applies this rule, or goes on. */
  readonly effect: "file" | "rule" | "none";
  /** What is wrong and what was expected. */
  readonly message: string;
  /** Offsets into the text, `end` behind the last character. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Line and column (from 1) of an offset. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let from = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", i + 1)) {
    line++;
    from = i + 1;
  }
  return { line, column: offset - from + 1 };
}
