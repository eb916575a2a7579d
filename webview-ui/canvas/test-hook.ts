import type { Point } from "../../core/base/nm.ts";
import type { Stage } from "./stage.ts";
import { toScreen, toWorld, type Viewport } from "./viewport.ts";

/** What tests in a real browser may ask; CSS pixels of the window and millimetres. */
export interface CanvasProbe {
  /** Newest revision that is on the screen. */
  revision(): number;
  itemCount(): number;
  selection(): string[];
  viewport(): Viewport;
  worldToScreen(x: number, y: number): { x: number; y: number };
  screenToWorld(x: number, y: number): { x: number; y: number };
  /** Box of a drawn item in mm: min x, min y, max x, max y. */
  itemBox(id: string): [number, number, number, number] | null;
  /** Red, green, blue, alpha of the canvas's own pixels, rows from the top. */
  pixels(x?: number, y?: number, width?: number, height?: number): number[];
  /** Colours on the canvas and how many pixels have each, most first. */
  colors(): [string, number][];
  /** How often an item was painted since the page came up. */
  paints(): number;
  drawCalls(): number;
  loseContext(): boolean;
  restoreContext(): void;
  isBusy(): boolean;
  /** Of a board: missing connections, names of nets that are drawn, the net that is lit. */
  view(): { readonly missing: number; readonly names: number; readonly net: string | null };
  /** Agents at this drawing: where each is, and what is shown of what it proposes. */
  agents(): {
    readonly cursors: readonly { readonly agent: string; readonly at: Point }[];
    readonly proposals: readonly { readonly id: string; readonly agent: string; readonly ids: readonly string[] }[];
  };
  readonly lastFrameAt: number;
  readonly lastFrameMs: number;
}

declare global {
  interface Window {
    __edsnx?: CanvasProbe;
  }
}

export interface ProbeSource {
  readonly revision: () => number;
  readonly selection: () => Iterable<string>;
  readonly paints: () => number;
  readonly isBusy: () => boolean;
  readonly view: CanvasProbe["view"];
  readonly agents: CanvasProbe["agents"];
}

export function installProbe(stage: Stage, source: ProbeSource): void {
  const { canvas } = stage;
  let lost: { restore(): void } | null = null;
  const ratio = () => canvas.width / Math.max(1, canvas.clientWidth);
  const read = (x = 0, y = 0, width = canvas.width, height = canvas.height) => {
    stage.draw();
    const data = stage.renderer.pixels(x, canvas.height - y - height, width, height);
    const rows: number[] = [];
    for (let row = height - 1; row >= 0; row--)
      for (let i = row * width * 4; i < (row + 1) * width * 4; i++) rows.push(data[i]!);
    return rows;
  };
  window.__edsnx = {
    revision: source.revision,
    itemCount: () => stage.scene.size,
    selection: () => [...source.selection()],
    viewport: () => stage.viewport,
    worldToScreen(x, y) {
      const p = toScreen(stage.viewport, { x: x * 1e6, y: y * 1e6 });
      const box = canvas.getBoundingClientRect();
      return { x: p.x / ratio() + box.left, y: p.y / ratio() + box.top };
    },
    screenToWorld(x, y) {
      const box = canvas.getBoundingClientRect();
      const p = toWorld(stage.viewport, { x: (x - box.left) * ratio(), y: (y - box.top) * ratio() });
      return { x: p.x / 1e6, y: p.y / 1e6 };
    },
    itemBox(id) {
      const box = stage.scene.get(id)?.box;
      return box === undefined ? null : [box.minX / 1e6, box.minY / 1e6, box.maxX / 1e6, box.maxY / 1e6];
    },
    pixels: read,
    colors() {
      const counts = new Map<number, number>();
      const data = read();
      for (let i = 0; i < data.length; i += 4) {
        const rgb = (data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!;
        counts.set(rgb, (counts.get(rgb) ?? 0) + 1);
      }
      const list = [...counts].sort((a, b) => b[1] - a[1]);
      return list.slice(0, 200).map(([rgb, count]) => [rgb.toString(16).padStart(6, "0"), count]);
    },
    paints: source.paints,
    drawCalls: () => stage.renderer.calls,
    loseContext() {
      lost = stage.renderer.lose();
      return lost !== null;
    },
    restoreContext: () => lost?.restore(),
    isBusy: source.isBusy,
    view: source.view,
    agents: source.agents,
    get lastFrameAt() {
      return stage.lastFrameAt;
    },
    get lastFrameMs() {
      return stage.lastFrameMs;
    },
  };
}
