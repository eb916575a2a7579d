import type { DocKind } from "../../core/model/document.ts";
import { actionOfKey } from "./actions.ts";

export interface KeyActions {
  readonly kind: () => DocKind;
  readonly pan: (dx: number, dy: number) => void;
  /** Whether the tool that has the pointer took the key. */
  readonly tool: (event: KeyboardEvent) => boolean;
  readonly perform: (id: string) => void;
  readonly editor: (action: "undo" | "redo" | "save") => void;
}

export interface KeyOptions {
  /** Whether undo, redo and save are to be passed on; off where VS Code takes them from the webview by itself. */
  readonly forwardEditorKeys: boolean;
}

/** KiCad's keys, wherever the focus is but in a field or a dialog. */
export function bindKeys(actions: KeyActions, options: KeyOptions): void {
  // On the document: VS Code listens on the window, after it.
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select, dialog"))
      return;
    const heard = heed(event, actions, options);
    if (heard === "no") return;
    event.preventDefault();
    // VS Code would do its own with the same keys (Ctrl+Shift+M opens Problems).
    if (heard === "ours") event.stopPropagation();
  });
}

/** Pixels an arrow key pans. */
const STEP = 60;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

function heed(event: KeyboardEvent, actions: KeyActions, options: KeyOptions): "no" | "plain" | "ours" {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && /^[zys]$/.test(key) && !event.altKey) {
    if (!options.forwardEditorKeys || (key === "s" && event.shiftKey)) return "no";
    actions.editor(key === "s" ? "save" : key === "y" || event.shiftKey ? "redo" : "undo");
    return "plain";
  }
  if (actions.tool(event)) return "plain";
  const onCanvas = event.target instanceof HTMLCanvasElement || event.target === document.body;
  const arrow = isCommand || event.altKey ? undefined : arrows[event.key];
  if (arrow !== undefined && onCanvas) {
    actions.pan(...arrow);
    return "plain";
  }
  // A button under the focus takes Enter and Space itself.
  const action = actionOfKey(event, actions.kind());
  if (action === undefined) return "no";
  actions.perform(action.id);
  return isCommand || event.altKey ? "ours" : "plain";
}
