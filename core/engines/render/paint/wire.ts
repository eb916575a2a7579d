import type { Nm } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import type { Bus, BusEntry, Junction, NoConnect, Wire } from "../../../model/schematic/wire.ts";
import type { PaintContext } from "../context.ts";
import { flatten } from "../curves.ts";
import { strokeLine } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { onLayer } from "./sheet-pen.ts";

/** Half the size of a no-connect mark: 24 mil. */
const NO_CONNECT: Nm = 609_600;

export function paintWire(cx: PaintContext, item: Item, sink: Sink): void {
  const wire = item as unknown as Wire;
  onLayer(sink, "sch.wire", wire.stroke.color);
  strokeLine(sink, flatten(wire.pts), wire.stroke.width || cx.sheetSettings.wireWidth, wire.stroke.type);
}

export function paintBus(cx: PaintContext, item: Item, sink: Sink): void {
  const bus = item as unknown as Bus;
  onLayer(sink, "sch.bus", bus.stroke.color);
  strokeLine(sink, flatten(bus.pts), bus.stroke.width || cx.sheetSettings.busWidth, bus.stroke.type);
}

export function paintBusEntry(cx: PaintContext, item: Item, sink: Sink): void {
  const entry = item as unknown as BusEntry;
  const { x, y } = entry.at;
  onLayer(sink, "sch.wire", entry.stroke.color);
  strokeLine(
    sink,
    [x, y, x + entry.size.x, y + entry.size.y],
    entry.stroke.width || cx.sheetSettings.wireWidth,
    entry.stroke.type,
  );
}

export function paintJunction(cx: PaintContext, item: Item, sink: Sink): void {
  const junction = item as unknown as Junction;
  onLayer(sink, "sch.junction", junction.color);
  sink.disc(junction.at.x, junction.at.y, (junction.diameter || cx.sheetSettings.junctionSize) / 2);
}

export function paintNoConnect(cx: PaintContext, item: Item, sink: Sink): void {
  const { x, y } = (item as unknown as NoConnect).at;
  sink.layer("sch.noConnect");
  const pen = cx.sheetSettings.lineWidth;
  sink.polyline([x - NO_CONNECT, y - NO_CONNECT, x + NO_CONNECT, y + NO_CONNECT], pen);
  sink.polyline([x + NO_CONNECT, y - NO_CONNECT, x - NO_CONNECT, y + NO_CONNECT], pen);
}
