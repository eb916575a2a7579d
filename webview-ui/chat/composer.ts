import { element } from "../dom/element.ts";
import type { ChatSubject, Completion, FromChat } from "../protocol.ts";

export interface ComposerOptions {
  readonly post: (message: FromChat) => void;
  /** What was typed and not sent outlives the page. */
  readonly draft: { get(): string; set(text: string): void };
}

/** A request that is sent anew in another form. */
interface Replacing {
  readonly chatId: string;
  readonly canRestore: boolean;
}

/** The box in which requests are written: completion of `@` and `/`, what goes along, and what is sent anew. */
export class Composer {
  readonly root: HTMLElement;
  private readonly options: ComposerOptions;
  private readonly box: HTMLTextAreaElement;
  private readonly button: HTMLButtonElement;
  private readonly chips = element("ul", { class: "chips", "aria-label": "Goes along with the request" });
  private readonly choices = element("ul", {
    class: "completions",
    role: "listbox",
    id: "completions",
    "aria-label": "Suggestions",
  });
  private readonly strip = element("div", { class: "replacing", role: "status" });
  private completions: readonly Completion[] = [];
  private chosen = 0;
  private replacing: Replacing | null = null;
  private restores = false;

  constructor(options: ComposerOptions) {
    this.options = options;
    this.box = element("textarea", {
      rows: "3",
      placeholder: "Ask an agent… (@ names parts, nets, files; / lists commands)",
      "aria-label":
        "Request to the agent. Enter sends, Shift and Enter start a new line, @ names parts, / lists commands.",
      "aria-autocomplete": "list",
      "aria-controls": "completions",
      onkeydown: (event) => this.key(event as KeyboardEvent),
      oninput: () => this.edited(),
      onblur: () => this.close(),
    });
    this.button = element(
      "button",
      { type: "button", class: "send", onclick: () => this.send(), disabled: true },
      "Send",
    );
    const attach = (what: "selection" | "pick", text: string, about: string) =>
      element(
        "button",
        { type: "button", title: about, "aria-label": about, onclick: () => options.post({ type: "attach", what }) },
        text,
      );
    this.root = element(
      "form",
      { class: "entry", onsubmit: (event) => event.preventDefault() },
      this.strip,
      this.chips,
      element("div", { class: "box" }, this.box, this.choices),
      element(
        "div",
        { class: "buttons" },
        attach("pick", "Pick…", "Attach items that you click on the canvas"),
        attach("selection", "Attach selection", "Attach what is selected on the canvas"),
        this.button,
      ),
    );
    this.fill(options.draft.get());
    this.close();
    this.showReplacing();
  }

  /** Puts an earlier request back into the box; sending it takes the place of that one. */
  rewrite(chatId: string, text: string, canRestore: boolean): void {
    this.replacing = { chatId, canRestore };
    this.restores = false;
    this.fill(text);
    this.showReplacing();
    this.box.focus();
  }

  /** Puts a text into the box, unless something else is being written there. */
  offer(text: string): void {
    if (this.box.value.trim() === "") this.fill(text);
    this.box.focus();
  }

  showAttached(subjects: readonly ChatSubject[]): void {
    this.chips.replaceChildren(
      ...subjects.map(({ name, kind }, index) =>
        element(
          "li",
          {},
          kind === "part" ? name : `${kind === "item" ? "" : `${kind} `}${name}`,
          element(
            "button",
            {
              type: "button",
              "aria-label": `Do not attach ${name}`,
              onclick: () => this.options.post({ type: "detach", index }),
            },
            "×",
          ),
        ),
      ),
    );
    this.chips.hidden = subjects.length === 0;
  }

  showCompletions(typed: string, items: readonly Completion[]): void {
    // Letters typed since then ask anew.
    if (this.typed()?.text !== typed || document.activeElement !== this.box) return;
    this.completions = items;
    this.chosen = 0;
    this.drawCompletions();
  }

