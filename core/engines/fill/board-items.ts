import type { Box } from "../../base/nm.ts";
import type { Shape } from "../../geometry/shape.ts";
import { boxesMeet, boxOf } from "../../geometry/shape.ts";
import type { Footprint } from "../../model/board/footprint.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { graphicShapes, trackShape, viaHole, viaShape, viaSpan } from "../../model/shape/item-shapes.ts";
import { padCopper, padHole } from "../../model/shape/pad-copper.ts";
import type { ZoneSettings } from "./zone-settings.ts";
import { zoneSettingsOf } from "./zone-settings.ts";

/** A board's items as filling needs them: with their layers spelled out and their boxes. */
export interface BoardItems {
  readonly copper: readonly string[];
  readonly pads: readonly PadItem[];
  readonly vias: readonly ViaItem[];
  readonly tracks: readonly TrackItem[];
  /** On copper, on the board's edge or margin; texts are with them. */
  readonly graphics: readonly GraphicItem[];
  /** Zones and rule areas, those of footprints too, in file order. */
  readonly zones: readonly ZoneItem[];
}

export interface PadItem {
  readonly item: Item;
  readonly pad: Pad;
  readonly footprint: Footprint;
  readonly at: Placement;
  readonly layers: ReadonlySet<string>;
  readonly box: Box;
}

export interface ViaItem {
  readonly item: Item;
  readonly footprint: null;
  readonly via: Via;
  readonly layers: readonly string[];
  readonly box: Box;
}

export interface TrackItem {
  readonly item: Item;
  readonly footprint: null;
  readonly track: Track | ArcTrack;
  readonly shape: Shape;
  readonly box: Box;
}

export interface GraphicItem {
  readonly item: Item;
  readonly footprint: Footprint | null;
  readonly layer: string;
  readonly shapes: readonly Shape[];
  readonly box: Box;
}

export interface ZoneItem {
  readonly item: Item;
  readonly zone: Zone;
  readonly footprint: Footprint | null;
  readonly settings: ZoneSettings;
  /** The layers that the board has. */
  readonly layers: readonly string[];
  readonly box: Box;
}

/** What a text covers on copper; the host of the stroke font brings it. Empty for hidden texts. */
export type TextInk = (item: Item, footprint: Footprint | null) => readonly Shape[];

export function boardItems(doc: Doc, ink: TextInk): BoardItems {
  const copper = copperLayers(doc);
  const pads: PadItem[] = [];
  const vias: ViaItem[] = [];
  const tracks: TrackItem[] = [];
  const graphics: GraphicItem[] = [];
  const zones: ZoneItem[] = [];
  const wanted = new Set([...copper, "Edge.Cuts", "Margin"]);
  const addGraphic = (item: Item, footprint: Footprint | null) => {
    const layer = String(item["layer"] ?? "");
    if (!wanted.has(layer)) return;
    const frame = footprint === null ? null : (footprint.at as Placement);
    const shapes = item.kind === "graphic" ? graphicShapes(item as unknown as Graphic, frame) : ink(item, footprint);
    if (shapes.length > 0) graphics.push({ item, footprint, layer, shapes, box: boxOf(shapes) });
  };
  const addZone = (item: Item, footprint: Footprint | null) => {
    const zone = item as unknown as Zone;
    const settings = zoneSettingsOf(zone);
    const box = boxOf([{ box: outlineBox(zone) }]);
    zones.push({ item, zone, footprint, settings, layers: layersOfZone(settings.layers, copper), box });
  };
  for (const item of doc.items.ofKind(
    "track",
    "arcTrack",
    "via",
    "zone",
    "footprint",
    "graphic",
    "text",
    "textBox",
    "dimension",
  )) {
    switch (item.kind) {
      case "track":
      case "arcTrack": {
        const track = item as unknown as Track | ArcTrack;
        const shape = trackShape(track);
        tracks.push({ item, footprint: null, track, shape, box: shape.box });
        break;
      }
      case "via": {
        const via = item as unknown as Via;
        const box = boxOf([viaShape(via), viaHole(via)]);
        vias.push({ item, footprint: null, via, layers: viaSpan(via, copper), box });
        break;
      }
      case "zone":
        addZone(item, null);
        break;
      case "footprint": {
        const footprint = item as unknown as Footprint;
        for (const child of footprint.children) {
          if (child.kind === "pad") {
            const pad = child as unknown as Pad;
            const at = footprint.at as Placement;
            const layers = new Set(expandLayers(pad.layers, copper).filter((name) => name.endsWith(".Cu")));
            const box = boxOf([...padCopper(pad, at), ...padHole(pad, at)]);
            pads.push({ item: child, pad, footprint, at, layers, box });
          } else if (child.kind === "zone") addZone(child, footprint);
          else if (child.kind === "property") {
            // Of its fields only reference and value keep copper away, as KiCad has it.
            if (child["name"] === "Reference" || child["name"] === "Value") addGraphic(child, footprint);
          } else if (child.kind !== "model" && child.kind !== "group") addGraphic(child, footprint);
        }
        break;
      }
      default:
        addGraphic(item, null);
    }
  }
  return { copper, pads, vias, tracks, graphics, zones };
}

function outlineBox(zone: Zone): Box {
  let { minX, minY, maxX, maxY } = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const node of zone.outlines[0] ?? []) {
    for (const p of "start" in node ? [node.start, node.mid, node.end] : [node]) {
      minX = Math.min(minX, p.x);
      minY = Math.min(minY, p.y);
      maxX = Math.max(maxX, p.x);
      maxY = Math.max(maxY, p.y);
    }
  }
  return { minX, minY, maxX, maxY };
}

function layersOfZone(named: readonly string[], copper: readonly string[]): string[] {
  return expandLayers(named, copper);
}

/** Whether two boxes come as near as `reach`. */
export function near(a: Box, b: Box, reach: number): boolean {
  return boxesMeet({ minX: a.minX - reach, minY: a.minY - reach, maxX: a.maxX + reach, maxY: a.maxY + reach }, b);
}
