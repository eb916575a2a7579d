import type { Point } from "../../../core/base/nm.ts";
import type { Drill } from "../../../core/model/board/pad.ts";
import type { Item } from "../../../core/model/item.ts";
import type { PointsSpec } from "./points-tool.ts";
import { toArgs } from "./tool.ts";

/** Adds pads to a footprint's file: each with the next number, and of the form of the pad selected, else of the last. */
export const padTool: PointsSpec = {
  id: "pad",
  title: "Add pad",
  steps: ["Press where the pad goes"],
  least: 1,
  most: 1,
  async done([at], surface) {
    const pads = [...(surface.doc()?.items.ofKind("pad") ?? [])];
    const number = nextNumber(pads);
    const form = formOf(pads.find(({ id }) => surface.selection().has(id)) ?? pads.at(-1));
    const add = [{ token: "pad", properties: { number, at: toArgs(at!), ...form } }];
    return (await surface.run("lib.footprint.edit", { add })) !== null;
  },
};

/** One more than the highest number; "1" where pads have none. */
function nextNumber(pads: readonly Item[]): string {
  const numbers = pads.map((pad) => Number(pad["number"])).filter((n) => Number.isInteger(n) && n > 0);
  return String(Math.max(0, ...numbers) + 1);
}

/** The form of a pad as properties of a new one; a plain surface-mounted pad where there is none. */
function formOf(pad: Item | undefined): Readonly<Record<string, unknown>> {
  if (pad === undefined) return {};
  const drill = pad["drill"] as Drill | null;
  const { type, shape, layers } = pad;
  return {
    type,
    // A pad drawn by hand has its drawing for itself.
    shape: shape === "custom" ? "rect" : shape,
    layers,
    size: toArgs(pad["size"] as Point),
    ...(shape === "roundrect" ? { roundrectRatio: pad["roundrectRatio"] } : {}),
    ...(drill === null
      ? {}
      : { drill: { oval: drill.oval, x: drill.x / 1e6, y: drill.y / 1e6, offset: toArgs(drill.offset) } }),
  };
}
