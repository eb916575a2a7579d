import type { ItemId } from "../../core/model/item.ts";
import type { BoardView } from "./board-view.ts";
import type { CompareDesk } from "./compare-desk.ts";
import type { SheetNet } from "./sheet-net.ts";
import type { ToolBox } from "./toolbox.ts";
import { netAt } from "./tools/board-tools.ts";
import type { ToolSurface } from "./tools/tool.ts";

export interface ViewActionsOptions {
  readonly surface: ToolSurface;
  readonly boardView: BoardView;
  readonly sheetNet: SheetNet;
  readonly compare: CompareDesk;
  readonly toolbox: ToolBox;
  /** Nets of what is selected. */
  readonly netsOfSelection: () => readonly string[];
  readonly selection: () => ReadonlySet<ItemId>;
  readonly flipView: () => void;
  readonly show3d: () => void;
  readonly startLasso: () => void;
}

/** What only changes the view, by the ids of the actions. */
export function viewActions(options: ViewActionsOptions): Readonly<Record<string, () => void>> {
  const { surface, boardView, sheetNet, compare, toolbox, netsOfSelection, selection, flipView, show3d, startLasso } =
    options;
  return {
    layerFront: () => surface.setLayer("F.Cu"),
    layerBack: () => surface.setLayer("B.Cu"),
    contrast: () => boardView.cycleContrast(),
    ratsnest: () => boardView.toggleRatsnest(),
    localRatsnest: () => boardView.toggleLocalRatsnest(selection()),
    zoneStyle: () => boardView.cycleZones(),
    /** Lights the net under the pointer, else that of the selection; the same once more: none. */
    highlight() {
      const light = (net: string | null) => boardView.lightAll(net === boardView.lit ? null : net);
      const place = toolbox.last?.raw ?? null;
      if (surface.doc()?.kind === "schematic") {
        if (place !== null) void sheetNet.at(place).then(light);
        return;
      }
      const under = place === null ? null : netAt(surface, place);
      light(under ?? netsOfSelection().find((each) => each !== "") ?? null);
    },
    clearHighlight: () => boardView.lightAll(null),
    flipView,
    nextDifference: () => compare.panel.step(1),
    previousDifference: () => compare.panel.step(-1),
    view3d: show3d,
    lasso() {
      toolbox.end();
      startLasso();
    },
  };
}
