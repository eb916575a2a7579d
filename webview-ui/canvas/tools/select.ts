import type { Box, Nm, Point } from "../../../core/base/nm.ts";
import type { ItemId } from "../../../core/model/item.ts";
import type { Drawn } from "../scene.ts";
import type { Viewport } from "../viewport.ts";
import { canvasPoint, toWorld } from "../viewport.ts";

/** What the selection tool needs of the canvas around it. */
export interface SelectSurface {
  readonly canvas: HTMLCanvasElement;
  readonly viewport: () => Viewport;
  readonly hits: (p: Point, tolerance: Nm) => readonly Drawn[];
  readonly inBox: (box: Box, whole: boolean) => readonly Drawn[];
  readonly selection: () => ReadonlySet<ItemId>;
  readonly select: (ids: Iterable<ItemId>) => void;
  /** Why nothing can be moved, or "". */
  readonly cannotMove: () => string;
  readonly grid: () => Nm;
  /** Shows the selection moved, in nanometres; null: where it belongs. */
  readonly ghost: (by: Point | null) => void;
  readonly drop: (by: Point) => void;
  /** Shows the box being drawn; `whole` when only what lies inside counts. */
  readonly band: (box: Box | null, whole: boolean) => void;
  readonly complain: (text: string) => void;
  readonly isPan: (event: PointerEvent) => boolean;
}

type State =
  | { readonly name: "idle" }
  | {
      readonly name: "press";
      readonly from: Point;
      readonly at: Point;
      readonly hits: readonly Drawn[];
      readonly add: boolean;
    }
  | { readonly name: "drag"; readonly from: Point; readonly by: Point }
  | { readonly name: "box"; readonly from: Point; readonly to: Point; readonly add: boolean };

/** CSS pixels. */
const HIT_REACH = 4;
const DRAG_AFTER = 4;

/**
 * Click selects what is meant most likely, again the next below; Shift adds or takes away; dragging something moves
 * the selection, dragging from nowhere draws a box: to the right for what lies inside, to the left for what it touches.
 */
export class SelectTool {
  private readonly surface: SelectSurface;
  private state: State = { name: "idle" };
  private lastClick: { at: Point; ids: string; index: number } | null = null;

  constructor(surface: SelectSurface) {
    this.surface = surface;
    const { canvas } = surface;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
  }

  get isActive(): boolean {
    return this.state.name !== "idle";
  }

  /** Gives up what is under way. Answers whether there was anything. */
  cancel(): boolean {
    if (this.state.name === "idle") return false;
    const was = this.state.name;
    this.state = { name: "idle" };
    this.surface.ghost(null);
    this.surface.band(null, false);
    return was !== "press";
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.surface.isPan(event)) return;
    const { surface } = this;
    surface.canvas.focus();
    surface.canvas.setPointerCapture(event.pointerId);
    const at = canvasPoint(surface.canvas, event);
    const from = toWorld(surface.viewport(), at);
    this.state = {
      name: "press",
      from,
      at,
      hits: surface.hits(from, (HIT_REACH * ratioOf(surface.canvas)) / surface.viewport().scale),
      add: event.shiftKey || event.ctrlKey || event.metaKey,
    };
  }

  private move(event: PointerEvent): void {
    const { surface, state } = this;
    if (state.name === "idle") return;
    const at = canvasPoint(surface.canvas, event);
    const to = toWorld(surface.viewport(), at);
    if (state.name === "press") {
      const far = Math.hypot(at.x - state.at.x, at.y - state.at.y) > DRAG_AFTER * ratioOf(surface.canvas);
      if (far) this.startDrag(state, to);
    } else if (state.name === "drag") this.drag(state.from, to, event.altKey);
    else if (state.name === "box") {
      this.state = { ...state, to };
      surface.band(boxOf(state.from, to), to.x >= state.from.x);
    }
  }

  private up(event: PointerEvent): void {
    const { surface, state } = this;
    if (event.button !== 0 || state.name === "idle") return;
    this.state = { name: "idle" };
    if (state.name === "press") this.click(state);
    else if (state.name === "drag") {
      if (state.by.x === 0 && state.by.y === 0) surface.ghost(null);
      else surface.drop(state.by);
    } else {
      surface.band(null, false);
      const found = surface.inBox(boxOf(state.from, state.to), state.to.x >= state.from.x);
      const ids = found.map((drawn) => drawn.id);
      surface.select(state.add ? [...surface.selection(), ...ids] : ids);
    }
  }

  private startDrag(press: Extract<State, { name: "press" }>, to: Point): void {
    const { surface } = this;
    const selection = surface.selection();
    // A zone covers much of a board: its inside takes clicks, but a drag there draws a box unless the zone is selected.
    const grabbed = press.hits.filter((drawn) => drawn.kind !== "zone" || selection.has(drawn.id));
    if (grabbed.length === 0 || press.add) {
      this.state = { name: "box", from: press.from, to, add: press.add };
      surface.band(boxOf(press.from, to), to.x >= press.from.x);
      return;
    }
    const reason = surface.cannotMove();
    if (reason !== "") {
      this.state = { name: "idle" };
      surface.complain(reason);
      return;
    }
    if (!grabbed.some((drawn) => selection.has(drawn.id))) surface.select([grabbed[0]!.id]);
    this.drag(press.from, to, false);
  }

  private drag(from: Point, to: Point, free: boolean): void {
    const grid = free ? 1 : this.surface.grid();
    const by = {
      x: Math.round((to.x - from.x) / grid) * grid,
      y: Math.round((to.y - from.y) / grid) * grid,
    };
    this.state = { name: "drag", from, by };
    this.surface.ghost(by);
  }

  private click(press: Extract<State, { name: "press" }>): void {
    const { surface } = this;
    if (press.hits.length === 0) {
      if (!press.add) surface.select([]);
      this.lastClick = null;
      return;
    }
    const ids = press.hits.map((drawn) => drawn.id);
    if (press.add) {
      const next = new Set(surface.selection());
      const id = ids[0]!;
      if (!next.delete(id)) next.add(id);
      surface.select(next);
      return;
    }
    const last = this.lastClick;
    const again =
      last !== null && last.ids === ids.join() && Math.hypot(last.at.x - press.at.x, last.at.y - press.at.y) < 3;
    const index = again ? (last.index + 1) % ids.length : 0;
    this.lastClick = { at: press.at, ids: ids.join(), index };
    surface.select([ids[index]!]);
  }
}

function boxOf(a: Point, b: Point): Box {
  return {
    minX: Math.min(a.x, b.x),
    minY: Math.min(a.y, b.y),
    maxX: Math.max(a.x, b.x),
    maxY: Math.max(a.y, b.y),
  };
}

function ratioOf(canvas: HTMLCanvasElement): number {
  return canvas.width / Math.max(1, canvas.clientWidth);
}
