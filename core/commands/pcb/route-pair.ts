import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import { findPairWay } from "../../engines/route/pair-way.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Track } from "../../model/board/track.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { padCentre } from "../../model/shape/pad-copper.ts";
import { settingsFor } from "../board-settings.ts";
import { checkInput } from "../check/board-check.ts";
import { defineEdit } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { pairOf } from "../pair-names.ts";
import { mm } from "../schemas.ts";
import { copperNamed } from "./layers.ts";
import { nearestEnds, routeEnd } from "./route-end.ts";
import { ruleConflict } from "./route-rules.ts";

export const routePair = defineEdit({
  id: "pcb.routePair",
  title: "Route differential pair",
  about:
    "Lays both tracks of a differential pair side by side on one layer; width and gap are the net class's unless given. " +
    "`from` and `to` name a pad, a track or a via of either net; what the other net has nearest to them goes with them. It walks round what is in the way, keeps all distances or changes nothing, and puts no vias.",
  scope: "board",
  args: {
    from: Type.String({ description: "A pad (J1.2), or a track or via by its id, of either net.", minLength: 1 }),
    to: Type.String({ description: "The same at the other end.", minLength: 1 }),
    layer: Type.Optional(Type.String({ description: "Copper layer; the first that all pads are on.", minLength: 1 })),
    width: Type.Optional(mm("Width of each track; the net class's when left out", { exclusiveMinimum: 0 })),
    gap: Type.Optional(mm("Gap between them; the net class's when left out", { exclusiveMinimum: 0 })),
  },
  label: (args) => `Route pair ${args.from} to ${args.to}`,
  examples: [
    {
      about: "Both lines of USB, from the ends of their tracks to the resistors.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { from: "0c11666a-f896-53a2-977c-b86a5c922cfd", to: "R3.1" },
    },
  ],
  async run(cx, args) {
    const { doc } = cx;
    const settings = await settingsFor(cx);
    const obstacles = obstaclesOf(doc);
    const every = obstacles.layers.reduce((sum, _, i) => sum | (1 << i), 0);
    const ends = nearestEnds(routeEnd(doc, args.from, every, every), routeEnd(doc, args.to, every, every));
    const pair = pairOf(ends[0]!.net ?? "");
    if (pair === null)
      throw refused(`${args.from} is on ${netWords(ends[0]!.net)}, which is no half of a pair`, args.from);
    const [own, other] = [ends[0]!.net!, pair.other];
    const nets: [string, string] = pair.positive ? [own, other] : [other, own];
    const places = ends.map(({ net, name, at }) => {
      if (net === null || !nets.includes(net))
        throw refused(`${name} is on ${netWords(net)}, not on ${nets.join(" or ")}`, name);
      const mate = mateOf(doc, name, at, net === nets[0] ? nets[1] : nets[0], obstacles.layers);
      if (mate === null) throw refused(`no pad of ${net === nets[0] ? nets[1] : nets[0]} is near ${name}`, name);
      return { pads: net === nets[0] ? ([at, mate.at] as const) : ([mate.at, at] as const), layers: mate.layers };
    });
    const common = ends.reduce((sum, { layers }, i) => sum & layers & places[i]!.layers, every);
    const layer =
      args.layer === undefined ? lowest(common) : obstacles.layers.indexOf(copperNamed(doc, args.layer, "route"));
    if (layer < 0 || (common & (1 << layer)) === 0)
      throw refused(
        args.layer === undefined ? "its pads have no layer in common" : `not all pads are on ${args.layer}`,
        args.from,
      );
    const rules = effectiveNetClass(settings, nets[0]);
    const nm = (value: number | undefined, absent: Nm) => (value === undefined ? absent : Math.round(value * 1e6));
    const [width, gap] = [nm(args.width, rules.pairWidth), nm(args.gap, rules.pairGap)];
    const [from, to] = [places[0]!.pads, places[1]!.pads];
    const way = findPairWay({ settings, obstacles, nets, width, gap, layer, from, to, signal: cx.signal });
    if (way === null)
      throw new CommandError({
        code: "check-failed",
        message: `Cannot route ${nets.join(" and ")}: no way was found on ${obstacles.layers[layer]} for two tracks of ${toMm(width)} mm with a gap of ${toMm(gap)} mm.`,
        hint: "Move what is in the way, try another layer, a smaller width or gap, or route each with pcb.route.",
        data: { nets },
      });
    const ids = way.flatMap((line, i) =>
      line.slice(1).map((end, at) => {
        const start = line[at]!;
        return cx.edit.add("track", {
          start,
          end,
          width,
          locked: false,
          layer: obstacles.layers[layer]!,
          net: nets[i]!,
        });
      }),
    );
    const { rules: custom } = await checkInput(cx);
    const breach = ruleConflict(cx.edit.doc, settings, custom.usable ? custom.rules : [], ids);
    if (breach !== null)
      throw new CommandError({
        code: "check-failed",
        message: `Cannot route ${nets.join(" and ")}: the rule ${breach.rule} asks for ${toMm(breach.needed)} mm to ${breach.other}, and there would be ${toMm(breach.distance)} mm.`,
        hint: "Make room there, or route each with pcb.route.",
        data: { id: breach.otherId },
      });
    const lengths = way.map((line) =>
      line.reduce((sum, p, i) => sum + (i === 0 ? 0 : Math.hypot(p.x - line[i - 1]!.x, p.y - line[i - 1]!.y)), 0),
    );
    const [long, short] = [Math.max(...lengths), Math.min(...lengths)];
    return [
      `${nets[0]} is ${toMm(Math.round(lengths[0]!))} mm long, ${nets[1]} ${toMm(Math.round(lengths[1]!))} mm; they differ by ${toMm(Math.round(long - short))} mm.`,
    ];
  },
});

