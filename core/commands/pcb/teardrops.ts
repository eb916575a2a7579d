import type { Static } from "typebox";
import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import type { Parameters, ProjectTargets, Target } from "../../engines/teardrop/parameters.ts";
import { parametersOf, projectParameters, projectTargets } from "../../engines/teardrop/parameters.ts";
import { planTeardrops } from "../../engines/teardrop/plan.ts";
import type { Pad } from "../../model/board/pad.ts";
import { TEARDROPS } from "../../model/board/padstack.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { settingsFor } from "../board-settings.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { Found } from "../item-refs.ts";
import { resolveItems } from "../item-refs.ts";
import { itemRefs, mm } from "../schemas.ts";
import { addTeardrop, teardropZones } from "./teardrop-zones.ts";
import { fillingOf, fillZonesOf, setFills } from "./zone-fills.ts";

const args = {
  items: Type.Optional(
    itemRefs("Pads, vias, footprints (all their pads) or nets; left out: what the project's teardrop options name"),
  ),
  do: Type.Optional(
    Type.Union([Type.Literal("add"), Type.Literal("update"), Type.Literal("remove")], {
      description:
        "add (default) turns teardrops on for the items, remove turns them off; update only makes all of them anew.",
    }),
  ),
  lengthRatio: Type.Optional(Type.Number({ description: "Length as a part of the pad's size.", exclusiveMinimum: 0 })),
  maxLength: Type.Optional(mm("Greatest length", { exclusiveMinimum: 0 })),
  widthRatio: Type.Optional(
    Type.Number({ description: "Width as a part of the pad's size.", exclusiveMinimum: 0, maximum: 1 }),
  ),
  maxWidth: Type.Optional(mm("Greatest width", { exclusiveMinimum: 0 })),
  curved: Type.Optional(Type.Boolean({ description: "Curved sides." })),
  filterRatio: Type.Optional(
    Type.Number({ description: "Tracks as wide as this part of the pad get none.", exclusiveMinimum: 0, maximum: 1 }),
  ),
  twoTracks: Type.Optional(Type.Boolean({ description: "Whether they may go on into the next track." })),
  inZones: Type.Optional(Type.Boolean({ description: "Pads that a zone of their net covers get them too." })),
};

export const teardrops = defineEdit({
  id: "pcb.teardrops",
  title: "Teardrops",
  about:
    "Widens tracks where they run into pads and vias, as KiCad 9's Set Teardrops: the items are told so, and all " +
    "teardrops of the board are made anew and filled (zones of their nets, named $teardrop_padvia$). What is not given " +
    "comes from the item, else from the project's teardrop parameters, else is KiCad's own. Differences from KiCad: a " +
    "track that crosses a pad gets its two teardrops and not a third, flat one; other zones are not filled again " +
    "(pcb.fillZones does that). Later edits of tracks, vias and pads take their teardrops along.",
  scope: "board",
  args,
  label: (given) => (given.do === "remove" ? "Remove teardrops" : "Teardrops"),
  examples: [
    { about: "What the project's options name.", fixture: "board-tools/board-tools.kicad_pcb", args: {} },
    {
      about: "The pads of a part, with curved sides.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["R1"], curved: true, maxLength: 0.8 },
    },
  ],
  async run(cx, given) {
    const action = given.do ?? "add";
    const settings = await settingsFor(cx);
    const notes: string[] = [];
    const changed = action === "update" ? 0 : mark(cx, settings, given, action === "add");
    const before = teardropZones(cx.doc);
    for (const zone of before) cx.edit.remove(zone.id);
    const { clipper } = await fillingOf(cx);
    const made = planTeardrops(cx.edit.doc, clipper, settings);
    const ids = made.map((each) => addTeardrop(cx.edit, each));
    if (ids.length > 0) setFills(cx.edit, await fillZonesOf(cx, cx.edit.doc, new Set(ids)), (id) => ids.includes(id));
    if (action !== "update")
      notes.push(`${changed} pads and vias were ${action === "add" ? "given" : "taken"} teardrops.`);
    notes.push(`The board has ${made.length} teardrops, ${before.length} before.`);
    if (made.length === 0 && action !== "remove")
      notes.push("No track that is thin enough runs into a pad or via with teardrops.");
    return notes;
  },
});

type Given = Partial<Static<ReturnType<typeof Type.Object<typeof args>>>>;

