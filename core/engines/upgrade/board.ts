import { layerRow, layerRows } from "../../model/board/layer-numbers.ts";
import type { LayerTableRow } from "../../model/board/setup.ts";
import { raiseFootprint, raiseTeardrops, raiseText } from "./footprint.ts";
import { raiseBoardTo10 } from "./kicad-10.ts";
import type { Part } from "./part.ts";
import { raiseSetup } from "./plot.ts";
import type { Raising } from "./raising.ts";

/** First version that says whether teardrops are those of KiCad 7. */
const LEGACY_TEARDROPS = 20230731;
const KICAD_9 = 20241229;

/** Raises one item of a board, or a footprint's file; false when it goes. */
export function raiseBoard(part: Part, cx: Raising): boolean {
  const { values } = part;
  switch (part.kind.kind) {
    case "version":
      values["number"] = cx.to;
      break;
    case "general":
      if (cx.to >= LEGACY_TEARDROPS && values["legacyTeardrops"] === null) values["legacyTeardrops"] = hasTeardrops(cx);
      break;
    case "zone":
      raiseZone(part, cx);
      break;
    case "dimension":
      raiseDimension(part, cx);
      break;
    case "layers":
      values["rows"] = layerRows(
        cx.to,
        (values["rows"] as LayerTableRow[]).map((row) => ({
          ...row,
          ordinal: layerRow(cx.to, row.name)?.ordinal ?? row.ordinal,
        })),
      );
      break;
    case "setup":
      raiseSetup(part, cx);
      break;
    case "generator":
      values["name"] = "edsnx";
      break;
    case "generatorVersion":
      return false;
    case "via":
      raiseTeardrops(part, cx);
      break;
    case "text":
    case "textBox":
      raiseText(part, cx);
      break;
    case "footprint":
      raiseFootprint(part, cx);
      break;
  }
  return raiseBoardTo10(part, cx);
}

/** Whether some zones are teardrops: those of KiCad 7. */
function hasTeardrops(cx: Raising): boolean {
  for (const zone of cx.doc.items.ofKind("zone"))
    if ((zone["attr"] as { readonly teardrop: unknown } | null)?.teardrop) return true;
  return false;
}

function raiseZone({ values }: Part, cx: Raising): void {
  const layers = values["layers"] as readonly string[];
  if (!layers.includes("F&B.Cu") || cx.to < KICAD_9) return;
  values["layers"] = layers.flatMap((name) => (name === "F&B.Cu" ? ["F.Cu", "B.Cu"] : [name]));
  cx.say("zones: F&B.Cu is spelled out");
}

function raiseDimension(part: Part, cx: Raising): void {
  const style = part.values["style"] as { readonly arrowDirection: string | null } | null;
  if (style !== null && style.arrowDirection === null && cx.to >= KICAD_9)
    part.values["style"] = { ...style, arrowDirection: "outward" };
  for (const text of part.inside) raiseText(text, cx);
}
