import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Conflict, Piece } from "../../engines/route/clearance.ts";
import { conflictOf, widestClearance } from "../../engines/route/clearance.ts";
import type { Obstacles } from "../../engines/route/obstacles.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import type { Step } from "../../engines/route/search.ts";
import { findWay, postures } from "../../engines/route/search.ts";
import { circle, segment } from "../../geometry/shape.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Edit } from "../../session/edit.ts";
import { settingsFor } from "../board-settings.ts";
import { checkInput } from "../check/board-check.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, pointsMm, toPoint } from "../schemas.ts";
import { copperNamed } from "./layers.ts";
import { netAt, netNamed } from "./nets.ts";
import type { RouteEnd } from "./route-end.ts";
import { nearestEnds, routeEnd } from "./route-end.ts";
import type { RuleConflict } from "./route-rules.ts";
import { ruleConflict } from "./route-rules.ts";
import { shoveAside } from "./shove-aside.ts";

const end = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), pointMm("A place")], {
    description: `${description}: a pad (R1.2), a via or a track by its id, or [x, y] in mm`,
  });

export const route = defineEdit({
  id: "pcb.route",
  title: "Route",
  about:
    "Lays one track from pin to pin, or along points, with corners of 45 or 90 degrees, and vias where the layer changes. " +
    "Width and via come from the net's class, unless given. Everything is checked against clearances of net classes, pads, " +
    "the board's constraints and custom rules about clearance (other custom rules are DRC's); fills of zones make room when filled " +
    "anew. From pin to pin it walks round what is in the way, on all copper layers that `layers` allows; when it finds no " +
    "way it changes nothing and says so. Nothing that is there is moved, unless `collisions` says so.",
  scope: "board",
  args: {
    from: Type.Optional(end("Where it begins")),
    to: Type.Optional(end("Where it ends")),
    pts: Type.Optional(
      pointsMm("Instead of a search: the places to go by, after from and before to when those are given", 1),
    ),
    layers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description:
          "Layers it may use, all copper layers when left out; with pts: the layer of each leg, or one for all.",
        minItems: 1,
      }),
    ),
    net: Type.Optional(Type.String({ description: "Its net; that of the ends when left out." })),
    width: Type.Optional(mm("Track width; the net class's when left out", { exclusiveMinimum: 0 })),
    viaSize: Type.Optional(mm("Via diameter; the net class's when left out", { exclusiveMinimum: 0 })),
    viaDrill: Type.Optional(mm("Via hole; the net class's when left out", { exclusiveMinimum: 0 })),
    vias: Type.Optional(Type.Boolean({ description: "Whether it may change layers; true when left out." })),
    corners: Type.Optional(
      Type.Union([Type.Literal("45"), Type.Literal("90"), Type.Literal("any")], {
        description: "45 (default), 90, or with pts any: straight from place to place.",
      }),
    ),
    collisions: Type.Optional(
      Type.Union([Type.Literal("refuse"), Type.Literal("shove"), Type.Literal("around")], {
        description:
          "With pts, what is too near: refuse (default), shove: tracks are pushed aside, around: legs go round it.",
      }),
    ),
    check: Type.Optional(
      Type.Boolean({ description: "false: lay it along pts although it comes too near to something." }),
    ),
  },
  label: (args) =>
    `Route ${typeof args.from === "string" ? `${args.from} to ${String(args.to ?? "")}` : (args.net ?? "")}`.trim(),
  examples: [
    { about: "From pin to pin.", fixture: "board-tools/board-tools.kicad_pcb", args: { from: "R1.2", to: "U1.2" } },
    {
      about: "Along places, with a via to the back.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: {
        from: "R5.1",
        pts: [
          [137, 88],
          [137, 100],
        ],
        layers: ["F.Cu", "F.Cu", "B.Cu"],
        to: [133, 108],
        net: "/OUT",
      },
    },
  ],
  async run(cx, args) {
    const { doc } = cx;
    const obstacles = obstaclesOf(doc);
    const settings = await settingsFor(cx);
    const notes: string[] = [];
    if ((args.from === undefined || args.to === undefined) && args.pts === undefined)
      throw refused("from and to are missing", 'Example: { "from": "R1.2", "to": "U1.3" }.');
    const every = obstacles.layers.reduce((sum, _, i) => sum | (1 << i), 0);
    const named = args.layers?.map((name) => obstacles.layers.indexOf(copperNamed(doc, name, "route")));
    const allowed = named === undefined ? every : named.reduce((sum, i) => sum | (1 << i), 0);
    let from = args.from === undefined ? null : routeEnd(doc, args.from, allowed, every);
    let to = args.to === undefined ? null : routeEnd(doc, args.to, allowed, every);
    if (from !== null && to !== null && args.pts === undefined) [from, to] = nearestEnds(from, to);
    const places = [
      ...(from === null ? [] : [from.at]),
      ...(args.pts ?? []).map(toPoint),
      ...(to === null ? [] : [to.at]),
    ];
    const net = netNamed(cx.edit, args.net ?? netOf(cx.doc, from, to, places), notes);
    for (const each of [from, to]) {
      if (each === null || each.net === null || each.net === net) continue;
      throw refused(
        `${each.name} is on ${each.net === "" ? "no net" : each.net}, not on ${net}`,
        "Choose two pads of one net, or set the pad's net with pcb.setNet.",
      );
    }
    const own = effectiveNetClass(settings, net);
    const nm = (value: number | undefined, absent: Nm) =>
      value === undefined ? absent : Math.max(1, Math.round(value * 1e6));
    const tool: Tool = {
      net,
      width: nm(args.width, own.trackWidth),
      via: { size: nm(args.viaSize, own.viaDiameter), drill: nm(args.viaDrill, own.viaDrill) },
    };
    if (tool.via.drill >= tool.via.size)
      throw refused("the via's hole is not smaller than the via", "Give viaSize greater than viaDrill.");
    const { rules } = await checkInput(cx);
    const custom = rules.usable ? rules.rules : [];
    const start = cx.edit.mark();
    let way: Step[] = [];
    let found: RuleConflict | null = null;
    // Each round keeps farther away, by what the rules asked for in the one before.
    for (let [round, least] = [0, settings.constraints.minClearance]; round < MOST_ROUNDS; round++) {
      cx.edit.rewind(start);
      const own = { ...settings, constraints: { ...settings.constraints, minClearance: least } };
      if (args.pts !== undefined) {
        way = alongPlaces(places, named, args.corners ?? "45", from, to);
        if (args.collisions === "around") way = roundAll(own, obstacles, tool, way, cx.signal);
        if (args.collisions === "shove") {
          const pushed = shoveAside(cx.edit, own, piecesOf(obstacles, tool, way), cx.signal);
          if (typeof pushed !== "number")
            throw tooNear(net, said(pushed), pushed.obstacle.part ?? pushed.obstacle.id, pushed.at);
          if (pushed > 0) notes.push(`${pushed === 1 ? "A track was" : `Tracks of ${pushed} nets were`} pushed aside.`);
        }
      } else {
        const search = findWay({
          settings: own,
          obstacles,
          net,
          width: tool.width,
          via: args.vias === false ? null : tool.via,
          from: { at: from!.at, layers: from!.layers },
          to: { at: to!.at, layers: to!.layers },
          layers: allowed,
          corners: args.corners === "90" ? "90" : "45",
          signal: cx.signal,
        });
        if (search.way === null) throw noWay(tool, from!, to!, obstacles, own, search.looked, found);
        way = search.way;
      }
      const conflict =
        args.pts === undefined || args.check === false || args.collisions === "shove"
          ? null
          : conflictOn(settings, obstacles, tool, way);
      if (conflict !== null)
        throw tooNear(net, said(conflict), conflict.obstacle.part ?? conflict.obstacle.id, conflict.at);
      lay(cx.edit, tool, way, obstacles.layers);
      found = args.check === false ? null : ruleConflict(cx.edit.doc, settings, custom, cx.edit.newIds);
      if (found === null || args.pts !== undefined) break;
      least = Math.max(found.needed, least + 1);
    }
    if (found !== null) {
      cx.edit.rewind(start);
      throw tooNear(net, saidByRule(found), found.otherId, found.at);
    }
    const length = way.reduce(
      (sum, p, i) => sum + (i === 0 ? 0 : Math.hypot(p.x - way[i - 1]!.x, p.y - way[i - 1]!.y)),
      0,
    );
    const vias = way.filter((p, i) => i > 0 && p.layer !== way[i - 1]!.layer).length;
    notes.push(
      `The track is ${toMm(Math.round(length))} mm long${vias === 0 ? "" : `, with ${vias} via${vias > 1 ? "s" : ""}`}.`,
    );
    return notes;
  },
});

