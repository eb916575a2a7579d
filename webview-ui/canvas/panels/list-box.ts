import { element } from "../../dom/element.ts";

export interface ListRow {
  readonly value: string;
  readonly words: string;
  /** Small, behind the words. */
  readonly about?: string;
}

/** A list of which one row is chosen: by a press, arrows, Home, End, or its first letters. */
export class ListBox {
  readonly root: HTMLElement;
  private readonly id: string;
  private readonly onChoose: (value: string) => void;
  private readonly onTake: (value: string) => void;
  private rows: readonly ListRow[] = [];
  private index = -1;
  private typed = "";
  private typedAt = 0;

  constructor(
    id: string,
    label: string,
    onChoose: (value: string) => void,
    onTake: (value: string) => void = () => {},
  ) {
    this.id = id;
    this.onChoose = onChoose;
    this.onTake = onTake;
    this.root = element("ul", {
      role: "listbox",
      id,
      tabindex: "0",
      "aria-label": label,
      class: "parts",
      onkeydown: (event) => this.key(event as KeyboardEvent),
    });
  }

  get value(): string | null {
    return this.rows[this.index]?.value ?? null;
  }

  /** Other rows; the one that was chosen stays so where it is still there, else the first is. */
  show(rows: readonly ListRow[]): void {
    const chosen = this.value;
    this.rows = rows;
    this.root.replaceChildren(
      ...rows.map(({ value, words, about = "" }, i) =>
        element(
          "li",
          {
            role: "option",
            id: `${this.id}-${i}`,
            title: about,
            onclick: () => this.choose(i),
            ondblclick: () => this.onTake(value),
          },
          element("span", { class: "id" }, words),
          element("span", { class: "description" }, about),
        ),
      ),
    );
    const at = rows.findIndex(({ value }) => value === chosen);
    this.mark(Math.max(0, at));
    const { value } = this;
    if (value !== null) this.onChoose(value);
  }

  /** Chooses the row that lies so many below. */
  step(by: number): void {
    this.choose(Math.max(0, Math.min(this.rows.length - 1, this.index + by)));
  }

  private choose(index: number): void {
    if (index === this.index) return;
    this.mark(index);
    const { value } = this;
    if (value !== null) this.onChoose(value);
  }

  private mark(index: number): void {
    this.index = index;
    for (const [i, row] of [...this.root.children].entries()) row.setAttribute("aria-selected", String(i === index));
    this.root.children[index]?.scrollIntoView({ block: "nearest" });
    this.root.setAttribute("aria-activedescendant", `${this.id}-${index}`);
  }

  private key(event: KeyboardEvent): void {
    const last = this.rows.length - 1;
    const far = { Home: 0, End: last }[event.key];
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (by !== undefined) this.step(by);
    else if (far !== undefined) this.choose(far);
    else if (event.key === "Enter" && this.value !== null) this.onTake(this.value);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) this.find(event);
    else return;
    event.preventDefault();
  }

  /** The next row that begins with the letters typed in a row. */
  private find(event: KeyboardEvent): void {
    this.typed = event.timeStamp - this.typedAt < 1000 ? this.typed + event.key : event.key;
    this.typedAt = event.timeStamp;
    const from = this.typed.length === 1 ? this.index + 1 : this.index;
    const order = [...this.rows.keys()].map((i) => (i + Math.max(0, from)) % this.rows.length);
    const typed = this.typed.toLowerCase();
    const found = order.find((i) => this.rows[i]!.words.toLowerCase().startsWith(typed));
    if (found !== undefined) this.choose(found);
  }
}
