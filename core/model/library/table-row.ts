import { quote, textOf } from "../../format/text.ts";
import type { Field } from "../field.ts";
import { argOf } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { anyText, yesNo } from "../surface.ts";

/** `(token "text")` that KiCad writes also when it is empty. */
function said(token: string, about: string): Field<string> {
  return {
    about,
    tokens: [token],
    absent: "",
    surface: anyText,
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? "" : textOf(tree, arg);
    },
    write: (value) => `(${token} ${quote(value)})`,
  };
}

/** A list without a value, there or not: `(disabled)`. */
function mark(token: string, about: string): Field<boolean> {
  return {
    about,
    tokens: [token],
    absent: false,
    surface: yesNo,
    read: () => true,
    write: (value) => (value ? `(${token})` : null),
  };
}

/** `(lib (name "Device")(type "KiCad")(uri "${KICAD9_SYMBOL_DIR}/Device.kicad_sym")(options "")(descr "…"))`. */
export const tableRow = defineKind({
  kind: "tableRow",
  tokens: ["lib"],
  about: "A row of a library table.",
  shape: {
    name: said("name", "The library's nickname."),
    type: said("type", "KiCad, Legacy, Table (another table), Database, HTTP, or a format of another program."),
    uri: said("uri", "Where it is: a path, often with a variable."),
    options: said("options", "Options of its format."),
    descr: said("descr", "Description."),
    disabled: mark("disabled", "Whether it is not loaded."),
    hidden: mark("hidden", "Whether choosers leave it out."),
  },
});

export type TableRow = ItemOf<typeof tableRow>;