interface Tool {
  readonly net: string;
  readonly width: Nm;
  readonly via: { readonly size: Nm; readonly drill: Nm };
}

function netOf(
  doc: Parameters<typeof netAt>[0],
  from: RouteEnd | null,
  to: RouteEnd | null,
  places: readonly Point[],
): string {
  const named = [from, to].find((each) => each !== null && each.net !== null);
  return named?.net ?? netAt(doc, null, [places[0]!, places.at(-1)!], "route");
}

/** The way along places: each leg with its corner, a via where a leg has another layer than the one before. */
function alongPlaces(
  places: readonly Point[],
  layers: readonly number[] | undefined,
  corners: "45" | "90" | "any",
  from: RouteEnd | null,
  to: RouteEnd | null,
): Step[] {
  const legs = places.length - 1;
  if (legs < 1) throw refused("it takes two places", 'Example: { "pts": [[100, 80], [110, 80]], "net": "GND" }.');
  if (layers !== undefined && layers.length !== 1 && layers.length !== legs)
    throw refused(`layers names ${layers.length} layers for ${legs} legs`, "Name one layer, or one for each leg.");
  const first = Math.log2((from?.layers ?? to?.layers ?? 1) & -(from?.layers ?? to?.layers ?? 1) || 1);
  const way: Step[] = [];
  for (let i = 0; i < legs; i++) {
    const layer = layers === undefined ? first : (layers[i] ?? layers[0]!);
    const [a, b] = [places[i]!, places[i + 1]!];
    if (a.x === b.x && a.y === b.y) throw refused(`places ${i} and ${i + 1} are the same`, "Leave one of them out.");
    const line = corners === "any" ? [a, b] : postures(a, b, corners)[0]!;
    for (const p of line) {
      const last = way.at(-1);
      if (last === undefined || last.x !== p.x || last.y !== p.y || last.layer !== layer)
        way.push({ x: p.x, y: p.y, layer });
    }
  }
  for (const [each, step] of [
    [from, way[0]!],
    [to, way.at(-1)!],
  ] as const) {
    if (each === null || (each.layers & (1 << step.layer)) !== 0) continue;
    throw refused(`${each.name} has no copper on that layer`, "Name the layer of each leg with layers.");
  }
  return way;
}

