import type { Nm, Point } from "../../base/nm.ts";
import { CheckBoard } from "../../engines/check/check-board.ts";
import { describeItem } from "../../engines/check/describe-item.ts";
import type { Rule } from "../../engines/rules/constraint.ts";
import { nearest } from "../../geometry/distance.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** Where new copper comes nearer to something than a rule lets it. */
export interface RuleConflict {
  readonly other: string;
  readonly otherId: ItemId;
  /** The rule's name; "" when it is none of the custom rules. */
  readonly rule: string;
  readonly distance: Nm;
  readonly needed: Nm;
  readonly at: Point;
}

const copperTypes: ReadonlySet<string> = new Set(["track", "arc", "via", "pad", "graphic"]);

/** The worst breach of a custom clearance by new items of a board (fills of zones make room by themselves); null for none. */
export function ruleConflict(
  doc: Doc,
  settings: ProjectSettings,
  custom: readonly Rule[],
  ids: readonly ItemId[],
): RuleConflict | null {
  if (!custom.some((rule) => rule.constraints.some(({ type }) => type === "clearance"))) return null;
  const board = new CheckBoard(doc, settings, custom);
  const { items, rulebook } = board;
  const reach = rulebook.worst("clearance");
  let worst: RuleConflict | null = null;
  const compare = (item: BoardItem, other: BoardItem, layer: string) => {
    if (!copperTypes.has(other.type) || (other.net === item.net && item.net !== "")) return;
    const needed = rulebook.clearance(item, other, layer);
    if (needed <= 0) return;
    for (const mine of board.copper(item, layer))
      for (const theirs of board.copper(other, layer)) {
        const found = nearest(mine, theirs, needed);
        if (found === null || found.distance >= needed - 1) continue;
        if (worst !== null && needed - found.distance <= worst.needed - worst.distance) continue;
        const rule = rulebook.resolve("clearance", item, other, layer).rule?.name ?? "";
        const name = describeItem(items, other.id).description;
        worst = { other: name, otherId: other.id, rule, distance: Math.round(found.distance), needed, at: found.b };
      }
  };
  for (const id of ids) {
    const item = items.byId.get(id);
    if (item === undefined) continue;
    for (const layer of items.copper)
      if (hasLayer(item.layers, layer))
        board.near(layer, board.box(item), reach, (other) => compare(item, other, layer));
  }
  return worst;
}