interface Mate {
  readonly at: Point;
  readonly layers: number;
}

/**
 * Where the other net goes along: of a pad (`J1.2`) the nearest pad of its footprint, else the nearest pad, via or end of a
 * track.
 */
function mateOf(doc: Doc, name: string, at: Point, net: string, layers: readonly string[]): Mate | null {
  const own = name.replace(/\.[^.]*$/, "");
  const beside: Mate[] = [];
  const all: Mate[] = [];
  for (const footprint of doc.items.ofKind("footprint"))
    for (const child of footprint.children) {
      if (child.kind !== "pad" || child["net"] !== net) continue;
      const pad = child as unknown as Pad;
      const centre = padCentre(pad, footprint["at"] as Placement);
      const mate = { at: { x: Math.round(centre.x), y: Math.round(centre.y) }, layers: layersOf(pad, layers) };
      all.push(mate);
      if (referenceOf(footprint) === own) beside.push(mate);
    }
  for (const item of doc.items.ofKind("track", "via")) {
    if (item["net"] !== net) continue;
    const { start, end, layer } = item as unknown as Track;
    const via = item["at"] as Point;
    if (item.kind === "via") all.push({ at: { x: via.x, y: via.y }, layers: -1 });
    else for (const tip of [start, end]) all.push({ at: tip, layers: 1 << layers.indexOf(layer) });
  }
  const far = (mate: Mate) => Math.hypot(mate.at.x - at.x, mate.at.y - at.y);
  return (beside.length > 0 ? beside : all).sort((a, b) => far(a) - far(b))[0] ?? null;
}

function layersOf(pad: Pad, layers: readonly string[]): number {
  return expandLayers(pad.layers, layers).reduce((sum, name) => {
    const i = layers.indexOf(name);
    return i < 0 ? sum : sum | (1 << i);
  }, 0);
}

function lowest(bits: number): number {
  return bits === 0 ? -1 : Math.log2(bits & -bits);
}

function netWords(net: string | null): string {
  return net === null || net === "" ? "no net" : net;
}

function refused(reason: string, ref: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot route a pair: ${reason}.`,
    hint: "query.pairs lists the pairs, query.net the pads of each net.",
    data: { ref },
  });
}
