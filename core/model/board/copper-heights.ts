import type { Nm } from "../../base/nm.ts";
import type { Doc } from "../document.ts";
import { copperLayers } from "./layer-table.ts";
import type { StackLayer } from "./stackup.ts";

/** KiCad's thickness of a board that says none. */
const BOARD: Nm = 1_600_000;

/**
 * How deep each copper layer's middle lies below the top of the board, front to back: from the stackup, or else the
 * layers spread evenly through the board's thickness.
 */
export function copperHeights(doc: Doc): readonly Nm[] {
  const names = copperLayers(doc);
  const setup = [...doc.items.ofKind("setup")][0];
  const stack = (setup?.["stackup"] as { layers?: readonly StackLayer[] } | null | undefined)?.layers ?? [];
  const depths = new Map<string, Nm>();
  let depth = 0;
  for (const layer of stack) {
    if (layer.type !== "copper" && !/core|prepreg/.test(layer.type) && !layer.name.startsWith("dielectric")) continue;
    const thickness = layer.sheets.reduce((sum, sheet) => sum + (sheet.thickness ?? 0), 0);
    if (layer.type === "copper") depths.set(layer.name, depth + thickness / 2);
    depth += thickness;
  }
  if (names.every((name) => depths.has(name))) return names.map((name) => depths.get(name)!);
  const general = [...doc.items.ofKind("general")][0];
  const whole = (general?.["thickness"] as Nm | null | undefined) ?? BOARD;
  return names.map((_, i) => (names.length < 2 ? 0 : (whole * i) / (names.length - 1)));
}
