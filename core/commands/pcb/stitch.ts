import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { conflictOf, widestClearance } from "../../engines/route/clearance.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import { holds } from "../../geometry/distance.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxOf, circle, polygon } from "../../geometry/shape.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Zone } from "../../model/board/zone.ts";
import { zoneLayers } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { fillShape } from "../../model/shape/item-shapes.ts";
import { pathPoints } from "../../model/shape/path.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { netNames } from "../item-refs.ts";
import { noNet } from "../query/unrouted.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";

/** More vias than this are a slip. */
const MAX_VIAS = 20_000;

export const stitch = defineEdit({
  id: "pcb.stitch",
  title: "Stitch zones",
  about:
    "Sets vias of a net on a grid wherever its zones lie over each other on two layers or more (their fill when they are " +
    "filled, else their outline), clear of all other copper, holes, the board's edge and areas that forbid vias, and with " +
    "the whole via inside the copper. Fill zones anew afterwards. KiCad has no such tool of its own.",
  scope: "board",
  args: {
    net: Type.String({ description: "The net of the zones, e.g. GND.", minLength: 1 }),
    pitch: mm("Distance of the vias", { exclusiveMinimum: 0 }),
    from: Type.Optional(pointMm("A corner of the part of the board that is stitched")),
    to: Type.Optional(pointMm("The opposite corner")),
    size: Type.Optional(mm("Via diameter; the net class's when left out", { exclusiveMinimum: 0 })),
    drill: Type.Optional(mm("Via hole; the net class's when left out", { exclusiveMinimum: 0 })),
    stagger: Type.Optional(Type.Boolean({ description: "Every second row is shifted by half a pitch." })),
  },
  label: (args) => `Stitch ${args.net}`,
  examples: [
    { about: "Ground, every 3 mm.", fixture: "board-tools/board-tools.kicad_pcb", args: { net: "GND", pitch: 3 } },
  ],
  async run(cx, args) {
    const { doc } = cx;
    if (!netNames(doc).includes(args.net)) throw noNet(args.net, netNames(doc));
    const settings = await settingsFor(cx);
    const own = effectiveNetClass(settings, args.net);
    const size = args.size === undefined ? own.viaDiameter : Math.round(args.size * 1e6);
    const drill = args.drill === undefined ? own.viaDrill : Math.round(args.drill * 1e6);
    if (drill >= size)
      throw refused(
        `the hole (${toMm(drill)} mm) is not smaller than the via (${toMm(size)} mm)`,
        "Give size greater than drill.",
      );
    const pitch = Math.round(args.pitch * 1e6);
    if (pitch < size)
      throw refused(
        `a pitch of ${toMm(pitch)} mm is less than a via's diameter, ${toMm(size)} mm`,
        "Give a greater pitch.",
      );
    const areas = areasOf(doc, args.net);
    if (new Set(areas.map((area) => area.layer)).size < 2)
      throw refused(
        `${args.net} has zones on ${new Set(areas.map((area) => area.layer)).size} layers, and stitching joins two or more`,
        "Add a zone on another layer.",
      );
    const box = boxOf(areas.map((area) => area.shape));
    const [a, b] = [args.from, args.to].map((p) => (p === undefined ? undefined : toPoint(p)));
    const minX = Math.max(box.minX, a === undefined ? -Infinity : Math.min(a.x, b?.x ?? a.x));
    const maxX = Math.min(box.maxX, b === undefined ? Infinity : Math.max(b.x, a?.x ?? b.x));
    const minY = Math.max(box.minY, a === undefined ? -Infinity : Math.min(a.y, b?.y ?? a.y));
    const maxY = Math.min(box.maxY, b === undefined ? Infinity : Math.max(b.y, a?.y ?? b.y));
    const columns = Math.max(0, Math.floor((maxX - minX) / pitch));
    const rows = Math.max(0, Math.floor((maxY - minY) / pitch));
    if (columns * rows > MAX_VIAS)
      throw refused(
        `the grid has ${columns * rows} places, more than ${MAX_VIAS}`,
        "Give a greater pitch or a smaller part.",
      );
    const start = {
      x: Math.round((minX + maxX - columns * pitch) / 2),
      y: Math.round((minY + maxY - rows * pitch) / 2),
    };
    const copper = copperLayers(doc);
    const obstacles = obstaclesOf(doc);
    const widest = widestClearance(settings, obstacles);
    const every = copper.reduce((sum, _, i) => sum | (1 << i), 0);
    let made = 0;
    for (let row = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++) {
        const shift = args.stagger === true && row % 2 === 1 ? Math.round(pitch / 2) : 0;
        const p = { x: start.x + column * pitch + shift, y: start.y + row * pitch };
        if (layersAt(areas, p, size / 2) < 2) continue;
        const piece = {
          net: args.net,
          layers: every,
          shape: circle(p.x, p.y, size / 2),
          hole: circle(p.x, p.y, drill / 2),
        };
        if (conflictOf(settings, obstacles, piece, widest) !== null) continue;
        // A via in a pad or on a track of the net would be no stitching.
        cx.edit.add("via", {
          type: "",
          at: { ...p, angle: 0 },
          size,
          drill,
          layers: [copper[0]!, copper.at(-1)!],
          net: args.net,
        });
        made++;
      }
    }
    if (made === 0)
      throw refused(
        `no place of the grid is clear where zones of ${args.net} lie over each other`,
        "Give a smaller pitch or a smaller via, or fill the zones first.",
      );
    return [`${made} vias were set.`, "Fill the zones anew with pcb.fillZones."];
  },
});

interface Area {
  readonly layer: string;
  readonly shape: PolygonShape;
}

/** Where a net's zones have copper: their fill, or their outline while they are not filled. */
function areasOf(doc: Doc, net: string): Area[] {
  const found: Area[] = [];
  for (const item of doc.items.ofKind("zone")) {
    const zone = item as unknown as Zone;
    if (zone.net !== net || zone.keepout !== null || zone.outlines[0] === undefined) continue;
    if (zone.fills.length > 0) for (const fill of zone.fills) found.push({ layer: fill.layer, shape: fillShape(fill) });
    else
      for (const layer of zoneLayers(zone))
        found.push({ layer, shape: polygon(zone.outlines.map((o) => pathPoints(o))) });
  }
  return found;
}

/** On how many layers a disc lies in copper as a whole. */
function layersAt(areas: readonly Area[], p: Point, radius: Nm): number {
  const layers = new Set<string>();
  for (const { layer, shape } of areas) {
    if (layers.has(layer) || !holds(shape, p.x, p.y)) continue;
    const rim = edgesNear(shape, p, radius);
    if (!rim) layers.add(layer);
  }
  return layers.size;
}

/** Whether an edge of the area comes nearer to a place than `radius`. */
function edgesNear(shape: PolygonShape, p: Point, radius: Nm): boolean {
  for (const ring of shape.rings) {
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      const [dx, dy] = [bx - ax, by - ay];
      const length2 = dx * dx + dy * dy;
      const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - ax) * dx + (p.y - ay) * dy) / length2));
      if (Math.hypot(ax + t * dx - p.x, ay + t * dy - p.y) < radius) return true;
    }
  }
  return false;
}

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot stitch: ${reason}.`, hint });
}
