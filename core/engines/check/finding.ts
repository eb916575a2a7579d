import type { Point } from "../../base/nm.ts";
import type { ItemId } from "../../model/item.ts";
import type { RuleSeverity } from "../rules/constraint.ts";
import type { FindingName } from "./finding-types.ts";

/** One violation. */
export interface Finding {
  readonly type: FindingName;
  /** What is wrong, with the numbers. */
  readonly detail: string;
  /** The items in question, the first ones first; may be empty. */
  readonly items: readonly ItemId[];
  readonly at: Point;
  readonly layer?: string;
  /** The rule's own severity, where a custom rule gives one. */
  readonly severity?: RuleSeverity | null;
  /** Who asks for it, in KiCad's words. */
  readonly rule?: string;
  /** What is asked for and what there is, in nanometres (or the constraint's own unit). */
  readonly limit?: number;
  readonly actual?: number;
}
