import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { contactsOf, samePlace } from "../../engines/sheet/contacts.ts";
import type { Edit } from "../../session/edit.ts";
import { toPoint } from "../schemas.ts";
import { addLine, contactsInside, gridNotes, isCovered, joinAt } from "./draw-lines.ts";

/**
 * Draws a wire or a bus along surface points, one line for each straight piece; what is covered already is left out.
 * Answers remarks. Throws `invalid-args` for a piece without length.
 */
export function drawPath(edit: Edit, points: readonly (readonly number[])[], bus: boolean): string[] {
  const what = bus ? "bus" : "wire";
  const pts = points.map(toPoint);
  const lines = pts.slice(1).map((to, i) => ({ bus, from: pts[i]!, to }));
  const empty = lines.findIndex((line) => samePlace(line.from, line.to));
  if (empty >= 0) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot draw the ${what}: points ${empty} and ${empty + 1} are the same, ${JSON.stringify(points[empty])}.`,
      hint: "Leave one of them out.",
    });
  }
  const notes = gridNotes(pts);
  const places = [...pts];
  for (const line of lines) {
    const map = contactsOf(edit.doc);
    if (isCovered(map, line)) {
      const [from, to] = [line.from, line.to].map((p) => `(${toMm(p.x)}, ${toMm(p.y)})`);
      notes.push(`A ${what} runs from ${from} to ${to} already.`);
      continue;
    }
    places.push(...contactsInside(map, line));
    addLine(edit, line);
  }
  joinAt(edit, places);
  return notes;
}
