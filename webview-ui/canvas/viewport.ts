import type { Box, Nm, Point } from "../../core/base/nm.ts";

/** What part of the sheet is seen. Pixels are the screen's own, not CSS's. */
export interface Viewport {
  /** The sheet's place in the middle of the canvas. */
  readonly x: Nm;
  readonly y: Nm;
  /** Pixels for each nanometre. */
  readonly scale: number;
  /** Canvas in pixels. */
  readonly width: number;
  readonly height: number;
  /** Seen from the back: x runs to the left. */
  readonly isFlipped: boolean;
}

/** Closest: a pixel is 250 nm. Farthest: a pixel is 2 mm. */
const MAX_SCALE = 1 / 250;
const MIN_SCALE = 1 / 2_000_000;

export const emptyViewport: Viewport = {
  x: 148_500_000,
  y: 105_000_000,
  scale: 1 / 300_000,
  width: 1,
  height: 1,
  isFlipped: false,
};

/** Which way x runs on the screen: 1 or -1. */
function acrossOf({ isFlipped }: Viewport): 1 | -1 {
  return isFlipped ? -1 : 1;
}

export function toScreen(v: Viewport, p: Point): Point {
  return { x: acrossOf(v) * (p.x - v.x) * v.scale + v.width / 2, y: (p.y - v.y) * v.scale + v.height / 2 };
}

export function toWorld(v: Viewport, p: Point): Point {
  return { x: (acrossOf(v) * (p.x - v.width / 2)) / v.scale + v.x, y: (p.y - v.height / 2) / v.scale + v.y };
}

/** The view moved by pixels. */
export function panned(v: Viewport, dx: number, dy: number): Viewport {
  return { ...v, x: v.x - (acrossOf(v) * dx) / v.scale, y: v.y - dy / v.scale };
}

/** The view zoomed by a factor; what stands at `at` (pixels) stays there. */
export function zoomed(v: Viewport, factor: number, at: Point): Viewport {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, v.scale * factor));
  const fixed = toWorld(v, at);
  return {
    ...v,
    scale,
    x: fixed.x - (acrossOf(v) * (at.x - v.width / 2)) / scale,
    y: fixed.y - (at.y - v.height / 2) / scale,
  };
}

/** The view that shows all of `box` with a margin; the first `covered` pixels from the left lie under something. */
export function fitted(v: Viewport, box: Box, margin = 0.05, covered = 0): Viewport {
  if (box.minX > box.maxX) return v;
  const width = Math.max(box.maxX - box.minX, 100_000);
  const height = Math.max(box.maxY - box.minY, 100_000);
  const free = Math.max(v.width - covered, v.width / 2);
  const wanted = Math.min(free / width, v.height / height) * (1 - 2 * margin);
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, wanted));
  return {
    ...v,
    scale,
    x: (box.minX + box.maxX) / 2 - (acrossOf(v) * (v.width - free)) / 2 / scale,
    y: (box.minY + box.maxY) / 2,
  };
}

/** What of a sheet the view covers. */
export function seen(v: Viewport): Box {
  const a = toWorld(v, { x: 0, y: 0 });
  const b = toWorld(v, { x: v.width, y: v.height });
  return { minX: Math.min(a.x, b.x), minY: a.y, maxX: Math.max(a.x, b.x), maxY: b.y };
}

export interface ViewportInput {
  readonly get: () => Viewport;
  readonly set: (viewport: Viewport) => void;
}

/**
 * Mouse and touchpad to views: middle or right drag and space + drag pan, the wheel zooms at the cursor, two fingers
 * pan, a pinch zooms. Answers whether a pointer that goes down is a pan, so that tools leave it alone.
 */
export function bindViewport(canvas: HTMLCanvasElement, input: ViewportInput): { isPan(event: PointerEvent): boolean } {
  let isSpaceHeld = false;
  let last: { id: number; x: number; y: number } | null = null;
  const isPan = (event: PointerEvent) =>
    event.button === 1 || event.button === 2 || (event.button === 0 && isSpaceHeld);
  const ratio = () => canvas.width / Math.max(1, canvas.clientWidth);

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    if (!isPan(event)) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = { id: event.pointerId, x: event.clientX, y: event.clientY };
    canvas.classList.add("panning");
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last === null || last.id !== event.pointerId) return;
    input.set(panned(input.get(), (event.clientX - last.x) * ratio(), (event.clientY - last.y) * ratio()));
    last = { id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  const stop = (event: PointerEvent) => {
    if (last?.id !== event.pointerId) return;
    last = null;
    canvas.classList.remove("panning");
  };
  canvas.addEventListener("pointerup", stop);
  canvas.addEventListener("pointercancel", stop);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = canvasPoint(canvas, event);
      if (!event.ctrlKey && (event.shiftKey || isTouchpad(event))) {
        const dx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        const dy = event.shiftKey && event.deltaX === 0 ? 0 : event.deltaY;
        input.set(panned(input.get(), -dx * ratio(), -dy * ratio()));
        return;
      }
      // A pinch arrives as a wheel with Ctrl and small steps.
      const lines = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
      const rate = event.ctrlKey && Math.abs(lines) < 50 ? 0.01 : 0.0022;
      input.set(zoomed(input.get(), Math.exp(-lines * rate), at));
    },
    { passive: false },
  );
  window.addEventListener("keydown", (event) => {
    if (event.code !== "Space" || event.target !== canvas) return;
    isSpaceHeld = true;
    event.preventDefault();
  });
  window.addEventListener("keyup", (event) => {
    if (event.code === "Space") isSpaceHeld = false;
  });
  window.addEventListener("blur", () => {
    isSpaceHeld = false;
  });
  return { isPan };
}

/** A mouse event's place in the canvas's own pixels. */
export function canvasPoint(canvas: HTMLCanvasElement, event: MouseEvent): Point {
  const box = canvas.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) * canvas.width) / Math.max(1, box.width),
    y: ((event.clientY - box.top) * canvas.height) / Math.max(1, box.height),
  };
}

/** Two fingers on a touchpad: pixel steps with both directions or small ones; a mouse wheel clicks in big even steps. */
function isTouchpad(event: WheelEvent): boolean {
  return event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
}
