import type { Point } from "../../../core/base/nm.ts";
import { element } from "../../dom/element.ts";

export interface PickMenuRow<T> {
  readonly value: T;
  readonly title: string;
  /** What does the same from the keyboard. */
  readonly keys?: string;
}

/** A menu at a place of the window (CSS pixels). `onPoint` hears which row is pointed at, null at the end. */
export function openPickMenu<T>(
  at: Point,
  label: string,
  rows: readonly PickMenuRow<T>[],
  onPoint: (value: T | null) => void,
  onChoose: (value: T) => void,
): void {
  const close = () => {
    window.removeEventListener("pointerdown", outside, { capture: true });
    menu.remove();
    onPoint(null);
  };
  const outside = (event: Event) => {
    if (!menu.contains(event.target as Node)) close();
  };
  const buttons = rows.map(({ value, title, keys = "" }) =>
    element(
      "button",
      {
        type: "button",
        role: "menuitem",
        onfocus: () => onPoint(value),
        onpointerenter: (event) => (event.currentTarget as HTMLElement).focus(),
        onclick: () => {
          close();
          onChoose(value);
        },
      },
      element("span", {}, title),
      ...(keys === "" ? [] : [element("kbd", {}, keys)]),
    ),
  );
  const menu = element("div", { class: "pick-menu", role: "menu", "aria-label": label }, ...buttons);
  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step !== undefined) buttons[(here + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  });
  document.body.append(menu);
  menu.style.left = `${Math.max(0, Math.min(at.x, window.innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(0, Math.min(at.y, window.innerHeight - menu.offsetHeight - 4))}px`;
  window.addEventListener("pointerdown", outside, { capture: true });
  buttons[0]?.focus();
}
