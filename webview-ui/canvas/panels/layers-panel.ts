import type { Color } from "../../../core/engines/render/sink.ts";
import type { DocKind } from "../../../core/model/document.ts";
import { element } from "../../dom/element.ts";
import type { LayerSet } from "../layers.ts";
import { controllerOf, isCopper } from "../layers.ts";

/** Checkboxes with colours for the board's layers, top first, and presets. */
export class LayersPanel {
  readonly root: HTMLElement;
  private readonly list = element("ul", { class: "layers", "aria-label": "Layers" });
  private readonly layers: LayerSet;
  private readonly onChange: () => void;
  private readonly onActive: (name: string) => void;

  constructor(layers: LayerSet, onChange: () => void, onActive: (name: string) => void) {
    this.onActive = onActive;
    this.layers = layers;
    this.onChange = onChange;
    const preset = (text: string, hint: string, accept: (name: string) => boolean) =>
      element(
        "button",
        {
          type: "button",
          title: hint,
          onclick: () => {
            this.layers.showOnly(accept);
            this.render();
            this.onChange();
          },
        },
        text,
      );
    this.root = element(
      "section",
      { class: "panel layers-panel", "aria-label": "Layers" },
      element("h2", {}, "Layers"),
      element(
        "div",
        { class: "presets", role: "group", "aria-label": "Layer presets" },
        preset("All", "Show all layers", () => true),
        preset("None", "Hide all layers but the board's edge", (name) => /^Edge|^page/.test(name)),
        preset(
          "Copper",
          "Show copper, pads, vias and the board's edge",
          (name) => isCopper(name) || /^Edge|^page/.test(name),
        ),
        preset("Front", "Show what is on the front", (name) => !/^(B\.|In\d)/.test(name)),
        preset("Back", "Show what is on the back", (name) => !/^(F\.|In\d)/.test(name)),
      ),
      this.list,
    );
  }

  setKind(kind: DocKind): void {
    this.root.hidden = kind !== "board";
  }

  render(): void {
    const rows = [...this.layers.list()].reverse().filter(({ name }) => controllerOf(name) === name);
    this.list.replaceChildren(
      ...rows.map(({ name, color, visible }) => {
        const box = element("input", {
          type: "checkbox",
          "data-layer": name,
          onchange: () => {
            this.layers.setVisible(name, box.checked);
            this.onChange();
          },
        });
        box.checked = visible;
        const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.backgroundColor = cssColor(color);
        const isActive = name === this.layers.active;
        const draw = element(
          "button",
          {
            type: "button",
            class: "draw-on",
            "aria-pressed": String(isActive),
            "aria-label": `Draw on ${shownName(name)}`,
            title: `Draw on ${shownName(name)}`,
            onclick: () => this.onActive(name),
          },
          "✎",
        );
        return element(
          "li",
          { class: isActive ? "active" : "" },
          element("label", {}, box, swatch, element("span", { class: "name" }, shownName(name))),
          ...(name in shown ? [] : [draw]),
        );
      }),
    );
  }
}

const shown: Readonly<Record<string, string>> = {
  via: "Vias",
  "pad.through": "Through-hole pads",
  "hole.via": "Via holes",
  "hole.plated": "Plated holes",
  "hole.npth": "Unplated holes",
};

function shownName(name: string): string {
  return shown[name] ?? name;
}

export function cssColor({ rgb, alpha }: Color): string {
  return `rgba(${(rgb >> 16) & 255}, ${(rgb >> 8) & 255}, ${rgb & 255}, ${alpha})`;
}
