import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Box } from "../../core/base/nm.ts";
import type { EditResult } from "../../core/commands/define.ts";
import { boundsOf, makeBounds } from "../../core/engines/render/bounds.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import { paintItem } from "../../core/engines/render/paint.ts";
import type { PlacedPin } from "../../core/engines/sheet/symbol-pins.ts";
import { librarySymbolsOf, pinsOf } from "../../core/engines/sheet/symbol-pins.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { PlacedSymbol } from "../../core/model/schematic/symbol.ts";
import { openWorld } from "../laws/check-edit.ts";
import { hasDemos, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";
import { demoRoot } from "../laws/schematic-roots.ts";

/** Demos and sheets with turned and mirrored parts of several units. */
const samples: readonly (readonly [string, string])[] = [
  ["complex_hierarchy/complex_hierarchy", "ampli_ht.kicad_sch"],
  ["pic_programmer/pic_programmer", "pic_programmer.kicad_sch"],
  ["interf_u/interf_u", "interf_u.kicad_sch"],
  ["stickhub/StickHub", "StickHub.kicad_sch"],
];

const { title, skip } = needs("labels that sch.connect places", hasDemos, "the demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  for (const [root, sheet] of samples) {
    it(`face outward on ${sheet}`, async () => {
      const text = readFileSync(join(dirname(demoRoot(root).file), sheet));
      const world = await openWorld({ text, path: "/sheet.kicad_sch" });
      const library = librarySymbolsOf(world.doc());
      const shown = (item: Item) => pinsOf(item as unknown as PlacedSymbol, library).filter((pin) => !pin.hidden);
      const parts = [...world.doc().items.ofKind("symbol")].filter((item) => shown(item).length > 1);
      const random = seeded(3);
      const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      let seen = 0;
      for (let n = 0; n < 12; n++) {
        const ends = [any(parts), any(parts)].map((item) => ({ item, pin: any(shown(item)) }));
        const [from, to] = ends.map(({ item, pin }) => `${item.id}.${pin.number}`);
        if (ends[0]!.item === ends[1]!.item) continue;
        const { newIds } = (await world.run("sch.connect", {
          from,
          to,
          by: "label",
          net: "A_LONG_NAME",
        })) as EditResult;
        for (const label of newIds.map((id) => world.doc().items.get(id)!).filter(({ kind }) => kind === "label")) {
          const own = ends.find(({ pin }) => isOut(label, pin));
          assert.ok(own !== undefined, "a label is at its pin or straight out of it");
          seen++;
          const name = `${own.item["libId"]} pin ${own.pin.number}, ${JSON.stringify(own.item["at"])}`;
          assert.ok(!covers(boundsOf(contextOf(world.doc()), label), bodyOf(world.doc(), own.item)), name);
        }
        if (newIds.length > 0) await world.run("session.undo");
      }
      assert.ok(seen >= 8, `${seen} labels`);
    });
  }
});

/** Whether a label stands at a pin, or at the end of its short wire. */
function isOut(label: Item, pin: PlacedPin): boolean {
  const at = label["at"] as { x: number; y: number };
  return [0, 2_540_000].some((far) => at.x === pin.at.x - pin.inward.x * far && at.y === pin.at.y - pin.inward.y * far);
}

function bodyOf(doc: Doc, item: Item): Box {
  const body = makeBounds((layer) => layer === "sch.symbol" || layer === "sch.symbol.background");
  paintItem(contextOf(doc), doc.items.get(item.id)!, body);
  return body.box();
}

/** Whether two boxes share more than an edge; 0.1 mm, for the width of lines. */
function covers(a: Box, b: Box): boolean {
  const edge = 100_000;
  return (
    Math.min(a.maxX, b.maxX) - Math.max(a.minX, b.minX) > edge &&
    Math.min(a.maxY, b.maxY) - Math.max(a.minY, b.minY) > edge
  );
}
