import type * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Review } from "../../core/session/review.ts";
import { stateOf } from "../../core/session/review.ts";
import { KeptJson, readKept } from "./kept-json.ts";

const NAME = "reviews.json";

/** What is kept of a window's reviews (characters of JSON): the newest that still wait for the person. */
const MAX_KEPT = 4 << 20;

/** The reviews that the last window left unanswered. */
export function keptReviews(folder: string | undefined): readonly Review[] {
  return readKept<readonly Review[]>(folder, NAME) ?? [];
}

/** Keeps unanswered reviews through reloads. */
export function keepReviews(
  core: AgentCore,
  folder: string | undefined,
  report: (line: string) => void,
): vscode.Disposable {
  const kept = new KeptJson(
    folder,
    NAME,
    () => {
      let size = 0;
      const waiting = core.reviews.list().filter((review) => stateOf(review) === "pending");
      const newest = waiting.reverse().filter((review) => (size += JSON.stringify(review).length) <= MAX_KEPT);
      return newest.length === 0 ? undefined : newest.reverse();
    },
    report,
  );
  const detach = core.reviews.onChange(() => kept.touch());
  return {
    dispose: () => {
      detach();
      kept.dispose();
    },
  };
}
