import type { Effects } from "../../model/effects.ts";
import { plainEffects } from "../../model/effects.ts";
import type { Patch } from "../../model/step.ts";

/** First version whose fields say `hide` beside their effects (KiCad 10). */
const HIDE_OUTSIDE = 20250900;

/** The look of a new field as this version of file writes it. */
export function newFieldLook(version: number, show: boolean, effects: Partial<Effects> = {}): Patch {
  const look = { ...plainEffects, ...effects };
  if (version < HIDE_OUTSIDE) return { effects: { ...look, hide: !show } };
  return { showName: false, doNotAutoplace: false, hide: !show, effects: look };
}

/** What shows or hides a field that has this look. */
export function shownPatch(version: number, effects: Effects, show: boolean): Patch {
  if (version < HIDE_OUTSIDE) return { effects: { ...effects, hide: !show } };
  return { hide: !show, effects: { ...effects, hide: false } };
}
