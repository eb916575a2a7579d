import type { StackLayer } from "../../core/model/board/stackup.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Coats } from "./face-picture.ts";

/** Colours of solder masks by the names that KiCad's board setup offers: over laminate, and over copper. */
const masks: Readonly<Record<string, readonly [string, string]>> = {
  green: ["#14432a", "#1c6b3c"],
  red: ["#7d1016", "#a31c22"],
  blue: ["#0b2a55", "#124a8c"],
  purple: ["#33134d", "#542074"],
  black: ["#101112", "#1f2123"],
  white: ["#dcddd8", "#f0f0ec"],
  yellow: ["#a8900f", "#cdb21c"],
};

const silks: Readonly<Record<string, string>> = {
  white: "#f2f2ee",
  black: "#141414",
  yellow: "#e6cf2e",
  green: "#1d7a3f",
  red: "#b0252b",
  blue: "#1f4f9e",
  purple: "#5b2a80",
};

/** Bare copper by the finish that the board setup names. */
function finishOf(name: string): string {
  if (/enig|gold|enepig/i.test(name)) return "#d9ab4a";
  if (/hasl|silver|tin/i.test(name)) return "#c4c7c9";
  if (/osp/i.test(name)) return "#c67a4a";
  return "#d3a652";
}

/** What a side is coated with, as the board's stackup says; green, white and gold where it says nothing. */
export function coatsOf(doc: Doc, side: "F" | "B"): Coats {
  const stackup = stackupOf(doc);
  const color = (layer: string) =>
    (stackup?.layers.find(({ name }) => name === layer)?.sheets[0]?.color ?? "").toLowerCase();
  const mask = color(`${side}.Mask`);
  const [over, covered] =
    masks[mask] ?? (/^#[0-9a-f]{6}/.test(mask) ? [mask.slice(0, 7), mask.slice(0, 7)] : masks["green"]!);
  return {
    mask: over,
    covered,
    silk: silks[color(`${side}.SilkS`)] ?? silks["white"]!,
    laminate: "#b59e6c",
    finish: finishOf(stackup?.finish ?? ""),
  };
}

interface StackupFacts {
  readonly layers: readonly StackLayer[];
  readonly finish: string;
}

function stackupOf(doc: Doc): StackupFacts | null {
  const [setup] = doc.items.ofKind("setup");
  const stackup = setup?.["stackup"];
  if (typeof stackup !== "object" || stackup === null) return null;
  const { layers, copperFinish } = stackup as { layers?: readonly StackLayer[]; copperFinish?: string | null };
  return { layers: layers ?? [], finish: copperFinish ?? "" };
}
