import type { Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import type { Sheet } from "./design.ts";
import type { Pin } from "./parts.ts";

/** What connects on a sheet. */
export type NodeKind =
  | "pin"
  | "wire"
  | "bus"
  | "busEntry"
  | "label"
  | "globalLabel"
  | "hierLabel"
  | "directive"
  | "sheetPin"
  | "junction"
  | "noConnect";

/** One connecting item in one use of its sheet. */
export interface Node {
  readonly kind: NodeKind;
  readonly sheet: Sheet;
  /** Its uuid; a pin's own. */
  readonly id: string;
  /** The item; for a pin its symbol, for a sheet pin the pin. */
  readonly item: Item;
  /** The sheet symbol of a sheet pin. */
  readonly owner: Item | null;
  readonly pin: Pin | null;
  /**
   * Place in the file, pins behind all else: where several items would do, the first one names the net or stands in a
   * report, as in KiCad (which goes by where they lie in memory, hence mostly by the order in which they were read).
   */
  readonly order: number;
  /** Shown text of labels and sheet pins; "" for others. */
  readonly text: string;
  /** Where it connects: one point, or the two ends. Nanometres. */
  readonly points: readonly Point[];
  /** What it touches. */
  readonly touching: readonly Node[];
  /** Which of `points` touch nothing that could go on from there: what KiCad draws as a dangling end. */
  readonly dangling: readonly boolean[];
  /** The bus that an entry hangs on. */
  readonly bus: Node | null;
}

export function isLabel(node: Node): boolean {
  return node.kind === "label" || node.kind === "globalLabel" || node.kind === "hierLabel";
}
