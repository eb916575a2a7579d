// biome-ignore-all lint/suspicious/noTemplateCurlyInString: KiCad's names of columns look like variables.
import type { BomArgs } from "../../core/commands/project/bom-options.ts";
import { bomFormat, bomOptions } from "../../core/commands/project/bom-options.ts";
import { billOfMaterials, writeBom } from "../../core/engines/netlist/bom.ts";
import type { Netlist } from "../../core/engines/netlist/netlist.ts";
import { kicadOutput } from "./kicad-cache.ts";

/** A call of both, as we take it; KiCad's arguments are made of it. */
export interface BomCase extends BomArgs {
  readonly fieldDelimiter?: string;
  readonly stringDelimiter?: string;
  readonly refDelimiter?: string;
  readonly refRangeDelimiter?: string;
  readonly keepTabs?: boolean;
  readonly keepLineBreaks?: boolean;
}

/**
 * Options that between them use each argument, alone and together. KiCad 9.0.8 writes freed memory for its own presets
 * (or dies of them), and dies of `--sort-asc false`: presets and the other way round are not among them.
 * It takes whatever column is the first for the references when it sorts, so that is Reference in each.
 */
export const bomCases: readonly BomCase[] = [
  {},
  { groupBy: ["Value"] },
  { groupBy: ["Value", "Footprint"], refRangeDelimiter: "" },
  { groupBy: ["Value", "${DNP}"], sortField: "Value" },
  { groupBy: ["Footprint"], sortField: "${QUANTITY}" },
  { groupBy: ["Reference", "Value"] },
  { excludeDnp: true, groupBy: ["Value"] },
  { includeExcluded: true, fields: ["Reference", "Value", "${EXCLUDE_FROM_BOM}", "${EXCLUDE_FROM_BOARD}"] },
  { filter: "R*" },
  { filter: "C?", groupBy: ["Value"] },
  { filter: "1", fields: ["Reference", "${ITEM_NUMBER}"], labels: ["Ref", "No"] },
  { fields: ["Reference", "${ITEM_NUMBER}", "Value", "Datasheet", "Description"], groupBy: ["Value"] },
  { fields: ["Reference", "${SYMBOL_NAME}", "${SYMBOL_LIBRARY}", "${EXCLUDE_FROM_SIM}"], sortField: "Value" },
  { fields: ["Reference", "Value"], labels: ["R"], groupBy: ["Value"], fieldDelimiter: ";", stringDelimiter: "'" },
  { fields: ["Reference", "Value", "MPN", "Manufacturer", "LCSC"], groupBy: ["MPN"], refDelimiter: " " },
  { fieldDelimiter: "\t", stringDelimiter: "", keepTabs: true, keepLineBreaks: true },
  { groupBy: ["Value"], refDelimiter: ", ", refRangeDelimiter: ".." },
];

/** Lines of KiCad's table and of ours that the other has not, in order; none when both say the same. */
export async function compareBom(root: string, netlist: Netlist, call: BomCase): Promise<string[]> {
  const flags: string[] = [];
  const flag = (name: string, value: string | undefined) => {
    if (value !== undefined) flags.push(`--${name}`, value);
  };
  flag("fields", call.fields?.join(","));
  flag("labels", call.labels?.join(","));
  flag("group-by", call.groupBy?.join(","));
  flag("sort-field", call.sortField);
  flag("filter", call.filter);
  if (call.excludeDnp) flags.push("--exclude-dnp");
  if (call.includeExcluded) flags.push("--include-excluded-from-bom");
  flag("field-delimiter", call.fieldDelimiter);
  flag("string-delimiter", call.stringDelimiter);
  flag("ref-delimiter", call.refDelimiter);
  flag("ref-range-delimiter", call.refRangeDelimiter);
  if (call.keepTabs) flags.push("--keep-tabs");
  if (call.keepLineBreaks) flags.push("--keep-line-breaks");
  const command = ["kicad-cli", "sch", "export", "bom", ...flags, "-o", "{out}", root];
  const theirs = (await kicadOutput(root, command)).toString();
  const format = bomFormat(call);
  const [ranges, delimiter] = [call.refRangeDelimiter ?? "-", call.refDelimiter ?? ","];
  const options = bomOptions(call, netlist.design.settings, ranges, delimiter);
  const ours = writeBom(billOfMaterials(netlist, options), options.fields, format);
  if (theirs === ours) return [];
  const [their, our] = [theirs.split("\n"), ours.split("\n")];
  const at = their.findIndex((line, i) => line !== our[i]);
  return [`KiCad ${their[at] ?? "(nothing)"}`, `ours  ${our[at < 0 ? their.length : at] ?? "(nothing)"}`];
}
