import type { DocKind } from "../../../core/model/document.ts";
import { element } from "../../dom/element.ts";
import type { Action } from "../actions.ts";
import { actionsFor } from "../actions.ts";
import { openDialog } from "./dialog.ts";

/** The list of what the canvas can do and by which keys; a press on a row does it. */
export function showKeyHelp(kind: DocKind, start: (id: string) => void): void {
  const groups: readonly Action["group"][] = ["View", "Selection", "Draw", "Inspect"];
  let chosen: string | null = null;
  const section = (group: Action["group"]) =>
    element(
      "section",
      {},
      element("h3", {}, group),
      element(
        "ul",
        {},
        ...actionsFor(kind)
          .filter((action) => action.group === group)
          .map((action) =>
            element(
              "li",
              {},
              element(
                "button",
                {
                  type: "button",
                  onclick: () => {
                    chosen = action.id;
                    dialog.close();
                  },
                },
                element("span", {}, action.title),
                element("span", { class: "keys" }, ...action.keys.map((key) => element("kbd", {}, key))),
              ),
            ),
          ),
      ),
    );
  const more =
    kind === "board"
      ? "While routing: V via, S pushes tracks aside or goes round, / other corner, F finds the rest, Backspace goes back. "
      : "While drawing: / other corner, Backspace goes back. ";
  const dialog = openDialog(
    "Keys",
    [
      element("h2", {}, "Keys"),
      element("div", { class: "key-groups" }, ...groups.map(section)),
      element(
        "p",
        {},
        `${more}Other keys: bind VS Code's command edsnx.tool with the tool's name as argument, such as "wire".`,
      ),
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", onclick: () => dialog.close() }, "Close"),
      ),
    ],
    () => chosen !== null && start(chosen),
  );
  dialog.classList.add("key-help");
}
