import type { Nm, Point } from "../../../core/base/nm.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import type { Cursor, Tool, ToolSurface } from "./tool.ts";
import { isSame, toArgs } from "./tool.ts";

export interface MoveOptions {
  readonly id: "move" | "drag" | "copy";
  readonly title: string;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Takes the selection by the pointer, without a button held, until a press puts it down. */
export class MoveTool implements Tool {
  readonly id: string;
  readonly title: string;
  private readonly options: MoveOptions;
  private readonly surface: ToolSurface;
  private from: Point | null;
  private by: Point = { x: 0, y: 0 };

  /** `from`: where the pointer is; null when it is not over the canvas. */
  constructor(options: MoveOptions, surface: ToolSurface, from: Point | null) {
    this.id = options.id;
    this.title = options.title;
    this.options = options;
    this.surface = surface;
    this.from = from;
  }

  hint(): string {
    return "Press where it goes · Esc puts it back";
  }

  move({ raw, at }: Cursor): void {
    this.from ??= at;
    const grid = isSame(raw, at) ? 1 : this.surface.grid();
    const step = (to: Nm, from: Nm) => Math.round((to - from) / grid) * grid;
    this.by = { x: step(raw.x, this.from.x), y: step(raw.y, this.from.y) };
    this.surface.showMoved(this.by);
  }

  press(at: Cursor): void {
    this.move(at);
    this.finish();
  }

  finish(): void {
    const { surface, options, by } = this;
    const items = [...surface.selection()];
    if (by.x === 0 && by.y === 0 && options.id !== "copy") {
      this.cancel();
      surface.end();
      return;
    }
    surface.end();
    surface.run(options.command, { items, by: toArgs(by), ...options.args }).then((result) => {
      const made = (result as { newIds?: readonly string[] } | null)?.newIds;
      if (options.id === "copy" && made !== undefined) surface.select(made);
      surface.showMoved(null);
    });
  }

  key(): boolean {
    return false;
  }

  cancel(): boolean {
    this.surface.showMoved(null);
    return false;
  }

  draw(sink: Sink, pixel: Nm): void {
    if (this.from === null) return;
    const { x, y } = this.from;
    sink.layer("draft");
    sink.disc(x, y, 2 * pixel);
    sink.polyline([x, y, x + this.by.x, y + this.by.y], pixel);
  }
}
