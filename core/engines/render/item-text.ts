import type { Footprint } from "../../model/board/footprint.ts";
import type { Item } from "../../model/item.ts";
import type { PaintContext } from "./context.ts";
import { footprintVariable } from "./paint/footprint.ts";
import { expandText } from "./text-variables.ts";

/** The text of a board's text, field or text box as it is shown; names that nobody defines stay as `${NAME}`. */
export function expandBoardText(cx: PaintContext, item: Item, footprint: Item | null): string {
  const text = ((item["value"] as string | undefined) ?? item["text"]) as string;
  return expandText(text, cx, (name) => {
    if (name === "LAYER") return item["layer"] as string;
    return footprint === null ? undefined : footprintVariable(footprint, footprint as unknown as Footprint, name);
  });
}
