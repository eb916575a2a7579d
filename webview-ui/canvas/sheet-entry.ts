import { propertyValue } from "../../core/model/schematic/sheet.ts";
import type { Host } from "./host.ts";
import type { Replica } from "./replica.ts";
import type { Stage } from "./stage.ts";
import { canvasPoint, toWorld } from "./viewport.ts";

/** A double-click on a sheet asks for its file. */
export function bindSheetEntry(stage: Stage, replica: Replica, host: Host): void {
  const { canvas } = stage;
  canvas.addEventListener("dblclick", (event) => {
    const at = toWorld(stage.viewport, canvasPoint(canvas, event));
    const sheet = stage.index.at(at, 0, stage.layers.isVisible).find((drawn) => drawn.kind === "sheet");
    const item = sheet === undefined ? undefined : replica.doc?.items.get(sheet.id);
    if (item !== undefined) host.post({ type: "openSheet", file: propertyValue(item, "Sheetfile") });
  });
}
