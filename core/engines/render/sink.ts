import type { Nm } from "../../base/nm.ts";
import type { ItemId } from "../../model/item.ts";

/**
 * Where painters put shapes. A painter runs once per item and version; what happens to the shapes is the sink's: SVG
 * text, pixels, WebGL buffers, boxes for hit tests, or nothing. All coordinates are nanometres on the sheet, x right,
 * y down; angles in degrees, KiCad's sense.
 */
export interface Sink {
  /** Shapes until `end` belong to this item (`part`: the pad, field or pin inside it). */
  begin(id: ItemId, part?: ItemId): void;
  end(): void;
  /** Following shapes are on this layer: a board layer's name (`F.Cu`), or a name of the sheet (`sch.wire`, `sch.pin`), or a made-up one (`via`, `hole`, `pad.front`). */
  layer(name: string): void;
  /** Following shapes on this layer have this colour instead of the theme's; null goes back. `layer` goes back too. */
  color?(color: Color | null): void;
  /** A line with round ends; `points` are x, y, x, y … */
  polyline(points: ArrayLike<Nm>, width: Nm): void;
  /** A circular arc with round ends, from `from` by `sweep` degrees (positive: counter-clockwise on screen). 360 is a ring. */
  arc(cx: Nm, cy: Nm, radius: Nm, from: number, sweep: number, width: Nm): void;
  /** A filled disc. */
  disc(cx: Nm, cy: Nm, radius: Nm): void;
  /** A filled polygon; rings are one after the other, `ends` tells where each ends (index of a number in `points`). Even-odd. */
  polygon(points: ArrayLike<Nm>, ends?: ArrayLike<number>): void;
  /** A picture: base64 data in a box around its centre. */
  image?(cx: Nm, cy: Nm, width: Nm, height: Nm, data: string): void;
}

/** A colour 0xRRGGBB with opacity 0..1. */
export interface Color {
  readonly rgb: number;
  readonly alpha: number;
}

/** Colours by layer name as sinks see them. */
export interface Theme {
  readonly name: string;
  readonly background: Color;
  readonly colors: Readonly<Record<string, Color>>;
}
