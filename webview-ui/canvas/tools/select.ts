import type { Box, Nm, Point } from "../../../core/base/nm.ts";
import type { ItemId } from "../../../core/model/item.ts";
import { Lasso } from "../lasso.ts";
import type { Drawn } from "../scene.ts";
import type { Viewport } from "../viewport.ts";
import { canvasPoint, toWorld } from "../viewport.ts";

/** What the selection tool needs of the canvas around it. */
export interface SelectSurface {
  readonly canvas: HTMLCanvasElement;
  readonly viewport: () => Viewport;
  /** What can be selected at a place, the likeliest first. */
  readonly hits: (p: Point, tolerance: Nm) => readonly Drawn[];
  readonly inBox: (box: Box, whole: boolean) => readonly Drawn[];
  readonly inLasso: (lasso: Lasso, whole: boolean) => readonly Drawn[];
  /** All members of the group that an item is in; else the item alone. */
  readonly groupOf: (id: ItemId) => readonly ItemId[];
  readonly selection: () => ReadonlySet<ItemId>;
  readonly select: (ids: Iterable<ItemId>) => void;
  /** Why nothing can be moved, or "". */
  readonly cannotMove: () => string;
  readonly grid: () => Nm;
  /** Shows the selection moved, in nanometres; null: where it belongs. */
  readonly ghost: (by: Point | null) => void;
  readonly drop: (by: Point) => void;
  /** Shows the outline being drawn; `whole` when only what lies inside counts. */
  readonly band: (outline: readonly Point[] | null, whole: boolean) => void;
  /** Lets the person choose of several things at a place of the window. */
  readonly choose: (hits: readonly Drawn[], at: Point, take: (id: ItemId) => void) => void;
  /** What the next press does is something else. */
  readonly refresh: () => void;
  readonly complain: (text: string) => void;
  readonly isPan: (event: PointerEvent) => boolean;
}

/** What becomes of the selection: KiCad's modifiers are none, Shift, Ctrl with Shift, Ctrl. */
type Mode = "replace" | "add" | "remove" | "toggle";

interface Press {
  readonly from: Point;
  /** Pixels of the canvas. */
  readonly at: Point;
  readonly hits: readonly Drawn[];
  readonly mode: Mode;
}

type State =
  | { readonly name: "idle" }
  | ({ readonly name: "press"; readonly isClarifying: boolean; readonly client: Point } & Press)
  | { readonly name: "drag"; readonly from: Point; readonly by: Point }
  | ({ readonly name: "box"; readonly to: Point; readonly whole: boolean } & Press)
  | { readonly name: "lasso"; readonly points: readonly Point[]; readonly mode: Mode };

/** CSS pixels. */
const HIT_REACH = 4;
const DRAG_AFTER = 4;

/**
 * Click selects what is meant most likely, again the next below, with Alt a menu of all; dragging something moves the
 * selection, dragging from nowhere draws a box: to the right for what lies inside, to the left for what it touches; with
 * Alt, or after `startLasso`, a line by hand: clockwise for what lies inside, the other way for what it touches.
 */
export class SelectTool {
  private readonly surface: SelectSurface;
  private state: State = { name: "idle" };
  private lastClick: { at: Point; ids: string; index: number } | null = null;
  /** The next press begins a lasso. */
  isLassoNext = false;

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

  /** The next drag draws a lasso, wherever it begins. */
  startLasso(): void {
    this.isLassoNext = true;
    this.surface.refresh();
  }

  /** Gives up what is under way. Answers whether there was anything. */
  cancel(): boolean {
    const was = this.isLassoNext ? "lasso" : this.state.name;
    this.isLassoNext = false;
    this.surface.refresh();
    this.state = { name: "idle" };
    if (was === "idle") return false;
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
    const mode = modeOf(event);
    if (this.isLassoNext) {
      this.isLassoNext = false;
      surface.refresh();
      this.state = { name: "lasso", points: [from], mode };
      return;
    }
    this.state = {
      name: "press",
      from,
      at,
      hits: surface.hits(from, (HIT_REACH * ratioOf(surface.canvas)) / surface.viewport().scale),
      mode,
      isClarifying: event.altKey,
      client: { x: event.clientX, y: event.clientY },
    };
  }

