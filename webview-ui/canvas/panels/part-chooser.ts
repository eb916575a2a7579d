import type { Color } from "../../../core/engines/render/sink.ts";
import { element } from "../../dom/element.ts";
import type { PartModel } from "../part-model.ts";
import { openDialog } from "./dialog.ts";
import { paintPreview } from "./preview.ts";

/** A part as the search finds it. */
export interface FoundPart {
  readonly id: string;
  readonly description: string;
  readonly pins: number;
}

export interface ChooserSource {
  readonly search: (
    query: string,
  ) => Promise<{ readonly total: number; readonly parts: readonly FoundPart[] } | string>;
  readonly load: (id: string) => Promise<PartModel | null>;
  readonly colorOf: (layer: string) => Color;
  readonly background: () => Color;
}

/** Search begins when nothing was typed for so long, in milliseconds. */
const QUIET_MS = 150;

/** Lets the person choose a part of the libraries, with a picture; null when they do not want one. */
export function choosePart(
  kind: "symbol" | "footprint",
  first: string,
  source: ChooserSource,
): Promise<PartModel | null> {
  return new Promise((resolve) => new Chooser(kind, first, source, resolve));
}

class Chooser {
  private readonly source: ChooserSource;
  private readonly dialog: HTMLDialogElement;
  private readonly field: HTMLInputElement;
  private readonly list = element("ul", { role: "listbox", id: "parts", "aria-label": "Parts", class: "parts" });
  private readonly state = element("p", { role: "status", class: "state" });
  private readonly picture = element("canvas", { width: "560", height: "420", role: "img" });
  private readonly about = element("p", { class: "about" });
  private parts: readonly FoundPart[] = [];
  private index = 0;
  private timer = 0;
  private asked = 0;
  private loaded: PartModel | null = null;
  private answer: PartModel | null = null;

  constructor(
    kind: "symbol" | "footprint",
    first: string,
    source: ChooserSource,
    resolve: (part: PartModel | null) => void,
  ) {
    this.source = source;
    const title = kind === "symbol" ? "Choose a symbol" : "Choose a footprint";
    this.field = element("input", {
      type: "search",
      placeholder: "Name, keyword or library",
      "aria-label": "Search",
      role: "combobox",
      "aria-controls": "parts",
      "aria-expanded": "true",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.search(), QUIET_MS);
      },
      onkeydown: (event) => this.key(event as KeyboardEvent),
    });
    this.field.value = first;
    this.dialog = openDialog(
      title,
      [
        element("h2", {}, title),
        this.field,
        element(
          "div",
          { class: "columns" },
          element("div", { class: "found" }, this.list, this.state),
          element("div", { class: "shown" }, this.picture, this.about),
        ),
        element(
          "div",
          { class: "buttons" },
          element("button", { type: "button", class: "primary", onclick: () => this.take() }, "Place"),
          element("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel"),
        ),
      ],
      () => {
        clearTimeout(this.timer);
        this.asked++;
        resolve(this.answer);
      },
    );
    this.dialog.classList.add("chooser");
    this.field.focus();
    this.search();
  }

  private async search(): Promise<void> {
    const ask = ++this.asked;
    this.state.textContent = "Searching…";
    const found = await this.source.search(this.field.value);
    if (ask !== this.asked) return;
    if (typeof found === "string") {
      this.parts = [];
      this.state.textContent = found;
    } else {
      this.parts = found.parts;
      const more = found.total - found.parts.length;
      this.state.textContent =
        found.total === 0
          ? "Nothing fits."
          : more > 0
            ? `${found.total} fit; more words show fewer.`
            : `${found.total} fit.`;
    }
    this.list.replaceChildren(
      ...this.parts.map((part, i) =>
        element(
          "li",
          {
            role: "option",
            id: `part-${i}`,
            title: part.description,
            onclick: () => this.point(i),
            ondblclick: () => this.take(),
          },
          element("span", { class: "id" }, part.id),
          element("span", { class: "description" }, part.description),
        ),
      ),
    );
    this.point(0);
  }

  private point(index: number): void {
    this.index = Math.max(0, Math.min(this.parts.length - 1, index));
    for (const [i, row] of [...this.list.children].entries())
      row.setAttribute("aria-selected", String(i === this.index));
    this.list.children[this.index]?.scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", `part-${this.index}`);
    void this.show();
  }

  private async show(): Promise<void> {
    const part = this.parts[this.index];
    this.loaded = null;
    this.about.textContent = part === undefined ? "" : `${part.id}: ${part.description} (${part.pins} pins)`;
    const model = part === undefined ? null : await this.source.load(part.id);
    if (part !== undefined && this.parts[this.index]?.id !== part.id) return;
    this.loaded = model;
    const { source } = this;
    this.picture.setAttribute("aria-label", model === null ? "No picture" : `Picture of ${model.id}`);
    this.picture.dataset["part"] = model?.id ?? "";
    paintPreview(
      this.picture,
      (sink) => model?.paint(sink),
      (names) => model?.order(names) ?? names,
      source.colorOf,
      source.background(),
    );
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) this.point(this.index + step);
    else if (event.key === "Enter" && !event.isComposing) void this.take();
    else return;
    event.preventDefault();
  }

  private async take(): Promise<void> {
    const part = this.parts[this.index];
    if (part === undefined) return;
    this.answer = this.loaded?.id === part.id ? this.loaded : await this.source.load(part.id);
    this.dialog.close();
  }
}
