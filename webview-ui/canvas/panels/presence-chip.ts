import { element } from "../../dom/element.ts";
import type { ProposalView } from "../../protocol.ts";

/** How long an agent is shown after its last edit, in milliseconds. */
const LINGER_MS = 6000;

/** Colours that agents are told apart by; none is that of the selection or of copper. */
const colors = [0xff9f1c, 0x2ec4b6, 0xe056fd, 0x9be564, 0x48cae4, 0xffd166] as const;

/** The same colour for an agent wherever it appears. */
export function colorOfAgent(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) >>> 0;
  return colors[sum % colors.length]!;
}

export function cssColorOf(agent: string): string {
  return `#${colorOfAgent(agent).toString(16).padStart(6, "0")}`;
}

/** Says which agents edit right now, and what; and what they propose. */
export class PresenceChip {
  readonly root = element("div", { class: "presence", role: "status", "aria-label": "Agents at work" });
  private readonly chips = new Map<string, { readonly chip: HTMLElement; timer: number }>();
  private proposed: readonly HTMLElement[] = [];

  /** These wait for the person. */
  propose(proposals: readonly ProposalView[]): void {
    for (const chip of this.proposed) chip.remove();
    this.proposed = proposals.map(({ agent, label }) => {
      const chip = element("span", { class: "agent proposes" }, element("b", {}, agent), ` proposes: ${label}`);
      chip.style.borderColor = cssColorOf(agent);
      return chip;
    });
    this.root.prepend(...this.proposed);
  }

  /** An agent has done something. */
  show(agent: string, label: string): void {
    const known = this.chips.get(agent);
    const chip = known?.chip ?? element("span", { class: "agent" });
    clearTimeout(known?.timer);
    chip.replaceChildren(element("b", {}, agent), ` ${label}`);
    chip.style.borderColor = cssColorOf(agent);
    if (known === undefined) this.root.append(chip);
    const timer = window.setTimeout(() => {
      chip.remove();
      this.chips.delete(agent);
    }, LINGER_MS);
    this.chips.set(agent, { chip, timer });
  }
}
