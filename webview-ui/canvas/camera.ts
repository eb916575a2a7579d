import type { Box } from "../../core/base/nm.ts";
import { fromMm } from "../../core/base/nm.ts";
import type { Host } from "./host.ts";
import type { Stage } from "./stage.ts";
import { fitted, panned, type Viewport, zoomed } from "./viewport.ts";

/** Half of what is shown around a place whose items reach far beyond it, in nanometres. */
const AROUND = 6_000_000;

export interface CameraOptions {
  readonly canvas: HTMLCanvasElement;
  readonly stage: Stage;
  readonly host: Host;
  readonly path: () => string;
  /** How much of the canvas lies under the bar of tools, from the left, in CSS pixels. */
  readonly covered: () => number;
  readonly onZoom: (scale: number, ratio: number) => void;
}

/** What part of the document is seen; remembered while the tab is hidden. */
export class Camera {
  /** The document is new and has not been fitted yet. */
  needsFit = true;
  private readonly options: CameraOptions;
  private timer = 0;

  constructor(options: CameraOptions) {
    this.options = options;
  }

  set(viewport: Viewport): void {
    const { stage, canvas, onZoom } = this.options;
    stage.setViewport(viewport);
    onZoom(viewport.scale, canvas.width / Math.max(1, canvas.clientWidth));
    this.save();
  }

  /** Fits the board's edge or the page, else all there is. */
  fit(): void {
    const { stage } = this.options;
    const edges = stage.scene.bounds((drawn) => drawn.ranges.some((range) => range.layer === "Edge.Cuts"));
    const frame = isEmpty(edges) ? stage.page.bounds() : edges;
    this.fitTo(isEmpty(frame) ? stage.scene.bounds() : frame);
    this.needsFit = false;
  }

  /** Fits what is drawn, whatever the page. */
  fitObjects(): void {
    this.fitTo(this.options.stage.scene.bounds());
  }

  /**
   * The view of a document that was just opened: a board's edge; of a sheet what is drawn on it, where that is little on a
   * large page. `final` when nothing is still to be drawn.
   */
  fitOpened(final: boolean): void {
    const { stage } = this.options;
    const page = stage.page.bounds();
    this.fit();
    if (!isEmpty(page)) this.fitTo(partOfPage(stage.scene.bounds(), page));
    this.needsFit = !final;
  }

  private fitTo(box: Box): void {
    const { canvas, covered, stage } = this.options;
    if (isEmpty(box) || stage.viewport.width <= 1) return;
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    this.set(fitted(stage.viewport, box, undefined, covered() * ratio));
  }

  /** Shows items, or what is around a place (mm) of theirs when they are big. */
  goTo(box: Box | null, at: readonly [number, number] | undefined): void {
    const { stage } = this.options;
    const shown = boxAround(box, at);
    if (shown !== null) this.set(fitted(stage.viewport, shown, 0.3));
  }

  zoom(factor: number): void {
    const { stage, canvas } = this.options;
    this.set(zoomed(stage.viewport, factor, { x: canvas.width / 2, y: canvas.height / 2 }));
  }

  /** Turns the board over, around the middle of the view. */
  flip(): void {
    const { viewport } = this.options.stage;
    this.set({ ...viewport, isFlipped: !viewport.isFlipped });
  }

  pan(dx: number, dy: number): void {
    this.set(panned(this.options.stage.viewport, dx, dy));
  }

  restore(path: string): void {
    const { host, stage } = this.options;
    const state = host.getState() as (Partial<Viewport> & { readonly path?: string }) | undefined;
    if (!this.needsFit || state?.path !== path) return;
    const { path: _, ...view } = state;
    this.set({ ...stage.viewport, ...view });
    this.needsFit = false;
  }

  private save(): void {
    const { host, stage, path } = this.options;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { x, y, scale, isFlipped } = stage.viewport;
      if (!this.needsFit) host.setState({ path: path(), x, y, scale, isFlipped });
    }, 300);
  }
}

function isEmpty(box: Box): boolean {
  return box.minX > box.maxX;
}

/** Of a page at least half is shown, so that a lone part does not fill the window. */
const LEAST_PART = 0.5;

/** What of a page is shown first: the part that is drawn on with some room, where that is much less than the page. */
function partOfPage(drawn: Box, page: Box): Box {
  if (isEmpty(drawn)) return page;
  const side = (low: number, high: number, least: number, most: number) => {
    const half = Math.max((high - low) * 0.55, (most - least) * LEAST_PART * 0.5);
    const middle = (low + high) / 2;
    return [middle - half, middle + half] as const;
  };
  const [minX, maxX] = side(drawn.minX, drawn.maxX, page.minX, page.maxX);
  const [minY, maxY] = side(drawn.minY, drawn.maxY, page.minY, page.maxY);
  const isMost = maxX - minX > (page.maxX - page.minX) * 0.85 || maxY - minY > (page.maxY - page.minY) * 0.85;
  return isMost ? page : { minX, minY, maxX, maxY };
}

function boxAround(box: Box | null, at: readonly [number, number] | undefined): Box | null {
  if (at === undefined) return box;
  const [x, y] = [fromMm(at[0]), fromMm(at[1])];
  const near = { minX: x - AROUND, minY: y - AROUND, maxX: x + AROUND, maxY: y + AROUND };
  if (box === null || box.maxX - box.minX > 4 * AROUND || box.maxY - box.minY > 4 * AROUND) return near;
  return box;
}
