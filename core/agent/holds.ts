import { CommandError } from "../base/error.ts";
import type { ItemId } from "../model/item.ts";
import { touchedBy } from "../session/open-document.ts";
import type { PlannedChange } from "../session/session.ts";
import type { Asking } from "./policy.ts";

/** What people have in hand on their canvases: as long as they have, it is theirs and no agent changes it. */
export class Holds {
  private readonly held = new Map<string, { readonly path: string; readonly ids: ReadonlySet<ItemId> }>();

  /** `holder` (a canvas) has these top-level items of a document in hand, and nothing else; none: it lets go. */
  hold(holder: string, path: string, ids: readonly ItemId[]): void {
    if (ids.length === 0) this.held.delete(holder);
    else this.held.set(holder, { path, ids: new Set(ids) });
  }

  /** Throws `busy` when an agent's change would touch what somebody has in hand. */
  refuseHeld({ id, caller }: Asking, changes: readonly PlannedChange[]): void {
    if (caller.kind === "person" || this.held.size === 0) return;
    for (const { path, before, steps } of changes)
      for (const touched of touchedBy(steps))
        for (const held of this.held.values()) {
          if (held.path !== path || !held.ids.has(touched)) continue;
          throw new CommandError({
            code: "busy",
            message: `Cannot run ${id} on ${before.items.entry(touched)?.kind ?? "item"} ${touched}: the person has it in hand.`,
            hint: "Work on something else, then look at it anew with query.item: it will be where the person put it.",
            data: { path, id: touched },
          });
        }
  }
}
