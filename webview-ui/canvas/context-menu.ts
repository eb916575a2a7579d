import type { Point } from "../../core/base/nm.ts";
import type { DocKind } from "../../core/model/document.ts";
import { type Action, actionsFor } from "./actions.ts";
import { openPickMenu } from "./panels/pick-menu.ts";

/** A right press that moves less than this (CSS pixels) is a click, not a pan. */
const STILL = 4;

export interface ContextMenuSurface {
  readonly canvas: HTMLCanvasElement;
  readonly kind: () => DocKind;
  readonly isReadOnly: () => boolean;
  /** Selects what is at a place of the window unless it is selected; answers how many items are selected. */
  readonly selectAt: (event: PointerEvent) => number;
  /** A tool is under way: the right button only pans. */
  readonly isBusy: () => boolean;
  readonly perform: (id: string) => void;
}

/** What the menu offers of one item, of several, and of none. */
const single =
  "move drag rotate rotateBack flip mirrorX mirrorY copy lock ungroup value reference footprint connection properties highlight delete";
const several =
  "move drag rotate flip mirrorX mirrorY copy lock group ungroup alignLeft alignRight alignTop alignBottom distributeX distributeY delete";
const none = "fit selectAll lasso flipView view3d ratsnest fillZones syncSheetPins annotate check help";

/** The menu of the right button: what can be done with the selection, with the keys that do the same. */
export function bindContextMenu(surface: ContextMenuSurface): void {
  const { canvas } = surface;
  let from: Point | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    from = event.button === 2 ? { x: event.clientX, y: event.clientY } : null;
  });
  canvas.addEventListener("pointerup", (event) => {
    const start = from;
    from = null;
    if (event.button !== 2 || start === null || surface.isBusy()) return;
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) >= STILL) return;
    const count = surface.selectAt(event);
    const wanted = count === 0 || surface.isReadOnly() ? none : count === 1 ? single : several;
    const known = new Map(actionsFor(surface.kind()).map((action) => [action.id, action]));
    const rows = wanted.split(" ").flatMap((id) => known.get(id) ?? []);
    openPickMenu(
      { x: event.clientX, y: event.clientY },
      "What can be done",
      rows.map((action) => ({ value: action.id, title: action.title, keys: keysOf(action) })),
      () => undefined,
      (id) => surface.perform(id),
    );
  });
}

function keysOf({ keys }: Action): string {
  return keys[0] ?? "";
}
