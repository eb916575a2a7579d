import { Type } from "typebox";
import type { Box } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { makeBounds } from "../../engines/render/bounds.ts";
import { contextOf } from "../../engines/render/context.ts";
import { paintItem } from "../../engines/render/paint.ts";
import type { Item } from "../../model/item.ts";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { resolveItems } from "../item-refs.ts";
import { bodyBox } from "../pcb/body-box.ts";
import { membersOf } from "../pcb/selection.ts";
import { itemRefs } from "../schemas.ts";

const box = Type.Union([Type.Array(Type.Number()), Type.Null()]);

export const bounds = defineCommand({
  id: "query.bounds",
  title: "Bounds",
  about:
    "The box around items: of all their ink, and for footprints also of the body without texts and of the courtyard. A " +
    "group has the box of its members; a pad or field that of its owner's ink on the named part.",
  kind: "query",
  scope: "document",
  args: { items: itemRefs("What to measure") },
  result: Type.Object({
    box: { ...box, description: "[x1, y1, x2, y2] around everything named (mm)." },
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        ref: Type.Optional(Type.String()),
        box: { ...box, description: "Of all ink (mm)." },
        body: Type.Optional({ ...box, description: "Of a footprint's pads and drawings." }),
        courtyard: Type.Optional({ ...box, description: "Of a footprint's courtyard." }),
      }),
    ),
  }),
  examples: [
    { about: "How big is U1?", fixture: "blinky/blinky.kicad_pcb", args: { items: "U1" } },
    { about: "Around two symbols.", fixture: "blinky/blinky.kicad_sch", args: { items: ["R1", "U1"] } },
  ],
  run(cx, args) {
    const context = contextOf(cx.doc);
    const inkOf = (item: Item, part: string | null, only: (layer: string) => boolean = () => true): Box => {
      const sink = makeBounds(only);
      let on = part === null ? 1 : 0;
      const gate = (call: () => void) => {
        if (on > 0) call();
      };
      paintItem(context, item, {
        ...sink,
        begin: (_id, inside) => {
          if (part !== null && (on > 0 || inside === part)) on++;
        },
        end: () => {
          if (part !== null && on > 0) on--;
        },
        polyline: (points, width) => gate(() => sink.polyline(points, width)),
        arc: (...all) => gate(() => sink.arc(...all)),
        disc: (...all) => gate(() => sink.disc(...all)),
        polygon: (...all) => gate(() => sink.polygon(...all)),
        image: (...all) => gate(() => sink.image?.(...all)),
      });
      return sink.box();
    };
    const withMembers = (item: Item): Item[] => [
      item,
      ...membersOf(item).flatMap((id) => {
        const member = cx.doc.items.get(id);
        return member === undefined ? [] : withMembers(member);
      }),
    ];
    let all = none;
    const rows = resolveItems(cx.doc, args.items, "measure").map(({ item, owner }) => {
      const own =
        owner === undefined
          ? withMembers(item).reduce((sum, each) => join(sum, inkOf(each, null)), none)
          : inkOf(owner, item.id);
      all = join(all, own);
      const ref = refOf(owner === undefined ? { item } : { item, owner });
      const yard = item.kind === "footprint" ? inkOf(item, null, (layer) => layer.endsWith(".CrtYd")) : none;
      return {
        id: item.id,
        ...(ref === "" ? {} : { ref }),
        box: shown(own),
        ...(item.kind === "footprint" ? { body: shown(bodyBox(item)) } : {}),
        ...(yard.minX <= yard.maxX ? { courtyard: shown(yard) } : {}),
      };
    });
    return { box: shown(all), items: rows };
  },
});

const none: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

function join(a: Box, b: Box): Box {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

function shown({ minX, minY, maxX, maxY }: Box): number[] | null {
  return minX > maxX ? null : [minX, minY, maxX, maxY].map((v) => toMm(Math.round(v)));
}