function conflictOn(
  settings: ProjectSettings,
  obstacles: Obstacles,
  tool: Tool,
  way: readonly Step[],
): Conflict | null {
  const widest = widestClearance(settings, obstacles);
  for (const piece of piecesOf(obstacles, tool, way)) {
    const conflict = conflictOf(settings, obstacles, piece, widest);
    if (conflict !== null) return conflict;
  }
  return null;
}

/** The copper of a way: a piece for each leg and each via. */
function piecesOf(obstacles: Obstacles, tool: Tool, way: readonly Step[]): Piece[] {
  const all = obstacles.layers.reduce((sum, _, i) => sum | (1 << i), 0);
  const { net, width, via } = tool;
  return way.slice(1).map((p, i) => {
    const before = way[i]!;
    if (before.layer === p.layer)
      return { net, layers: 1 << p.layer, shape: segment(before.x, before.y, p.x, p.y, width / 2) };
    return { net, layers: all, shape: circle(p.x, p.y, via.size / 2), hole: circle(p.x, p.y, via.drill / 2) };
  });
}

/** Places that the search for a way round one leg looks at: people wait for it. */
const MOST_ROUND = 20_000;

/** A way whose legs go round what they would come too near to; a leg that finds no way stays as it is. */
function roundAll(
  settings: ProjectSettings,
  obstacles: Obstacles,
  tool: Tool,
  way: readonly Step[],
  signal: AbortSignal,
): Step[] {
  const { net, width } = tool;
  const round: Step[] = way.slice(0, 1);
  for (let i = 1, from = 0; i < way.length; i++) {
    const [before, p] = [way[i - 1]!, way[i]!];
    const isLeg = before.layer === p.layer;
    const isBad = isLeg && conflictOn(settings, obstacles, tool, [before, p]) !== null;
    if (!isBad) from = i;
    // A corner that itself is too near belongs to the leg that goes on from there.
    const next = way[i + 1];
    const goesOn = isBad && next?.layer === p.layer && conflictOn(settings, obstacles, tool, [p, next]) !== null;
    if (goesOn) continue;
    const start = way[from]!;
    const layers = 1 << p.layer;
    const ends = { from: { at: start, layers }, to: { at: p, layers } };
    const found = isBad
      ? findWay({
          settings,
          obstacles,
          net,
          width,
          via: null,
          ...ends,
          layers,
          corners: "45",
          most: MOST_ROUND,
          signal,
        })
      : { way: null };
    round.push(...(found.way?.slice(1) ?? way.slice(isBad ? from + 1 : i, i + 1)));
    from = i;
  }
  return round;
}

