import type { Box } from "../../core/base/nm.ts";
import type { Doc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import { element } from "../dom/element.ts";
import type { ToCanvas } from "../protocol.ts";
import { AgentCursors } from "./agent-cursors.ts";
import type { Host } from "./host.ts";
import { colorOfAgent, PresenceChip } from "./panels/presence-chip.ts";
import { topItems } from "./places.ts";
import { ProposalLayer } from "./proposal-layer.ts";
import type { Stage } from "./stage.ts";
import { ViewReport } from "./view-report.ts";

/** How long edits are waited for before proposals are drawn anew, in milliseconds. */
const SETTLE_MS = 100;

export interface AgentDeskOptions {
  readonly stage: Stage;
  readonly host: Pick<Host, "post">;
  readonly document: () => { readonly doc: Doc | null; readonly path: string };
  /** Marks items for a while, in a colour. */
  readonly point: (ids: readonly ItemId[], color: number) => void;
}

/**
 * The agents at this drawing: what they do (chips, cursors, marks), what they propose (ghosts), and the other way what
 * the person sees and has in hand.
 */
export class AgentDesk {
  readonly root: HTMLElement;
  private readonly options: AgentDeskOptions;
  private readonly chips = new PresenceChip();
  private readonly cursors: AgentCursors;
  private readonly proposals: ProposalLayer;
  private held = "";
  private timer = 0;

  constructor(options: AgentDeskOptions) {
    const { stage, host } = options;
    this.options = options;
    this.cursors = new AgentCursors(() => stage.invalidate());
    this.proposals = new ProposalLayer(stage);
    stage.overlays.push(this.cursors);
    new ViewReport(stage, (view) => host.post(view));
    this.root = element("div", { class: "agents" }, this.cursors.root, this.chips.root);
  }

  /** Answers whether the message was for it. */
  receive(message: ToCanvas): boolean {
    const { doc, path } = this.options.document();
    if (message.type === "presence") this.meet(message);
    else if (message.type === "proposals") {
      this.proposals.show(message.proposals, doc, path);
      this.chips.propose(message.proposals);
    } else return false;
    return true;
  }

  /** The document is another one. */
  restart(): void {
    this.cursors.clear();
    this.hold([]);
    this.draw();
  }

  /** The document was edited; proposals are drawn after the frame that shows it. */
  follow(): void {
    if (this.proposals.isEmpty) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.draw(), SETTLE_MS);
  }

  /** The person has these in hand; none: nothing any more. */
  hold(ids: Iterable<ItemId>): void {
    const all = [...ids];
    const key = all.join(" ");
    if (key === this.held) return;
    this.held = key;
    this.options.host.post({ type: "hold", ids: all });
  }

  /** Where items are that are only proposed. */
  boxOf(ids: readonly ItemId[]): Box | null {
    return this.proposals.boxOf(ids);
  }

  /** For tests. */
  get probe() {
    return { cursors: this.cursors.shown, proposals: this.proposals.shown };
  }

  private draw(): void {
    const { doc, path } = this.options.document();
    this.proposals.update(doc, path);
  }

  private meet({ agent, label, ids }: Extract<ToCanvas, { type: "presence" }>): void {
    const { stage, document, point } = this.options;
    const { doc } = document();
    this.chips.show(agent, label);
    const tops = doc === null ? ids : topItems(doc, ids);
    const box = stage.boxOf(tops) ?? this.proposals.boxOf(tops);
    point(tops, colorOfAgent(agent));
    if (box !== null) this.cursors.move(agent, { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 });
  }
}
