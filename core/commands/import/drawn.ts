import type { Point } from "../../base/nm.ts";

/** A shape of a drawing that is brought in; places in millimetres, y down. */
export interface Drawn {
  readonly shape: "line" | "arc" | "circle" | "curve" | "poly";
  /** line: two; arc: start, middle, end; circle: centre and a place on it; curve: four; poly: the corners. */
  readonly points: readonly Point[];
  readonly filled?: boolean;
}
