import type { DocKind } from "../../../core/model/document.ts";
import { element } from "../../dom/element.ts";
import { actionsFor } from "../actions.ts";

/** Drawings of 16 by 16 for the buttons: paths with a stroke. */
const icons: Readonly<Record<string, string>> = {
  escape: "M3 2v11l3-3 2 4 2-1-2-4h4z",
  lasso: "M13.5 6c0 2.5-2.7 4-5.7 4s-5.3-1.5-5.3-3.5S5 3 8 3s5.5 1 5.5 3z M5 10c-1 .5-1 2 .5 2s1.5 1.5 0 2",
  view3d: "M8 1.5l6 3.3v6.4l-6 3.3l-6-3.3V4.800z M2 4.8l6 3.3l6-3.3 M8 8.1v6.400",
  flipView: "M8 1v14 M6 4L1.5 12H6z M10 4l4.5 8H10z",
  route: "M2 13h4l6-6V2 M2 13m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M12 2m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  pin: "M1 8h9 M10 3h5v10h-5z M1 8m0 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  pad: "M3 2h10v12H3z M8 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
  routePair: "M2 11h4l5-5V1 M5 14.5h3l6.5-6.5V3",
  via: "M8 8m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0 M8 8m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0",
  placeFootprint: "M4 2h8v12H4z M1 4h3 M1 8h3 M1 12h3 M12 4h3 M12 8h3 M12 12h3",
  zone: "M2 5l6-3 6 4-1 8H3z M4 9l5-5 M5 13l7-7 M10 13l3-3",
  ruleArea: "M2 2h12v12H2z M2 2l12 12",
  placeSymbol: "M2 2v12l9-6z M11 8h4 M11 8m0 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0",
  placePower: "M8 14V6 M4 6h8 M5.5 4h5 M7 2h2",
  wire: "M2 13h6V3h6",
  bus: "M2 13h6V3h6 M2 11h4V1",
  label: "M2 5h8l4 3-4 3H2z",
  noConnect: "M3 3l10 10 M13 3L3 13",
  junction: "M8 2v12 M2 8h12 M8 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
  sheet: "M2 2h12v12H2z M2 5h12",
  line: "M2 14L14 2",
  rectangle: "M2 4h12v8H2z",
  circle: "M8 8m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0",
  arc: "M2 13A11 11 0 0 1 13 2",
  polygon: "M3 13L2 6l6-4 6 5-4 6z",
  text: "M3 3h10 M8 3v11 M3 3v2 M13 3v2",
  bezier: "M2 13C3 2 12 14 14 3",
  textBox: "M1.5 2.5h13v11h-13z M5 6h6 M8 6v5",
  table: "M2 3h12v10H2z M2 6.5h12 M2 10h12 M7 3v10",
  image: "M2 3h12v10H2z M2 11l4-4 3 3 2-2 3 3 M11 6m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  barcode: "M2 3v10 M4.5 3v10 M5.5 3v10 M8 3v10 M10.5 3v10 M11.5 3v10 M14 3v10",
  fieldTable: "M1.5 2.5h13v11h-13z M1.5 5.5h13 M6 2.5v11 M8 8h4.5 M8 11h4.5",
  dimension: "M2 3v10 M14 3v10 M2 8h12 M2 8l3-2 M2 8l3 2 M14 8l-3-2 M14 8l-3 2",
  measure: "M1 11L11 1l4 4L5 15z M4 8l2 2 M7 5l2 2",
  highlight: "M8 1v3 M8 12v3 M1 8h3 M12 8h3 M8 8m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0",
  ratsnest: "M2 13L13 3 M2 13m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M13 3m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  contrast: "M8 2a6 6 0 1 0 0 12z M8 2a6 6 0 1 1 0 12",
  libraries: "M2 2h3v12H2z M6 2h3v12H6z M10.5 2.5l2.5-.6l2.2 11.5l-2.5 .6z",
  setup:
    "M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0 -5 M8 1v2.5 M8 12.5V15 M1 8h2.5 M12.5 8H15 M3 3l1.8 1.8 M11.2 11.2L13 13 M13 3l-1.8 1.8 M4.8 11.2L3 13",
  help: "M5 6a3 3 0 1 1 4 2.8Q8 9.5 8 11 M8 13.5v.5",
};

const rows: Readonly<Partial<Record<DocKind, readonly string[]>>> = {
  board: [
    ..."escape lasso route routePair via placeFootprint zone ruleArea line arc circle rectangle polygon bezier text textBox table image barcode dimension".split(
      " ",
    ),
    ..."measure highlight ratsnest contrast flipView view3d libraries setup help".split(" "),
  ],
  footprint:
    "escape lasso pad line arc circle rectangle polygon bezier text textBox measure contrast flipView help".split(" "),
  symbolLibrary: "escape lasso pin line rectangle circle arc text measure help".split(" "),
  schematic: [
    ..."escape lasso placeSymbol placePower wire bus noConnect junction label sheet text line".split(" "),
    ..."rectangle circle arc bezier textBox table image fieldTable libraries setup measure highlight help".split(" "),
  ],
};

/** Buttons for the tools at the canvas's left edge. */
export class Toolbar {
  readonly root = element("div", {
    class: "toolbar",
    role: "toolbar",
    "aria-label": "Tools",
    "aria-orientation": "vertical",
  });
  private readonly start: (id: string) => void;
  private kind: DocKind | null = null;

  constructor(start: (id: string) => void) {
    this.start = start;
    this.root.addEventListener("keydown", (event) => this.walk(event));
  }

  setKind(kind: DocKind): void {
    if (kind === this.kind) return;
    this.kind = kind;
    const known = actionsFor(kind);
    this.root.replaceChildren(
      ...(rows[kind] ?? []).map((id, i) => {
        const action = known.find((each) => each.id === id);
        const title = id === "escape" ? "Select" : (action?.title ?? id);
        const keys = action?.keys.join(", ") ?? "";
        const button = element("button", {
          type: "button",
          "data-tool": id,
          "aria-label": title,
          "aria-pressed": "false",
          tabindex: i === 0 ? "0" : "-1",
          title: keys === "" ? title : `${title} (${keys})`,
          onclick: () => this.start(id),
        });
        button.append(picture(icons[id] ?? ""));
        return button;
      }),
    );
  }

  /** How far it reaches from the canvas's left edge, in CSS pixels. */
  reach(): number {
    return this.root.offsetLeft + this.root.offsetWidth;
  }

  /** Which tool has the pointer; null: the selection. */
  setActive(id: string | null): void {
    for (const button of this.root.children)
      button.setAttribute("aria-pressed", String(button.getAttribute("data-tool") === (id ?? "escape")));
  }

  private walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const all = [...this.root.children] as HTMLElement[];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[(at + step + all.length) % all.length];
    for (const each of all) each.tabIndex = each === next ? 0 : -1;
    next?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function picture(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
