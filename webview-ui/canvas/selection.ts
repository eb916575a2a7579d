import type { Doc } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import type { Host } from "./host.ts";
import type { PropertiesPanel } from "./panels/properties-panel.ts";
import { kindTitle, referenceOf } from "./panels/properties-panel.ts";
import type { StatusLine } from "./panels/status-line.ts";
import type { Stage } from "./stage.ts";

export interface SelectionOptions {
  readonly stage: Stage;
  readonly host: Host;
  readonly properties: PropertiesPanel;
  readonly status: StatusLine;
  readonly replica: () => { readonly doc: Doc | null; readonly isReadOnly: boolean };
}

/** What is selected; marks, panel, status line and host follow it. */
export class Selection {
  ids: ReadonlySet<ItemId> = new Set();
  private readonly options: SelectionOptions;

  constructor(options: SelectionOptions) {
    this.options = options;
  }

  get items(): Item[] {
    const { doc } = this.options.replica();
    return [...this.ids].flatMap((id) => doc?.items.get(id) ?? []);
  }

  set(ids: Iterable<ItemId>): void {
    const { stage, host } = this.options;
    const next = new Set(ids);
    const isSame = next.size === this.ids.size && [...next].every((id) => this.ids.has(id));
    this.ids = next;
    if (!isSame) {
      stage.markSelected(next);
      host.post({ type: "selection", ids: [...next] });
    }
    this.show();
  }

  /** The document changed: what is gone is selected no more, what is left may say something else. */
  follow(doc: Doc): void {
    this.set([...this.ids].filter((id) => doc.items.entry(id) !== undefined));
  }

  /** Says again what is selected. */
  show(): void {
    const { properties, status, replica } = this.options;
    const { doc, isReadOnly } = replica();
    const { items } = this;
    properties.show(doc, items, isReadOnly);
    const [only] = items;
    if (only === undefined) status.setSelected("");
    else if (items.length > 1) status.setSelected(`${items.length} items selected`);
    else status.setSelected(titleOf(only));
  }
}

/** What an item is, in a line. */
export function titleOf(item: Item): string {
  return [kindTitle(item), referenceOf(item), netOf(item)].filter((word) => word !== "").join(" · ");
}

/** The net of a copper item, or "". */
export function netOf(item: Item): string {
  return typeof item["net"] === "string" ? item["net"] : "";
}
