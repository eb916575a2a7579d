import type { Point } from "../../core/base/nm.ts";
import type { Cursor, Tool } from "./tools/tool.ts";

export interface ToolBoxOptions {
  readonly canvas: HTMLCanvasElement;
  readonly isPan: (event: PointerEvent) => boolean;
  readonly cursorOf: (event: PointerEvent) => Cursor;
  /** The tool is another one, or its draft or hint is. */
  readonly onChange: () => void;
}

/** Which tool has the pointer; null: the selection has it. */
export class ToolBox {
  tool: Tool | null = null;
  /** Where the pointer was last; null while it is not over the canvas. */
  last: Cursor | null = null;
  private readonly options: ToolBoxOptions;
  private readonly under: { x: number; y: number } = { x: 0, y: 0 };

  constructor(options: ToolBoxOptions) {
    this.options = options;
    const { canvas } = options;
    // Before the selection hears of it.
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    canvas.addEventListener("pointerleave", () => {
      this.last = null;
    });
  }

  start(tool: Tool): void {
    this.tool?.cancel();
    this.tool = tool;
    if (this.last !== null) tool.move(this.last);
    this.options.canvas.focus();
    this.options.onChange();
  }

  end(): void {
    this.tool = null;
    this.options.onChange();
  }

  /** One step back, or out of the tool. Answers whether there was a tool. */
  cancel(): boolean {
    if (this.tool === null) return false;
    if (!this.tool.cancel()) this.end();
    return true;
  }

  /** Whether the tool took the key. */
  key(event: KeyboardEvent): boolean {
    const { tool } = this;
    if (tool === null || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Enter" || event.key === "End") {
      tool.finish();
      return true;
    }
    return tool.key(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  }

  /** Where the pointer is in the drawing, on the grid; null while it is not over the canvas. */
  get place(): Point | null {
    return this.last?.at ?? null;
  }

  private down(event: PointerEvent): void {
    const { tool } = this;
    if (tool === null || event.button !== 0 || this.options.isPan(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.options.canvas.focus();
    this.last = this.options.cursorOf(event);
    tool.press(this.last);
  }

  private move(event: PointerEvent): void {
    const { under } = this;
    this.last = this.options.cursorOf(event);
    if (this.tool === null || (under.x === event.clientX && under.y === event.clientY)) return;
    under.x = event.clientX;
    under.y = event.clientY;
    this.tool.move(this.last);
  }
}
