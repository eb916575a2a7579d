import type { PaintContext } from "./context.ts";

/** Looks a name up beside the item's own; undefined when it knows none. */
export type Resolve = (name: string) => string | undefined;

/** Variables may stand in variables, but not for ever. */
const MAX_DEPTH = 8;

const titleNames: Readonly<Record<string, string>> = {
  TITLE: "title",
  ISSUE_DATE: "date",
  REVISION: "rev",
  COMPANY: "company",
};

/** `text` with `${NAME}` replaced by the item's, the title block's and the project's variables; unknown ones stay. */
export function expandText(text: string, cx: PaintContext, own?: Resolve, depth = 0): string {
  if (!text.includes("${") || depth > MAX_DEPTH) return text;
  return text.replace(/\$\{([^{}$]+)\}/g, (all, name: string) => {
    const value = own?.(name) ?? documentVariable(name, cx);
    return value === undefined ? all : expandText(value, cx, own, depth + 1);
  });
}

function documentVariable(name: string, cx: PaintContext): string | undefined {
  const given = cx.variables.get(name);
  if (given !== undefined) return given;
  const title = titleNames[name];
  if (title !== undefined) return cx.titleBlock[title] ?? "";
  const comment = /^COMMENT([1-9])$/.exec(name);
  if (comment !== null) return cx.titleBlock[`comment${comment[1]}`] ?? "";
  if (name === "PAPER") return cx.paper.name;
  return undefined;
}
