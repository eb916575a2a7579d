import type { AgentCore } from "../../core/agent/agent-core.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import type { Item } from "../../core/model/item.ts";
import type { Review, ReviewItem } from "../../core/session/review.ts";
import { isNewFile, stateOf } from "../../core/session/review.ts";
import type { ReviewView } from "../../webview-ui/protocol.ts";

/** Names that are remembered of items that are gone. */
const MAX_NAMES = 20_000;

/** Reviews in the words of the chat box. Items that are gone keep the name that they had. */
export class ReviewViews {
  private readonly core: AgentCore;
  private readonly names = new Map<string, string>();

  constructor(core: AgentCore) {
    this.core = core;
  }

  of(review: Review): ReviewView {
    const { id, note, proposal } = review;
    return {
      id,
      state: stateOf(review),
      items: review.items.map((item) => ({ ...item, name: this.nameOf(review, item) })),
      ...(note === undefined ? {} : { note }),
      ...(proposal === undefined ? {} : { proposal: proposal.calls }),
    };
  }

  private nameOf({ documents }: Review, item: ReviewItem): string {
    return isNewFile(item) ? `file ${fileName(item.path)}` : this.nameIn(documents, item);
  }

  private nameIn(documents: Review["documents"], { path, id }: ReviewItem): string {
    const key = `${path}\n${id}`;
    const item = this.core.session.find(path)?.doc.items.get(id);
    if (item === undefined) return this.names.get(key) ?? kindIn(documents, path, id);
    const name = wordsOf(item);
    this.names.set(key, name);
    const oldest = this.names.keys().next().value;
    if (this.names.size > MAX_NAMES && oldest !== undefined) this.names.delete(oldest);
    return name;
  }
}

/** What a person calls an item: its reference, or what it is, of which net, on which layer. */
function wordsOf(item: Item): string {
  const reference = referenceOf(item);
  if (reference !== "") return reference;
  const { net, layer, text } = item as { net?: unknown; layer?: unknown; text?: unknown };
  const isNamed = (value: unknown): value is string => typeof value === "string" && value !== "";
  return [
    item.kind,
    ...(isNamed(net) ? [net] : []),
    ...(isNamed(text) ? [`“${text.slice(0, 40)}”`] : []),
    ...(isNamed(layer) ? [`on ${layer}`] : []),
  ].join(" ");
}

function fileName(path: string): string {
  return path.slice(path.search(/[^\\/]*$/));
}

/** The kind of an item that a change made or took away. */
function kindIn(documents: Review["documents"], path: string, id: string): string {
  for (const step of documents.find((each) => each.path === path)?.steps ?? [])
    if (step.op !== "set" && step.in === undefined && step.item.id === id) return step.item.kind;
  return "item";
}
