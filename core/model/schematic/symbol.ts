import { flag, optionalInteger, optionalText, optionalYesNo, placement, positional, text } from "../field.ts";
import { between, optionalWord } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { struct } from "../struct.ts";
import { symbolInstances } from "./instances.ts";
import { property } from "./property.ts";
import { fieldsAutoplaced, schematicUuid } from "./shared-fields.ts";

export type { SymbolInstance } from "./instances.ts";

/** First versions of the schematic format with these tokens. */
const EXCLUDE_FROM_SIM = 20230409;
const DNP = 20220914;
const BODY_STYLES = 20250827;
const POS_FILES = 20250900;

/** A pin of a placed symbol: its uuid, and the alternate function chosen. */
export const symbolPin = defineKind({
  kind: "pin",
  tokens: ["pin"],
  about: "A pin of a placed symbol.",
  shape: {
    number: positional(0, "The pin's number."),
    uuid: schematicUuid(),
    alternate: optionalText("alternate", "The chosen alternate function."),
  },
});

/** `(symbol (lib_id "Device:R") (at 1 2 0) (unit 1) … (property …) (pin "1" …) (instances …))`. */
export const symbol = defineKind({
  kind: "symbol",
  tokens: ["symbol"],
  about: "A placed symbol.",
  shape: {
    libName: optionalText("lib_name", "Name in lib_symbols where it differs from the library's."),
    libId: optionalText("lib_id", "Library and name."),
    at: placement("Its place.", { zero: "written" }),
    mirror: optionalWord("mirror", ["x", "y"], "x: upside down, y: left to right; null for none."),
    unit: optionalInteger("unit", "Which unit of the part."),
    convert: between(optionalInteger("convert", "2 for the De Morgan form (KiCad 6 to 9)."), undefined, BODY_STYLES),
    bodyStyle: between(
      optionalInteger("body_style", "Which body style, 2 for the De Morgan form (KiCad 10)."),
      BODY_STYLES,
    ),
    excludeFromSim: between(optionalYesNo("exclude_from_sim", "Whether simulation ignores it."), EXCLUDE_FROM_SIM),
    inBom: optionalYesNo("in_bom", "Whether it is in the bill of materials."),
    onBoard: optionalYesNo("on_board", "Whether it goes to the board."),
    inPosFiles: between(optionalYesNo("in_pos_files", "Whether it is in position files (KiCad 10)."), POS_FILES),
    dnp: between(optionalYesNo("dnp", "Whether it is not to be populated."), DNP),
    passthrough: between(optionalText("passthrough", "How net chains go through it.", false), 20260301),
    locked: flag("locked", "Whether it is locked."),
    defaultInstance: between(
      struct("default_instance", "What it is called where no use says it (KiCad 7 and 8).", {
        reference: text("reference", "Reference."),
        unit: optionalInteger("unit", "Unit."),
        value: optionalText("value", "Value."),
        footprint: optionalText("footprint", "Footprint."),
      }),
      20220622,
      20231121,
    ),
    fieldsAutoplaced: fieldsAutoplaced(),
    uuid: schematicUuid(),
    instances: symbolInstances,
  },
  children: { property, pin: symbolPin },
});

export type PlacedSymbol = ItemOf<typeof symbol>;