  private key(event: KeyboardEvent): void {
    // Enter also ends a composition of an input method: that one is no wish to send.
    if (event.isComposing) return;
    if (this.completions.length > 0 && this.keyInList(event)) return;
    if (event.key === "Escape" && this.replacing !== null) this.giveUp();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.send();
  }

  private keyInList(event: KeyboardEvent): boolean {
    const { length } = this.completions;
    if (event.key === "ArrowDown") this.chosen = (this.chosen + 1) % length;
    else if (event.key === "ArrowUp") this.chosen = (this.chosen + length - 1) % length;
    else if (event.key === "Escape") this.close();
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))
      this.take(this.completions[this.chosen]!);
    else return false;
    event.preventDefault();
    this.drawCompletions();
    return true;
  }

  private drawCompletions(): void {
    this.choices.hidden = this.completions.length === 0;
    this.choices.replaceChildren(
      ...this.completions.map((item, index) =>
        element(
          "li",
          {
            role: "option",
            id: `completion-${index}`,
            "aria-selected": String(index === this.chosen),
            onmousedown: (event) => {
              event.preventDefault();
              this.take(item);
            },
          },
          element("span", { class: "label" }, item.label),
          element("span", { class: "where" }, item.detail),
        ),
      ),
    );
    if (this.completions.length === 0) this.box.removeAttribute("aria-activedescendant");
    else this.box.setAttribute("aria-activedescendant", `completion-${this.chosen}`);
    this.choices.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  private take({ insert }: Completion): void {
    const typed = this.typed();
    this.close();
    if (typed === null) return;
    const { value, selectionEnd } = this.box;
    const rest = value.slice(selectionEnd);
    const text = `${value.slice(0, typed.from)}${insert}${rest.startsWith(" ") ? "" : " "}`;
    this.box.value = text + rest;
    this.box.setSelectionRange(text.length, text.length);
    this.changed();
  }

  /** `@` or `/` with the letters up to the cursor; a slash counts at the beginning, and before a picture. */
  private typed(): { readonly text: string; readonly from: number } | null {
    const { value, selectionStart, selectionEnd } = this.box;
    if (selectionStart !== selectionEnd) return null;
    const before = value.slice(0, selectionStart);
    const match = /(?:^|\s)(@(?:"[^"\n]*|[^\s"@]*))$/.exec(before) ?? /^(\/\w*)$|\s(\/p\w*)$/.exec(before);
    const text = match?.[1] ?? match?.[2];
    return text === undefined ? null : { text, from: selectionStart - text.length };
  }

  private edited(): void {
    this.changed();
    const typed = this.typed();
    if (typed === null) this.close();
    else this.options.post({ type: "complete", typed: typed.text });
  }

  private close(): void {
    this.completions = [];
    this.drawCompletions();
  }

  private changed(): void {
    this.button.disabled = this.box.value.trim() === "";
    this.options.draft.set(this.box.value);
  }

  private fill(text: string): void {
    this.box.value = text;
    this.changed();
  }

  private send(): void {
    const text = this.box.value.trim();
    if (text === "") return;
    const { replacing } = this;
    this.options.post({
      type: "send",
      text,
      ...(replacing === null ? {} : { replaces: replacing.chatId }),
      ...(replacing !== null && this.restores ? { restore: true } : {}),
    });
    this.replacing = null;
    this.fill("");
    this.close();
    this.showReplacing();
    this.box.focus();
  }

  private giveUp(): void {
    this.replacing = null;
    this.fill("");
    this.showReplacing();
    this.box.focus();
  }

  private showReplacing(): void {
    const { replacing } = this;
    this.strip.hidden = replacing === null;
    if (replacing === null) {
      this.strip.replaceChildren();
      return;
    }
    const check = element("input", {
      type: "checkbox",
      onchange: () => {
        this.restores = check.checked;
      },
    });
    this.strip.replaceChildren(
      element("span", {}, "Takes the place of the earlier request and of what followed it here."),
      ...(replacing.canRestore ? [element("label", {}, check, " Bring the design back as well")] : []),
      element("button", { type: "button", onclick: () => this.giveUp() }, "Cancel"),
    );
  }
}
