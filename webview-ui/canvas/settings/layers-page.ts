import type { JsonObject } from "../../../core/format/json-tree.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { choiceField, fieldRows, named, table, textField, yesNoField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";
import { said } from "./settings-page.ts";

/** A layer as `query.layers` tells of it. */
export interface BoardLayer {
  readonly name: string;
  readonly userName: string;
  readonly type: string;
  readonly copper: boolean;
}

/** Layers beside copper that a board may have or not. */
const OPTIONAL = [
  ..."F.Adhes B.Adhes F.Paste B.Paste F.SilkS B.SilkS F.Mask B.Mask F.Fab B.Fab Dwgs.User Cmts.User Eco1.User Eco2.User".split(
    " ",
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `User.${n}`),
];
const COUNTS = Array.from({ length: 16 }, (_, i) => String(2 * i + 2));

/** Which layers a board has, and what they are called. */
export interface LayersPage extends SettingsPage {
  /** Number of copper layers as chosen. */
  readonly copper: () => number;
  readonly onCopper: (hear: (count: number) => void) => void;
}

export function layersPage(layers: readonly BoardLayer[]): LayersPage {
  const before = layers.filter(({ copper }) => copper).length;
  const count = choiceField("Copper layers", String(before), named(COUNTS));
  const names = new Map<string, SettingField<string>>();
  const types = new Map<string, SettingField<string>>();
  const presence = new Map<string, SettingField<boolean>>();
  const there = new Map(layers.map((layer) => [layer.name, layer]));
  const others = [...new Set([...layers.filter(({ copper }) => !copper).map(({ name }) => name), ...OPTIONAL])];
  const isFixed = (name: string) => name === "Edge.Cuts" || name === "Margin" || name.endsWith(".CrtYd");
  const rowOf = (name: string) => {
    const layer = there.get(name);
    const called = textField(`Name of ${name}`, layer === undefined || layer.userName === name ? "" : layer.userName);
    names.set(name, called);
    let type: Node | string = "";
    if (layer?.copper === true) {
      const field = choiceField(`Type of ${name}`, layer.type, named(["signal", "power", "mixed", "jumper"]));
      types.set(name, field);
      type = field.input;
    }
    let there0: Node | string = "";
    if (layer?.copper !== true && !isFixed(name)) {
      const field = yesNoField(`Board has ${name}`, layer !== undefined);
      presence.set(name, field);
      there0 = field.input;
    }
    return [name, there0, called.input, type];
  };
  const rows = [...layers.filter(({ copper }) => copper).map(({ name }) => name), ...others].map(rowOf);
  return {
    id: "layers",
    title: "Layers",
    root: element(
      "div",
      {},
      fieldRows([count]),
      element("div", { class: "scroll" }, table(["Layer", "On the board", "Called", "Type"], rows)),
    ),
    copper: () => Number(count.value()),
    onCopper: (hear) => count.input.addEventListener("change", () => hear(Number(count.value()))),
    calls() {
      const copper = Number(count.value());
      const add = [...presence].filter(([, field]) => field.isEdited() && said(field)).map(([name]) => name);
      const remove = [...presence].filter(([, field]) => field.isEdited() && !said(field)).map(([name]) => name);
      const goes = (name: string) => remove.includes(name) || innerNumber(name) > copper - 2;
      const isThere = (name: string) => !goes(name) && (there.has(name) || add.includes(name));
      const edited = <T>(fields: ReadonlyMap<string, SettingField<T>>) =>
        Object.fromEntries(
          [...fields]
            .filter(([name, field]) => field.isEdited() && isThere(name))
            .map(([name, field]) => [name, said(field)]),
        );
      const args = {
        ...(count.isEdited() ? { copper } : {}),
        ...(add.length > 0 ? { add } : {}),
        ...(remove.length > 0 ? { remove } : {}),
        ...filled("names", edited(names)),
        ...filled("types", edited(types)),
      };
      return Object.keys(args).length === 0 ? [] : [{ id: "pcb.setLayers", args }];
    },
  };
}

function filled(key: string, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}

function innerNumber(name: string): number {
  return Number(/^In(\d+)\.Cu$/.exec(name)?.[1] ?? 0);
}

/** Layers as a query answered. */
export function layersOf(answer: JsonObject | null): readonly BoardLayer[] {
  return (answer?.["layers"] ?? []) as unknown as readonly BoardLayer[];
}
