import { PIN_TYPES, pinMapOf } from "../../../core/model/project/pin-map.ts";
import { element } from "../../dom/element.ts";
import { tableRow } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";

const words = ["fine", "a warning", "an error"];
const signs = ["·", "W", "E"];

/** Which types of pins may meet. A press, Enter or Space goes on to the next verdict; arrows walk over the table. */
export function pinMapPage(set: readonly (readonly number[])[] | null): SettingsPage {
  const first = pinMapOf(set);
  const now = first.map((row) => [...row]);
  const cells = new Map<string, HTMLButtonElement>();
  const show = (row: number, column: number) => {
    const cell = cells.get(`${row},${column}`)!;
    const level = now[row]![column]!;
    cell.textContent = signs[level]!;
    cell.className = `level-${level}`;
    const pair = `${nameOf(row)} with ${nameOf(column)}`;
    cell.setAttribute("aria-label", `${pair}: ${words[level]}`);
    cell.title = `${pair}: ${words[level]}`;
  };
  const turn = (row: number, column: number) => {
    const level = (now[row]![column]! + 1) % 3;
    now[row]![column] = level;
    now[column]![row] = level;
    show(row, column);
  };
  const walk = (event: KeyboardEvent, row: number, column: number) => {
    const [down, right] = steps[event.key] ?? [0, 0];
    const next = cells.get(`${row + down},${column + right}`);
    if ((down === 0 && right === 0) || next === undefined) return;
    event.preventDefault();
    for (const each of cells.values()) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  };
  const rows = PIN_TYPES.map((_, row) =>
    tableRow(
      nameOf(row),
      PIN_TYPES.slice(0, row + 1).map((__, column) => {
        const cell = element("button", {
          type: "button",
          tabindex: row + column === 0 ? "0" : "-1",
          onclick: () => turn(row, column),
          onkeydown: (event) => walk(event as KeyboardEvent, row, column),
        });
        cells.set(`${row},${column}`, cell);
        show(row, column);
        return cell;
      }),
    ),
  );
  const heads = PIN_TYPES.map((_, i) => element("th", { scope: "col" }, element("span", {}, nameOf(i))));
  return {
    id: "pinMap",
    title: "Pin conflicts",
    root: element(
      "div",
      { class: "pin-map" },
      element("p", {}, "What it is when two pins of these types are connected: fine (·), a warning (W), an error (E)."),
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, element("td"), ...heads)),
        element("tbody", {}, ...rows),
      ),
    ),
    calls() {
      if (now.every((row, i) => row.every((level, j) => level === first[i]![j]))) return [];
      return [{ id: "project.settings", args: { set: { "erc.pin_map": now } } }];
    },
  };
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

function nameOf(type: number): string {
  return PIN_TYPES[type]!.replaceAll("_", " ");
}
