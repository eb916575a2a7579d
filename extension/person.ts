import type { Caller } from "../core/commands/define.ts";

/** Who edits by the canvas, the keys and the menus. */
export const PERSON: Caller = { name: "You", kind: "person" };
