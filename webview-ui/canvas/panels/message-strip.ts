import type { CommandFailure } from "../../../core/base/error.ts";
import { element } from "../../dom/element.ts";

/** A strip over the canvas that says what went wrong and what to do, or what is being pointed at. */
export class MessageStrip {
  readonly root = element("div", { class: "message-strip", role: "alert", hidden: true });
  private timer = 0;

  showFailure(failure: CommandFailure): void {
    this.show("error", failure.message, failure.hint);
  }

  show(tone: "error" | "note", text: string, hint?: string): void {
    clearTimeout(this.timer);
    this.root.replaceChildren(
      element("span", { class: "text" }, text),
      ...(hint === undefined ? [] : [element("span", { class: "hint" }, hint)]),
      element("button", { type: "button", "aria-label": "Close message", onclick: () => this.close() }, "×"),
    );
    this.root.className = `message-strip ${tone}`;
    this.root.hidden = false;
    if (tone === "note") this.timer = window.setTimeout(() => this.close(), 6000);
  }

  /** What went wrong is over once something went well. */
  closeError(): void {
    if (this.root.classList.contains("error")) this.close();
  }

  close(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
  }
}
