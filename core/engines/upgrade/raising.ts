import type { Doc } from "../../model/document.ts";
import type { RootTables } from "./schematic.ts";

/** What the rules of an upgrade have of the world while they raise one item. */
export interface Raising {
  readonly doc: Doc;
  /** The file version that the document gets. */
  readonly to: number;
  /** What the root of a KiCad 6 hierarchy says of its sheets; null for other files. */
  readonly tables: RootTables | null;
  readonly uuid: () => string;
  /** Names a token that the item loses on purpose. */
  readonly drop: (token: string) => void;
  /** Notes a change of the item for the report. */
  readonly say: (what: string) => void;
}
