import type { Item } from "../../../core/model/item.ts";
import type { ItemDifference } from "../../../core/model/item-diff.ts";
import { element } from "../../dom/element.ts";
import type { CompareSide } from "../comparison.ts";

export interface CompareSurface {
  readonly titleOf: (item: Item) => string;
  readonly show: (difference: ItemDifference) => void;
  readonly setSide: (side: CompareSide) => void;
  readonly close: () => void;
}

/** How many differences are listed. */
const MOST = 500;

const signs = { added: "+", removed: "−", changed: "≠" } as const;

/** What differs from another version; a click or Enter goes there, arrows walk through the list. */
export class ComparePanel {
  readonly root: HTMLElement;
  private readonly surface: CompareSurface;
  private readonly state = element("span", { class: "check-state", role: "status" });
  private readonly list = element("ul", { class: "findings differences", "aria-label": "Differences" });
  private readonly sides: readonly HTMLButtonElement[];
  private differences: readonly ItemDifference[] = [];
  private at = -1;

  constructor(surface: CompareSurface) {
    this.surface = surface;
    const side = (id: CompareSide, title: string) =>
      element(
        "button",
        { type: "button", "data-side": id, "aria-pressed": String(id === "both"), onclick: () => this.choose(id) },
        title,
      );
    this.sides = [side("both", "Both"), side("before", "Before"), side("after", "After")];
    this.root = element(
      "section",
      { class: "panel findings-panel compare-panel", "aria-label": "Comparison", hidden: true },
      element(
        "h2",
        {},
        element("span", {}, "Compared"),
        this.state,
        element(
          "button",
          {
            type: "button",
            "aria-label": "End the comparison",
            title: "End the comparison (Escape)",
            onclick: () => surface.close(),
          },
          "×",
        ),
      ),
      element("div", { class: "presets", role: "group", "aria-label": "Version" }, ...this.sides),
      this.list,
    );
    this.list.addEventListener("keydown", (event) => this.walk(event));
  }

  show(title: string | null, differences: readonly ItemDifference[]): void {
    this.root.hidden = title === null;
    this.differences = differences;
    this.at = Math.min(this.at, differences.length - 1);
    if (title === null) {
      this.at = -1;
      return;
    }
    const count = (change: keyof typeof signs) => differences.filter((each) => each.change === change).length;
    const words =
      differences.length === 0
        ? `with ${title}: the same`
        : `with ${title}: ${count("added")} added, ${count("removed")} removed, ${count("changed")} changed`;
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.title = words;
    this.list.replaceChildren(
      ...differences.slice(0, MOST).map((difference, i) => this.row(difference, i)),
      ...(differences.length > MOST ? [element("li", { class: "more" }, `and ${differences.length - MOST} more`)] : []),
    );
  }

  /** Goes to the next or the previous difference. */
  step(by: 1 | -1): void {
    const count = Math.min(MOST, this.differences.length);
    if (count === 0) return;
    this.go((this.at + by + count) % count);
    this.list.querySelectorAll("button")[this.at]?.scrollIntoView({ block: "nearest" });
  }

  private row(difference: ItemDifference, i: number): HTMLElement {
    const { change, before, after, properties } = difference;
    const item = after ?? before;
    const what = item === null ? difference.kind : this.surface.titleOf(item);
    const where = [...new Set(properties.map((name) => name.split(" ").at(-1) ?? name))].slice(0, 4).join(", ");
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: `finding ${change}`,
          "data-difference": difference.id,
          "aria-label": `${change} ${what} ${where}`.trim(),
          title: [what, ...properties].join("\n"),
          onclick: () => this.go(i),
        },
        element("span", { class: "sign", "aria-hidden": "true" }, signs[change]),
        element("span", { class: "what" }, what),
        element("span", { class: "where" }, where),
      ),
    );
  }

  private go(i: number): void {
    this.at = i;
    const difference = this.differences[i];
    for (const [k, button] of [...this.list.querySelectorAll("button")].entries())
      button.setAttribute("aria-current", String(k === i));
    if (difference !== undefined) this.surface.show(difference);
  }

  /** Shows one version, or both. */
  choose(side: CompareSide): void {
    for (const button of this.sides) button.setAttribute("aria-pressed", String(button.dataset["side"] === side));
    this.surface.setSide(side);
  }

  private walk(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const row = (event.target as HTMLElement).closest("li");
    const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
    next?.querySelector("button")?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