/** Turns teardrops on or off; how many pads and vias changed. */
function mark(cx: EditContext, settings: ProjectSettings, given: Given, on: boolean): number {
  const { doc } = cx;
  if (on && doc.version < TEARDROPS)
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot add teardrops: a board of version ${doc.version} has them for the whole board, not for each pad.`,
      hint: "Save it with KiCad 8 or later first.",
    });
  const options = projectTargets(settings);
  const chosen = given.items === undefined ? null : targetsOf(resolveItems(doc, given.items, "give teardrops to"));
  const all = chosen ?? everyTarget(doc).filter((each) => !on || isWanted(each, options));
  if (chosen?.length === 0)
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot give teardrops to ${JSON.stringify(given.items)}: no pad and no via is among it.`,
      hint: 'Name pads ("R1.2"), footprints ("R1"), vias by id, or a net that has vias.',
    });
  let changed = 0;
  for (const { item, owner } of all) {
    const own = item["teardrops"] as Pad["teardrops"];
    if (!on && own?.enabled !== true) continue;
    const record = on
      ? recordOf(doc.version, { ...base(settings, item), ...overrides(given) })
      : { ...own!, enabled: false };
    if (JSON.stringify(record) === JSON.stringify(own)) continue;
    cx.edit.set(item.id, { teardrops: record }, owner?.id);
    changed++;
  }
  return changed;
}

function everyTarget(doc: Doc): Found[] {
  return [...doc.items.ofKind("via", "footprint")].flatMap((item) => targetsOf([{ item }]));
}

/** The pads and vias of what was found. */
function targetsOf(found: readonly Found[]): Found[] {
  return found.flatMap((each): Found[] => {
    if (each.item.kind === "footprint")
      return each.item.children.filter(carries).map((item) => ({ item, owner: each.item }));
    return carries(each.item) ? [each] : [];
  });
}

function carries(item: Item): boolean {
  if (item.kind === "via") return true;
  return item.kind === "pad" && item["type"] !== "np_thru_hole" && item["net"] !== "";
}

function isWanted({ item }: Found, options: ProjectTargets): boolean {
  if (item.kind === "via") return options.vias;
  if (options.roundOnly && !isRound(item)) return false;
  return item["type"] === "thru_hole" ? options.holes : options.smd;
}

function isRound(item: Item): boolean {
  if (item.kind === "via" || item["shape"] === "circle") return true;
  const { x, y } = item["size"] as { x: Nm; y: Nm };
  return item["shape"] === "oval" && x === y;
}

/** What the item says already, else what the project says of its kind. */
function base(settings: ProjectSettings, item: Item): Parameters {
  const target: Target = isRound(item) ? "td_round_shape" : "td_rect_shape";
  return parametersOf(item as unknown as Pad) ?? projectParameters(settings, target);
}

function overrides(given: Given): Partial<Parameters> {
  const { lengthRatio, maxLength, widthRatio, maxWidth, curved, filterRatio, twoTracks, inZones } = given;
  return {
    ...(lengthRatio === undefined ? {} : { lengthRatio }),
    ...(maxLength === undefined ? {} : { maxLength: fromMm(maxLength) }),
    ...(widthRatio === undefined ? {} : { widthRatio }),
    ...(maxWidth === undefined ? {} : { maxWidth: fromMm(maxWidth) }),
    ...(curved === undefined ? {} : { curved }),
    ...(filterRatio === undefined ? {} : { filterRatio }),
    ...(twoTracks === undefined ? {} : { twoTracks }),
    ...(inZones === undefined ? {} : { inZones }),
  };
}

/** Since then curves are on or off; before, they had a number of points. */
const CURVED_EDGES = 20241228;

function recordOf(version: number, params: Parameters): NonNullable<Pad["teardrops"]> {
  const words = version >= CURVED_EDGES;
  return {
    bestLengthRatio: params.lengthRatio,
    maxLength: params.maxLength,
    bestWidthRatio: params.widthRatio,
    maxWidth: params.maxWidth,
    curvePoints: words ? null : params.curved ? 5 : 0,
    curvedEdges: words ? params.curved : null,
    filterRatio: params.filterRatio,
    enabled: true,
    allowTwoSegments: params.twoTracks,
    preferZoneConnections: !params.inZones,
  };
}
