import type { Point } from "../../base/nm.ts";
import type { ItemId } from "../../model/item.ts";

/** KiCad's keys for what differs between schematic and board. The field mismatch is KiCad 10's; KiCad 9 has none. */
export const parityTypes = [
  "duplicate_footprints",
  "missing_footprint",
  "extra_footprint",
  "net_conflict",
  "footprint_symbol_mismatch",
  "footprint_filters_mismatch",
  "footprint_symbol_field_mismatch",
] as const;

export type ParityType = (typeof parityTypes)[number];

/** One difference. It has what a finding of the design rule check has, so both can stand in one list. */
export interface ParityFinding {
  readonly type: ParityType;
  /** What is wrong, with both sides' words. */
  readonly detail: string;
  /** Footprints or pads of the board; none for a footprint that is missing. */
  readonly items: readonly ItemId[];
  /** The footprint's place; the origin for one that is missing. */
  readonly at: Point;
  /** The part: `R1`, as the side that has it says. */
  readonly reference: string;
  /** What the two sides say, where a difference is one of two texts. */
  readonly board?: string;
  readonly schematic?: string;
}
