import type { Lookup } from "../../model/text-variables.ts";
import { expandVariables } from "../../model/text-variables.ts";
import type { PaintContext } from "./context.ts";

const titleNames: Readonly<Record<string, string>> = {
  TITLE: "title",
  ISSUE_DATE: "date",
  REVISION: "rev",
  COMPANY: "company",
};

/** `text` with `${NAME}` replaced by the item's, the title block's and the project's variables; unknown ones stay. */
export function expandText(text: string, cx: PaintContext, own?: Lookup): string {
  return expandVariables(text, (name) => own?.(name) ?? documentVariable(name, cx));
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
