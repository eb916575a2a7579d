import { element } from "../../dom/element.ts";
import type { CheckView, FindingView } from "../../protocol.ts";

export interface FindingsSurface {
  /** Goes to what a finding is about. */
  readonly show: (finding: FindingView) => void;
  readonly check: () => void;
}

/** How many findings are listed; the Problems view has them all. */
const MOST = 300;

/** What DRC or ERC found; a click or Enter goes there, arrows walk through the list. */
export class FindingsPanel {
  readonly root: HTMLElement;
  private readonly surface: FindingsSurface;
  private readonly state = element("span", { class: "check-state", role: "status" });
  private readonly list = element("ul", { class: "findings", "aria-label": "Findings" });
  private readonly button: HTMLButtonElement;
  private readonly heading = element("span", {}, "DRC");

  constructor(surface: FindingsSurface) {
    this.surface = surface;
    this.button = element("button", { type: "button", class: "check", onclick: () => surface.check() }, "Check");
    this.root = element(
      "section",
      { class: "panel findings-panel", "aria-label": "Design check" },
      element("h2", {}, this.heading, this.state, this.button),
      this.list,
    );
    this.list.addEventListener("keydown", (event) => this.walk(event));
    this.show({ isRunning: false, isChecked: false, isStale: false, findings: [] }, "DRC");
  }

  show(check: CheckView, name: "DRC" | "ERC"): void {
    const { isRunning, isChecked, isStale, findings } = check;
    this.heading.textContent = name;
    this.button.title = `Run ${name}`;
    this.button.disabled = isRunning;
    this.root.setAttribute("aria-busy", String(isRunning));
    const errors = findings.filter(({ severity }) => severity === "error").length;
    const counts =
      findings.length === 0
        ? "nothing found"
        : `${count(errors, "error")}, ${count(findings.length - errors, "warning")}`;
    const words = isRunning
      ? "running…"
      : isChecked
        ? counts + (isStale ? " before the last edit" : "")
        : "not run yet";
    if (this.state.textContent !== words) this.state.textContent = words;
    // The one that has the focus keeps it.
    const focused = document.activeElement?.getAttribute("data-finding");
    this.list.replaceChildren(
      ...findings.slice(0, MOST).map((finding) =>
        element(
          "li",
          {},
          element(
            "button",
            {
              type: "button",
              class: `finding ${finding.severity}`,
              "data-finding": finding.id,
              title: [finding.description, ...finding.subjects].join("\n"),
              onclick: () => this.surface.show(finding),
            },
            element("span", { class: "what" }, finding.description),
            element("span", { class: "where" }, finding.subjects.join(" · ")),
          ),
        ),
      ),
      ...(findings.length > MOST
        ? [element("li", { class: "more" }, `and ${findings.length - MOST} more, in the Problems view`)]
        : []),
    );
    if (focused) this.list.querySelector<HTMLElement>(`[data-finding="${focused}"]`)?.focus();
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

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