  private move(event: PointerEvent): void {
    const { surface, state } = this;
    if (state.name === "idle") return;
    const at = canvasPoint(surface.canvas, event);
    const to = toWorld(surface.viewport(), at);
    if (state.name === "press") {
      const far = Math.hypot(at.x - state.at.x, at.y - state.at.y) > DRAG_AFTER * ratioOf(surface.canvas);
      if (far) this.startDrag(state, at, to, event.altKey);
    } else if (state.name === "drag") this.drag(state.from, to, event.altKey);
    else if (state.name === "box") this.stretch(state, at, to);
    else {
      const points = [...state.points, to];
      this.state = { ...state, points };
      surface.band(points, this.isWhole(new Lasso(points)));
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
      const found =
        state.name === "box"
          ? surface.inBox(boxOf(state.from, state.to), state.whole)
          : this.caught(new Lasso(state.points));
      this.take(
        found.flatMap(({ id }) => surface.groupOf(id)),
        state.mode,
      );
    }
  }

  private caught(lasso: Lasso): readonly Drawn[] {
    return lasso.points.length < 3 ? [] : this.surface.inLasso(lasso, this.isWhole(lasso));
  }

  /** Clockwise on the screen; a board seen from the back turns the other way. */
  private isWhole(lasso: Lasso): boolean {
    return lasso.isClockwise !== this.surface.viewport().isFlipped;
  }

  private startDrag(press: Extract<State, { name: "press" }>, at: Point, to: Point, alt: boolean): void {
    const { surface } = this;
    const selection = surface.selection();
    // A zone covers much of a board: its inside takes clicks, but a drag there draws a box unless the zone is selected.
    const grabbed = press.hits.filter((drawn) => drawn.kind !== "zone" || selection.has(drawn.id));
    if (grabbed.length === 0 || press.mode !== "replace") {
      const { from, hits, mode } = press;
      if (alt) this.state = { name: "lasso", points: [from, to], mode };
      else this.stretch({ name: "box", from, at: press.at, to, hits, mode, whole: true }, at, to);
      return;
    }
    const reason = surface.cannotMove();
    if (reason !== "") {
      this.state = { name: "idle" };
      surface.complain(reason);
      return;
    }
    if (!grabbed.some((drawn) => selection.has(drawn.id))) surface.select(surface.groupOf(grabbed[0]!.id));
    this.drag(press.from, to, alt);
  }

  private stretch(box: Extract<State, { name: "box" }>, at: Point, to: Point): void {
    const whole = at.x >= box.at.x;
    this.state = { ...box, to, whole };
    const { minX, minY, maxX, maxY } = boxOf(box.from, to);
    this.surface.band(
      [
        { x: minX, y: minY },
        { x: maxX, y: minY },
        { x: maxX, y: maxY },
        { x: minX, y: maxY },
      ],
      whole,
    );
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
      if (press.mode === "replace") surface.select([]);
      this.lastClick = null;
      return;
    }
    if (press.isClarifying && press.hits.length > 1) {
      surface.choose(press.hits, press.client, (id) => this.take([id], press.mode));
      return;
    }
    const turns = turnsOf(press.hits, surface.groupOf);
    if (press.mode !== "replace") {
      this.take(turns[0]!, press.mode);
      return;
    }
    const key = turns.join(";");
    const last = this.lastClick;
    const again = last !== null && last.ids === key && Math.hypot(last.at.x - press.at.x, last.at.y - press.at.y) < 3;
    const index = again ? (last.index + 1) % turns.length : 0;
    this.lastClick = { at: press.at, ids: key, index };
    surface.select(turns[index]!);
  }

  private take(ids: readonly ItemId[], mode: Mode): void {
    const { surface } = this;
    const next = new Set(mode === "replace" ? [] : surface.selection());
    for (const id of ids) {
      if (mode === "remove" || (mode === "toggle" && surface.selection().has(id))) next.delete(id);
      else next.add(id);
    }
    surface.select(next);
  }
}

/** What clicks at one place select, one after the other: groups whole before their members. */
function turnsOf(hits: readonly Drawn[], groupOf: SelectSurface["groupOf"]): (readonly ItemId[])[] {
  const turns: (readonly ItemId[])[] = [];
  for (const { id } of hits) {
    const group = groupOf(id);
    if (group.length > 1 && !turns.some((turn) => turn.length > 1 && turn.includes(id))) turns.push(group);
    turns.push([id]);
  }
  return turns;
}

function modeOf(event: PointerEvent): Mode {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return isCommand ? "remove" : "add";
  return isCommand ? "toggle" : "replace";
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
