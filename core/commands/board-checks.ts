import type { FindingName } from "../engines/check/finding-types.ts";
import type { FollowedAnswer } from "./check/followed-boards.ts";

export type { FollowedAnswer } from "./check/followed-boards.ts";

export interface BoardCheckAsk {
  readonly only?: readonly FindingName[];
  /** Libraries are looked at anew; without it only those of footprints that came since. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent?: number) => void;
}

/** Checks open boards beside the thread that edits them; after an edit it looks only at what that touched. */
export interface BoardChecks {
  /** The findings of an open board as it stands in the session. */
  check(path: string, ask: BoardCheckAsk): Promise<FollowedAnswer>;
}
