import type { Nm } from "../../base/nm.ts";
import type { Teardrop } from "../../engines/teardrop/plan.ts";
import type { Zone } from "../../model/board/zone.ts";
import { connectPads, zoneFill, zoneHatch } from "../../model/board/zone-settings.ts";
import type { Doc } from "../../model/document.ts";
import type { Edit } from "../../session/edit.ts";

/** The teardrops that a board has: zones that say so. */
export function teardropZones(doc: Doc): Zone[] {
  return [...doc.items.ofKind("zone")]
    .map((item) => item as unknown as Zone)
    .filter((zone) => zone.attr?.teardrop != null);
}

/** Adds a teardrop as KiCad keeps it: a zone, its outline also its fill, and an opening in the mask where its track has one. */
export function addTeardrop(edit: Edit, teardrop: Teardrop): string {
  const { type, net, layer, points, priority, mask } = teardrop;
  const place = (list: readonly number[]) => {
    const out: { x: Nm; y: Nm }[] = [];
    for (let i = 0; i + 1 < list.length; i += 2) out.push({ x: list[i]!, y: list[i + 1]! });
    return [out];
  };
  const common = {
    name: type === "padvia" ? "$teardrop_padvia$" : "$teardrop_track$",
    layers: [],
    hatch: { ...zoneHatch.absent, style: "full", pitch: 100_000 },
    attr: { teardrop: { type } },
    filledAreasThickness: false,
  };
  const fill = {
    ...zoneFill.absent,
    filled: true,
    thermalGap: 500_000,
    thermalBridgeWidth: 500_000,
    islandRemoval: 1,
    islandAreaMin: 10,
  };
  const id = edit.add("zone", {
    ...common,
    net,
    netName: net,
    layer,
    priority,
    connectPads: { ...connectPads.absent, mode: "yes", clearance: 0 },
    minThickness: 25_400,
    fill,
    outlines: place(points),
    fills: [{ layer, island: false, points }],
  });
  if (mask !== null)
    edit.add("zone", {
      ...common,
      net: "",
      netName: "",
      layer: mask.layer,
      priority: null,
      connectPads: { ...connectPads.absent, clearance: 500_000 },
      minThickness: mask.minThickness,
      fill,
      outlines: place(mask.points),
      fills: [{ layer: mask.layer, island: false, points: mask.points }],
    });
  return id;
}
