import type * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Review } from "../../core/session/review.ts";
import { stateOf } from "../../core/session/review.ts";

const KEY = "edsnx.reviews";

/** What is kept of a window's reviews (characters of JSON): the newest that still wait for the person. */
const MAX_KEPT = 4 << 20;

/** A change that comes in many pieces is written once. */
const WRITE_AFTER_MS = 500;

/** The reviews that the last window left unanswered. */
export function keptReviews(state: vscode.Memento): readonly Review[] {
  return state.get<readonly Review[]>(KEY) ?? [];
}

/** Keeps unanswered reviews through reloads. */
export function keepReviews(core: AgentCore, state: vscode.Memento): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    let size = 0;
    const waiting = core.reviews.list().filter((review) => stateOf(review) === "pending");
    const kept = waiting.reverse().filter((review) => (size += JSON.stringify(review).length) <= MAX_KEPT);
    void state.update(KEY, kept.length === 0 ? undefined : kept.reverse());
  };
  const detach = core.reviews.onChange(() => {
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  return {
    dispose: () => {
      detach();
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    },
  };
}
