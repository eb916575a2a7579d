import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Patch } from "../../model/step.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, pointsMm, toPoint } from "../schemas.ts";
import { leaveGroups } from "./delete.ts";
import { layerNamed } from "./layers.ts";
import { force } from "./move.ts";
import type { Turn } from "./round-corner.ts";
import { roundCorner } from "./round-corner.ts";
import { groupsByMember, refuseLocked } from "./selection.ts";
import { lookOn } from "./text-look.ts";

export const setOutline = defineEdit({
  id: "pcb.setOutline",
  title: "Set board outline",
  about:
    "Draws the board's edge on Edge.Cuts in place of the one that is there: a rectangle from, to (corners rounded by " +
    "radius), a circle center, diameter, or a polygon pts (corners rounded by radius). With `add` what is there stays: a " +
    "cut-out, or another board of a panel. Lines are as wide as the project says. Footprints' own edges stay in any case.",
  scope: "board",
  args: {
    from: Type.Optional(pointMm("A corner of the rectangle")),
    to: Type.Optional(pointMm("The opposite corner")),
    center: Type.Optional(pointMm("Centre of the circle")),
    diameter: Type.Optional(mm("Diameter of the circle", { exclusiveMinimum: 0 })),
    pts: Type.Optional(pointsMm("Corners of the polygon", 3)),
    radius: Type.Optional(mm("Radius of the corners", { minimum: 0 })),
    width: Type.Optional(mm("Line width; the project's when left out", { exclusiveMinimum: 0 })),
    add: Type.Optional(Type.Boolean({ description: "Keep what is on Edge.Cuts." })),
    force,
  },
  examples: [
    {
      about: "A rectangle with round corners.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { from: [90, 50], to: [130, 80], radius: 2 },
    },
    {
      about: "A round hole in the board.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { center: [120, 58], diameter: 3.2, add: true },
    },
    {
      about: "A board with a corner cut off.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        pts: [
          [90, 50],
          [125, 50],
          [130, 55],
          [130, 80],
          [90, 80],
        ],
      },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, "Edge.Cuts", "draw the outline");
    const shapes = [args.from ?? args.to, args.center ?? args.diameter, args.pts].filter((each) => each !== undefined);
    if (shapes.length !== 1) throw refused("give one shape: from and to, center and diameter, or pts");
    const width =
      args.width === undefined ? lookOn(await settingsFor(cx), layer).line : Math.max(1, Math.round(args.width * 1e6));
    const radius = Math.round((args.radius ?? 0) * 1e6);
    let pieces: Patch[];
    if (shapes[0] === args.pts) pieces = outlineOf(args.pts!.map(toPoint), radius);
    else if (args.center !== undefined || args.diameter !== undefined) {
      if (args.center === undefined || args.diameter === undefined) throw refused("a circle takes center and diameter");
      if (radius > 0) throw refused("a circle has no corners to round");
      const center = toPoint(args.center);
      pieces = [{ token: "gr_circle", center, end: { x: center.x + Math.round(args.diameter * 5e5), y: center.y } }];
    } else {
      if (args.from === undefined || args.to === undefined) throw refused("a rectangle takes from and to");
      pieces = rectangle(toPoint(args.from), toPoint(args.to), radius);
    }
    if (args.add !== true) {
      const old = [...cx.doc.items.ofKind("graphic")].filter((item) => item["layer"] === layer);
      const owners = groupsByMember(cx.doc);
      if (args.force !== true) for (const item of old) refuseLocked(item, "replace", owners);
      leaveGroups(cx.edit, new Set(old.map((item) => item.id)));
      for (const item of old) cx.edit.remove(item.id);
    }
    for (const piece of pieces) {
      cx.edit.add("graphic", {
        start: null,
        mid: null,
        center: null,
        end: null,
        pts: [],
        ...piece,
        stroke: { width, type: "solid", color: null },
        fill: "none",
        layer,
        net: "",
      });
    }
  },
});

function rectangle(a: Point, b: Point, radius: Nm): Patch[] {
  const start = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
  const end = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) };
  if (start.x === end.x || start.y === end.y) throw refused("the rectangle has no area");
  if (radius === 0) return [{ token: "gr_rect", start, end }];
  return outlineOf([start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }], radius);
}

/** A closed line with rounded corners, as lines and arcs: one polygon when there are none to round. */
function outlineOf(corners: readonly Point[], radius: Nm): Patch[] {
  const n = corners.length;
  for (const [i, p] of corners.entries()) {
    const next = corners[(i + 1) % n]!;
    if (p.x === next.x && p.y === next.y)
      throw refused(`corners ${i} and ${(i + 1) % n} are the same (${toMm(p.x)}, ${toMm(p.y)})`);
  }
  const crossing = crossed(corners);
  if (crossing !== null) throw refused(`its sides ${crossing[0]} and ${crossing[1]} cross`);
  if (radius === 0) return [{ token: "gr_poly", pts: corners }];
  const turns = corners.map((p, i) => turnAt(corners[(i + n - 1) % n]!, p, corners[(i + 1) % n]!, radius, i));
  const pieces: Patch[] = [];
  for (const [i, turn] of turns.entries()) {
    const next = turns[(i + 1) % n]!;
    if (turn.arc !== null) pieces.push({ token: "gr_arc", ...turn.arc });
    const from = turn.arc?.end ?? turn.corner;
    const to = next.arc?.start ?? next.corner;
    const room = Math.hypot(next.corner.x - turn.corner.x, next.corner.y - turn.corner.y);
    if (turn.reach + next.reach > room + 1)
      throw refused(
        `a radius of ${toMm(radius)} does not fit between corners ${i} and ${(i + 1) % n}, which are ${toMm(Math.round(room))} apart`,
      );
    if (from.x !== to.x || from.y !== to.y) pieces.push({ token: "gr_line", start: from, end: to });
  }
  return pieces;
}

function turnAt(before: Point, corner: Point, after: Point, radius: Nm, index: number): Turn {
  const turn = roundCorner(before, corner, after, radius);
  if (turn === null) throw refused(`corner ${index} turns back on itself`);
  return turn;
}

/** The first two sides of a polygon that cross. */
function crossed(corners: readonly Point[]): [number, number] | null {
  const n = corners.length;
  const side = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [corners[i]!, corners[(i + 1) % n]!, corners[j]!, corners[(j + 1) % n]!];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return [i, j];
    }
  }
  return null;
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set the board outline: ${reason}.`,
    hint: 'Example: { "from": [100, 80], "to": [140, 110], "radius": 2 }.',
  });
}
