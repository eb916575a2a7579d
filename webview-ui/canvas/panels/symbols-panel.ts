import type { Doc } from "../../../core/model/document.ts";
import type { ShownSymbol } from "../../../core/model/library/parts-sheet.ts";
import { countsOf, rootOf, symbolNamed, symbolNames } from "../../../core/model/library/parts-sheet.ts";
import { element } from "../../dom/element.ts";

/** So many names are listed; more letters in the search show the others. */
const MOST = 200;

/** The symbols of a library, and which unit of the one that is shown. */
export class SymbolsPanel {
  readonly root: HTMLElement;
  private readonly search = element("input", {
    type: "search",
    placeholder: "Search symbols",
    "aria-label": "Search symbols",
    oninput: () => this.list(),
  });
  private readonly names = element("select", {
    size: "8",
    "aria-label": "Symbols",
    onchange: () => this.choose({ name: this.names.value, unit: 1, style: 1 }),
  });
  private readonly unit = element("select", {
    "aria-label": "Unit",
    onchange: () => this.shown !== null && this.choose({ ...this.shown, unit: Number(this.unit.value) }),
  });
  private readonly style = element("select", {
    "aria-label": "Body style",
    onchange: () => this.shown !== null && this.choose({ ...this.shown, style: Number(this.style.value) }),
  });
  private readonly state = element("p", { role: "status" });
  private readonly choose: (symbol: ShownSymbol) => void;
  private library: Doc | null = null;
  private shown: ShownSymbol | null = null;

  constructor(choose: (symbol: ShownSymbol) => void) {
    this.choose = choose;
    this.root = element(
      "section",
      { class: "panel symbols-panel", "aria-label": "Symbols", hidden: true },
      element("h2", {}, "Symbols"),
      this.search,
      this.names,
      element("div", { class: "row" }, this.unit, this.style),
      this.state,
    );
  }

  /** Shows what a library holds; hidden where the document is none. */
  show(library: Doc | null, shown: ShownSymbol | null): void {
    this.library = library;
    this.shown = shown;
    this.root.hidden = library === null;
    this.list();
  }

  private list(): void {
    const { library, shown } = this;
    if (library === null) return;
    const wanted = this.search.value.toLowerCase();
    const fitting = symbolNames(library).filter((name) => name.toLowerCase().includes(wanted));
    const listed = fitting.slice(0, MOST);
    this.names.replaceChildren(...listed.map((name) => element("option", { value: name }, name)));
    this.names.value = shown?.name ?? "";
    const symbol = shown === null ? null : symbolNamed(library, shown.name);
    const root = symbol === null ? null : rootOf(library, symbol);
    const { units, styles } = root === null ? { units: 1, styles: 1 } : countsOf(root);
    fill(this.unit, units, (n) => `Unit ${n}`, shown?.unit ?? 1);
    fill(this.style, styles, (n) => (n === 1 ? "Normal body" : "De Morgan body"), shown?.style ?? 1);
    const derived = root === null || root === symbol ? "" : `Derives from ${root["name"]}, which has its pins.`;
    const more = fitting.length > listed.length ? `${fitting.length} fit; more letters show fewer.` : "";
    this.state.textContent = [derived, more].filter((words) => words !== "").join(" ");
  }
}

function fill(select: HTMLSelectElement, count: number, title: (n: number) => string, value: number): void {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  select.replaceChildren(...numbers.map((n) => element("option", { value: String(n) }, title(n))));
  select.value = String(value);
  select.hidden = count < 2;
}
