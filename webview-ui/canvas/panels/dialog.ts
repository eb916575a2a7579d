import { element } from "../../dom/element.ts";
import type { Question } from "../tools/tool.ts";

/** Opens a modal dialog with this content; it is gone when it closes. `onClose` hears of every way out. */
export function openDialog(label: string, content: readonly HTMLElement[], onClose: () => void): HTMLDialogElement {
  const dialog = element("dialog", { "aria-label": label }, ...content);
  // Keys in a dialog are neither the canvas's nor VS Code's.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks for a line of text; null when the person wants no part of it. */
export function ask(question: Question): Promise<string | null> {
  return new Promise((resolve) => {
    const { title, label, value = "", choices = [], isClosed = false } = question;
    let answer: string | null = null;
    const field = isClosed
      ? element("select", { "aria-label": label }, ...choices.map((each) => element("option", { value: each }, each)))
      : element("input", {
          type: "text",
          "aria-label": label,
          list: "choices",
          autocomplete: "off",
          spellcheck: "false",
        });
    field.value = value;
    const take = () => {
      answer = field.value;
      dialog.close();
    };
    field.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key !== "Enter" || (event as KeyboardEvent).isComposing) return;
      event.preventDefault();
      take();
    });
    const dialog = openDialog(
      title,
      [
        element("h2", {}, title),
        element("label", {}, element("span", {}, label), field),
        element("datalist", { id: "choices" }, ...choices.map((each) => element("option", { value: each }))),
        element(
          "div",
          { class: "buttons" },
          element("button", { type: "button", class: "primary", onclick: take }, "OK"),
          element("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        ),
      ],
      () => resolve(answer),
    );
    dialog.classList.add("question");
    if (field instanceof HTMLInputElement) field.select();
    field.focus();
  });
}
