import type { DocKind } from "../../../core/model/document.ts";
import { element } from "../../dom/element.ts";
import type { SelectionFilter } from "../selection-filter.ts";

/** Which sorts of items the pointer can select; a double-click leaves one sort only, as in KiCad. */
export class FilterPanel {
  readonly root: HTMLElement;
  private readonly list = element("ul", { class: "filter", "aria-label": "What can be selected" });
  private readonly filter: SelectionFilter;

  constructor(filter: SelectionFilter) {
    this.filter = filter;
    this.root = element(
      "section",
      { class: "panel filter-panel", "aria-label": "Selection filter" },
      element("h2", {}, "Selection filter"),
      this.list,
    );
  }

  setKind(kind: DocKind): void {
    this.list.replaceChildren(
      ...this.filter.rows(kind).map(({ id, title }) => {
        const box = element("input", {
          type: "checkbox",
          "data-filter": id,
          onchange: () => this.filter.set(id, box.checked),
        });
        box.checked = this.filter.isOn(id);
        const label = element("label", { title: `${title}; double-click: only these` }, box, title);
        label.addEventListener("dblclick", (event) => {
          event.preventDefault();
          if (id === "locked") return;
          this.filter.only(kind, id);
          this.setKind(kind);
        });
        return element("li", {}, label);
      }),
    );
  }
}
