import { optionalInteger, optionalText, positional, text, texts } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { rows } from "../struct.ts";
import { optionalColor } from "./shared-fields.ts";

/** A page number by sheet path. */
export interface SheetPage {
  readonly path: string;
  readonly page: string;
}

/** `(sheet_instances (path "/" (page "1")))`: page numbers of the root (KiCad 6: of all sheets). */
export const sheetInstances = defineKind({
  kind: "sheetInstances",
  tokens: ["sheet_instances"],
  about: "Page numbers of the root.",
  part: true,
  shape: {
    paths: rows("path", "Page numbers by sheet path; / is the root.", {
      path: positional(0, "The sheet path."),
      page: text("page", "Its page number."),
    }),
  },
});

/** What a symbol is called, by its path. */
export interface SymbolPath {
  readonly path: string;
  readonly reference: string;
  readonly unit: number | null;
  readonly value: string | null;
  readonly footprint: string | null;
}

/** `(symbol_instances (path "/…" (reference "R1") (unit 1) (value "…") (footprint "…")) …)` of KiCad 6. */
export const symbolInstances = defineKind({
  kind: "symbolInstances",
  tokens: ["symbol_instances"],
  about: "References by path, in files of KiCad 6.",
  part: true,
  shape: {
    paths: rows("path", "What symbols are called, by path.", {
      path: positional(0, "Sheet path and the symbol's uuid."),
      reference: text("reference", "Its reference."),
      unit: optionalInteger("unit", "Its unit."),
      value: optionalText("value", "Its value."),
      footprint: optionalText("footprint", "Its footprint."),
    }),
  },
});

/** `(bus_alias "I2C" (members "SDA" "SCL"))`. */
export const busAlias = defineKind({
  kind: "busAlias",
  tokens: ["bus_alias"],
  about: "A name for a bunch of nets, to be used in a bus label: {I2C}.",
  part: true,
  shape: { name: positional(0, "Its name."), members: texts("members", "Its nets and buses.") },
});

/** `(net_chain "name" (from "R1" "1") (to "U1" "4") (nets "A" "B"))`. */
export const netChain = defineKind({
  kind: "netChain",
  tokens: ["net_chain"],
  about: "Nets that series parts join to one signal.",
  part: true,
  since: 20260301,
  shape: {
    name: positional(0, "Its name."),
    from: texts("from", "Reference and pin at one end."),
    to: texts("to", "Reference and pin at the other."),
    netClass: optionalText("net_class", "Its net class."),
    color: optionalColor(),
    nets: texts("nets", "Its nets."),
    excludedNets: texts("excluded_nets", "Nets that do not belong to it."),
  },
});

export type BusAlias = ItemOf<typeof busAlias>;
