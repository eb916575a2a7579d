import type { Nm, Point } from "../../../core/base/nm.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import type { Corners } from "./corner.ts";
import { wayTo } from "./corner.ts";
import type { Cursor, Tool, ToolSurface } from "./tool.ts";
import { isSame } from "./tool.ts";

/** A tool that asks for places and then runs a command. */
export interface PointsSpec {
  readonly id: string;
  readonly title: string;
  /** What each press means, the last one for all that follow. */
  readonly steps: readonly string[];
  /** How many places it takes; with `most` above `least` Enter ends it. */
  readonly least: number;
  readonly most: number;
  readonly corners?: Corners;
  /** The way is closed: pressing its first place ends it. */
  readonly isClosed?: boolean;
  /** Places are taken as they are, not on the grid: what lies there is meant. */
  readonly isExact?: boolean;
  /** The last place begins the next one. */
  readonly isChain?: boolean;
  /** Whether a press here ends the way: a pin, the end of a wire. */
  readonly endsAt?: (at: Point, surface: ToolSurface) => boolean;
  /** Draws the places with the pointer's as the last one; a line when left out. */
  readonly draw?: (points: readonly Point[], sink: Sink, pixel: Nm) => void;
  /** More words for the hint, of the places with the pointer's as the last one. */
  readonly says?: (points: readonly Point[]) => string;
  /** Places are all there. False: they stay as they are, to be mended. */
  readonly done: (points: readonly Point[], surface: ToolSurface) => Promise<boolean>;
}

/** Draws by places. */
export class PointsTool implements Tool {
  readonly id: string;
  readonly title: string;
  private readonly spec: PointsSpec;
  private readonly surface: ToolSurface;
  private points: Point[] = [];
  /** How many places each press brought, for Backspace. */
  private counts: number[] = [];
  private cursor: Point | null = null;
  private isFlipped = false;
  private isBusy = false;

  constructor(spec: PointsSpec, surface: ToolSurface) {
    this.id = spec.id;
    this.title = spec.title;
    this.spec = spec;
    this.surface = surface;
  }

  hint(): string {
    const { steps, least, most, corners } = this.spec;
    const step = steps[Math.min(this.counts.length, steps.length - 1)] ?? "";
    const says = this.spec.says?.(this.withCursor()) ?? "";
    const more = [
      this.points.length >= least && most > least ? "Enter ends" : "",
      corners !== undefined && corners !== "any" && this.points.length > 0 ? "/ turns the corner over" : "",
      this.points.length > 0 ? "Backspace goes back" : "",
    ];
    return [says, step, ...more].filter((each) => each !== "").join(" · ");
  }

  move(to: Cursor): void {
    this.cursor = this.spec.isExact === true ? to.raw : to.at;
    this.surface.refresh();
  }

  press(cursor: Cursor): void {
    const { spec, points } = this;
    const at = spec.isExact === true ? cursor.raw : cursor.at;
    if (this.isBusy) return;
    this.cursor = at;
    if (isSame(points.at(-1), at) || (spec.isClosed === true && points.length >= spec.least && isSame(points[0], at))) {
      this.finish();
      return;
    }
    const last = points.at(-1);
    const way = last === undefined ? [at] : wayTo(last, at, spec.corners ?? "any", this.isFlipped);
    points.push(...way);
    this.counts.push(way.length);
    if (points.length >= spec.most || (points.length > 1 && spec.endsAt?.(at, this.surface) === true)) this.finish();
    else this.surface.refresh();
  }

  finish(): void {
    const { spec, surface } = this;
    if (this.isBusy || this.points.length < spec.least) return;
    this.isBusy = true;
    const points = [...this.points];
    spec
      .done(points, surface)
      .then((isDone) => {
        if (!isDone) return;
        this.points = spec.isChain === true ? [points.at(-1)!] : [];
        this.counts = this.points.map(() => 1);
      })
      .finally(() => {
        this.isBusy = false;
        surface.refresh();
      });
  }

  key(key: string): boolean {
    if (key === "/") this.isFlipped = !this.isFlipped;
    else if (key === "Backspace" && this.points.length > 0) {
      this.points.length -= this.counts.pop() ?? 0;
    } else return false;
    this.surface.refresh();
    return true;
  }

  cancel(): boolean {
    // What is under way at the core goes on without the tool.
    if (this.points.length === 0 || this.isBusy) return false;
    this.points = [];
    this.counts = [];
    this.surface.refresh();
    return true;
  }

  draw(sink: Sink, pixel: Nm): void {
    const points = this.withCursor();
    const at = points.at(-1);
    if (at === undefined) return;
    sink.layer("draft");
    if (this.spec.draw !== undefined) this.spec.draw(points, sink, pixel);
    else if (points.length > 1) {
      const ring = this.spec.isClosed === true && points.length > 2 ? [...points, points[0]!] : points;
      sink.polyline(flat(ring), 1.5 * pixel);
    }
    sink.disc(at.x, at.y, 3 * pixel);
  }

  private withCursor(): Point[] {
    const last = this.points.at(-1);
    if (this.cursor === null) return [...this.points];
    if (last === undefined || isSame(last, this.cursor)) return [...this.points, ...(last ? [] : [this.cursor])];
    return [...this.points, ...wayTo(last, this.cursor, this.spec.corners ?? "any", this.isFlipped)];
  }
}

export function flat(points: readonly Point[]): number[] {
  return points.flatMap(({ x, y }) => [x, y]);
}
