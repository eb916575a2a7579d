import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

export type Side = "front" | "back";

/** What conditions ask about places; whoever has the shapes answers. */
export interface RuleGeometry {
  /** Whether an item overlaps an area on a layer (null: on any that both have); touching is no overlap. */
  intersectsArea(item: BoardItem, area: BoardItem, layer: string | null, hole: boolean): boolean;
  /** Whether an item lies in an area with all of it. */
  enclosedByArea(item: BoardItem, area: BoardItem, layer: string | null): boolean;
  /** Whether an item touches a footprint's courtyard. */
  intersectsCourtyard(item: BoardItem, footprint: BoardItem, side: Side, layer: string | null): boolean;
  /** Whether an item lies on the copper between pads that the two patterns (`R1-2`) name. */
  fromTo(item: BoardItem, from: string, to: string): boolean;
}

/** What rules are asked about. */
export interface RuleWorld {
  readonly items: BoardItems;
  readonly settings: ProjectSettings;
  readonly geometry: RuleGeometry;
}

/** One question: the two items (B may be missing), the layer (null: none in particular), for which constraint. */
export interface Question {
  readonly a: BoardItem;
  readonly b: BoardItem | null;
  readonly layer: string | null;
  readonly constraint: string;
  /** Whether A stands for its hole only. */
  readonly hole?: boolean;
}