/** How often a way is looked for anew because custom rules ask for more room. */
const MOST_ROUNDS = 4;

function tooNear(net: string, reason: string, id: string, at: Point): CommandError {
  return new CommandError({
    code: "check-failed",
    message: `Cannot route ${net || "the track"}: ${reason}.`,
    hint: "Choose other places, leave pts out to have a way found, or give check: false.",
    data: { id, at: [toMm(Math.round(at.x)), toMm(Math.round(at.y))] },
  });
}

function saidByRule({ other, rule, distance, needed, at }: RuleConflict): string {
  const place = `at ${toMm(Math.round(at.x))}, ${toMm(Math.round(at.y))}`;
  const by = rule === "" ? "" : ` by the rule ${rule}`;
  return `it would come within ${toMm(distance)} mm of ${other} ${place}, and ${toMm(needed)} mm is asked for${by}`;
}

function said({ obstacle, distance, needed, at }: Conflict): string {
  const what = `${obstacle.kind} ${obstacle.ref || obstacle.id}${obstacle.net === "" ? "" : ` (${obstacle.net})`}`;
  const place = `at ${toMm(Math.round(at.x))}, ${toMm(Math.round(at.y))}`;
  if (obstacle.kind === "keepout") return `it would run into an area that forbids it, ${obstacle.id}, ${place}`;
  return `it would come within ${toMm(distance)} mm of ${what} ${place}, and ${toMm(needed)} mm is asked for`;
}

function noWay(
  tool: Tool,
  from: RouteEnd,
  to: RouteEnd,
  obstacles: Obstacles,
  settings: ProjectSettings,
  looked: number,
  conflict: RuleConflict | null,
): CommandError {
  const own = Math.max(effectiveNetClass(settings, tool.net).clearance, settings.constraints.minClearance);
  return new CommandError({
    code: "check-failed",
    message: `Cannot route ${from.name} to ${to.name}: no way was found with ${toMm(tool.width)} mm width and ${toMm(own)} mm clearance${conflict === null || conflict.rule === "" ? "" : ` (asked for by the rule ${conflict.rule})`} on ${obstacles.layers.length} layers; ${looked} places were looked at.`,
    hint: "Try a smaller width, let it change layers (vias), move what is in the way, or route it in parts along pts.",
    data: { from: from.name, to: to.name, net: tool.net },
  });
}

function lay(edit: Edit, tool: Tool, way: readonly Step[], layers: readonly string[]): void {
  for (const [i, p] of way.entries()) {
    const before = way[i - 1];
    if (before === undefined) continue;
    if (before.layer === p.layer) {
      const [start, finish] = [
        { x: before.x, y: before.y },
        { x: p.x, y: p.y },
      ];
      edit.add("track", {
        start,
        end: finish,
        width: tool.width,
        locked: false,
        layer: layers[p.layer]!,
        net: tool.net,
      });
    } else {
      const ends = [layers[0]!, layers.at(-1)!];
      edit.add("via", { type: "", at: { x: p.x, y: p.y, angle: 0 }, ...tool.via, layers: ends, net: tool.net });
    }
  }
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot route: ${reason}.`, hint });
}
