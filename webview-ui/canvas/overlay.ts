import type { Pass } from "./gl/renderer.ts";
import type { Viewport } from "./viewport.ts";

/** Something drawn over the document, or under it: marks, rubber bands, what a tool is drawing. */
export interface Overlay {
  /** What is to be drawn in this view; `ratio` is the number of the screen's pixels in a CSS pixel. */
  passes(view: Viewport, ratio: number, isDark: boolean): readonly Pass[];
}
