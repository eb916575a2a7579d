import type * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Review } from "../../core/session/review.ts";
import { stepsOf } from "../../core/session/review.ts";
import type { ProposalView } from "../../webview-ui/protocol.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { PERSON } from "../person.ts";

/** Canvases are told of what is proposed at most so often, in milliseconds. */
const TELL_EVERY_MS = 50;

/** Shows agents at the canvases: what each touches, and ghosts of what it proposes. */
export function showPresence(core: AgentCore, editors: KicadEditors): vscode.Disposable {
  /** Documents that proposals are, or were, about; true: the canvas is to be told. */
  const paths = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    for (const [path, isStale] of paths) {
      if (!isStale) continue;
      const proposals = core.reviews.list().flatMap((review) => viewOf(review, path));
      editors.setProposals(path, proposals);
      if (proposals.length === 0) paths.delete(path);
      else paths.set(path, false);
    }
  };
  const heed = (review: Review) => {
    if (review.proposal === undefined) return;
    for (const { path } of review.documents) paths.set(path, true);
    timer ??= setTimeout(tell, TELL_EVERY_MS);
  };
  for (const review of core.reviews.list()) heed(review);
  const detach = [
    core.session.onChange(({ path, reason, actor, label, newIds, changedIds }) => {
      if (reason === "edit" && actor !== PERSON.name) editors.meet(path, actor, label, [...newIds, ...changedIds]);
    }),
    core.reviews.onChange(heed),
    core.onLog(({ proposal }) => {
      const [review] = proposal === undefined ? [] : core.reviews.list({ ids: new Set([proposal]) });
      for (const path of new Set(review?.items.map((item) => item.path))) {
        const ids = review!.items.filter((item) => item.path === path).map(({ id }) => id);
        // After the ghosts that it points at.
        setTimeout(() => editors.meet(path, review!.agent, `proposes: ${review!.label}`, ids), 2 * TELL_EVERY_MS);
      }
    }),
  ];
  return {
    dispose: () => {
      clearTimeout(timer);
      for (const each of detach) each();
    },
  };
}

/** What still waits of a proposal in a document. */
function viewOf({ id, agent, label, items, documents, proposal }: Review, path: string): ProposalView[] {
  if (proposal === undefined) return [];
  const all = documents.find((each) => each.path === path)?.steps ?? [];
  const steps = items
    .filter((item) => item.path === path && item.state === "pending")
    .flatMap((item) => stepsOf(all, item.id));
  return steps.length === 0 ? [] : [{ id, agent, label, steps }];
}
