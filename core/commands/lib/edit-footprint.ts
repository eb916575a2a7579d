import { fromMm } from "../../base/nm.ts";
import { footprint } from "../../model/board/footprint.ts";
import { childKind } from "../../model/kind.ts";
import { absentOf } from "../../model/struct.ts";
import { defineEdit } from "../define.ts";
import { editParts, partEdits } from "./part-edits.ts";

export const editFootprint = defineEdit({
  id: "lib.footprint.edit",
  title: "Edit library footprint",
  about:
    "Adds and removes pads (token pad), drawings (fp_line, fp_rect, …), texts, fields, zones and models of a " +
    ".kicad_mod file. Change properties with pcb.setProperties.",
  scope: "document",
  args: partEdits,
  examples: [
    {
      about: "A pad more, and without number 2.",
      fixture: "blinky/blinky.pretty/R_0805.kicad_mod",
      args: {
        remove: ["REF**.2"],
        add: [{ token: "pad", properties: { number: "3", at: [0, 2], size: [1, 1.45] } }],
      },
    },
  ],
  run(cx, args) {
    editParts(cx, args, {
      file: "footprint",
      uuids: true,
      defaults(token) {
        if (token === "pad") {
          const size = { x: fromMm(1), y: fromMm(1) };
          return { type: "smd", shape: "rect", size, layers: ["F.Cu", "F.Mask", "F.Paste"] };
        }
        const pen = { width: fromMm(0.12), type: "solid", color: null };
        const places = Object.fromEntries((placesOf[token] ?? []).map((name) => [name, { x: 0, y: 0 }]));
        if (token === "fp_poly" || token === "fp_curve")
          return { layer: "F.SilkS", stroke: pen, pts: [{ x: 0, y: 0 }] };
        return token.startsWith("fp_")
          ? {
              layer: "F.SilkS",
              ...places,
              ...(/text/.test(token) ? {} : { stroke: pen }),
              ...(token === "fp_text" ? { role: "user" } : {}),
              ...(/text/.test(token) ? { effects: ownText(token) } : {}),
              ...(token === "fp_text_box" ? { border: true, margins: Array.from({ length: 4 }, () => MARGIN) } : {}),
            }
          : token === "property"
            ? { layer: "F.Fab", hide: true, effects: ownText(token) }
            : {};
      },
      keeps: ({ owner }) => (owner === undefined ? "it is the whole file" : null),
      misfit(added, owners) {
        const twice = owners
          .at(-1)!
          .children.some((other) => other.kind === "property" && other["name"] === added["name"]);
        return added.kind === "property" && twice ? `it has a field ${added["name"]}` : null;
      },
    });
  },
});

/** The places that each drawing has; the others must not stand in the file. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  fp_line: ["start", "end"],
  fp_rect: ["start", "end"],
  fp_circle: ["center", "end"],
  fp_arc: ["start", "mid", "end"],
};

/** KiCad's distance of a text from its box, for that size. */
const MARGIN = fromMm(0.75);

/** KiCad's size of a text on any layer but the silkscreen's and the copper's: 1 mm, with a pen of 0.15 mm. */
function ownText(token: string): unknown {
  const kind = childKind(footprint, token)!;
  const plain = absentOf(kind.shape)["effects"] as object;
  return { ...plain, width: fromMm(1), height: fromMm(1), thickness: fromMm(0.15) };
}
