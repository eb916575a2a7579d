import type { Caller } from "../core/commands/define.ts";
import { PERSON_NAME } from "../core/commands/person.ts";

/** Who edits by the canvas, the keys and the menus. */
export const PERSON: Caller = { name: PERSON_NAME, kind: "person" };
