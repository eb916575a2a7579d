export interface KeyActions {
  readonly fit: () => void;
  readonly zoom: (factor: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly rotate: () => void;
  readonly delete: () => void;
  readonly escape: () => void;
  readonly selectAll: () => void;
  readonly editor: (action: "undo" | "redo" | "save") => void;
}

export interface KeyOptions {
  /** Whether undo, redo and save are to be passed on; off where VS Code takes them from the webview by itself. */
  readonly forwardEditorKeys: boolean;
}

/** KiCad's keys, wherever the focus is but in a field. */
export function bindKeys(actions: KeyActions, options: KeyOptions): void {
  window.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    if (perform(event, actions, options)) event.preventDefault();
  });
}

/** Pixels an arrow key pans. */
const STEP = 60;

function perform(event: KeyboardEvent, actions: KeyActions, options: KeyOptions): boolean {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (command) {
    if (key === "a") {
      actions.selectAll();
      return true;
    }
    const action =
      key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : key === "s" ? "save" : null;
    if (action === null || !options.forwardEditorKeys || (action === "save" && event.shiftKey)) return false;
    actions.editor(action);
    return true;
  }
  if (event.altKey) return false;
  const onCanvas = event.target instanceof HTMLCanvasElement || event.target === document.body;
  switch (key) {
    case "Home":
    case "f":
      actions.fit();
      return true;
    case "r":
      actions.rotate();
      return true;
    case "Delete":
    case "Backspace":
      actions.delete();
      return true;
    case "Escape":
      actions.escape();
      return true;
    case "+":
    case "=":
      actions.zoom(1.5);
      return true;
    case "-":
      actions.zoom(1 / 1.5);
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      if (onCanvas) actions.pan(key === "ArrowLeft" ? STEP : -STEP, 0);
      return onCanvas;
    case "ArrowUp":
    case "ArrowDown":
      if (onCanvas) actions.pan(0, key === "ArrowUp" ? STEP : -STEP);
      return onCanvas;
    default:
      return false;
  }
}
