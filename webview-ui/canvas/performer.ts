import type { DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { symbolBehind } from "../../core/model/library/parts-sheet.ts";
import type { Camera } from "./camera.ts";
import { groupArgs } from "./groups.ts";
import { editFields } from "./panels/field-table-dialog.ts";
import { browseLibraries } from "./panels/library-browser.ts";
import { editSettings } from "./settings/settings-dialog.ts";
import type { ToolBox } from "./toolbox.ts";
import { boardTools, measureTool } from "./tools/board-tools.ts";
import { MoveTool } from "./tools/move-tool.ts";
import { padTool } from "./tools/pad-tool.ts";
import { pairTool } from "./tools/pair-tool.ts";
import { PlaceTool, placeFootprint, placePower, placeSymbol } from "./tools/place-tool.ts";
import { barcodeTool, sharedTools, stitchTool } from "./tools/placed-tools.ts";
import { PointsTool } from "./tools/points-tool.ts";
import { type RouteMemory, RouteTool } from "./tools/route-tool.ts";
import { sheetTools } from "./tools/sheet-tools.ts";
import { symbolTools } from "./tools/symbol-tools.ts";
import type { Tool, ToolSurface } from "./tools/tool.ts";

/** What actions need besides what tools need. */
export interface Performer {
  readonly kind: () => DocKind;
  readonly isReadOnly: () => boolean;
  readonly surface: ToolSurface;
  readonly toolbox: ToolBox;
  readonly camera: Camera;
  readonly selected: () => readonly Item[];
  readonly selectAll: () => void;
  readonly escape: () => void;
  readonly showHelp: () => void;
  readonly check: () => void;
  readonly focusProperties: () => void;
  /** What only changes the view. */
  readonly view: Readonly<Record<string, () => void>>;
}

/** Actions that change nothing: a document that is only looked at has them too. */
const harmless = new Set(
  "fit fitObjects zoomIn zoomOut view3d nextDifference previousDifference flipView lasso contrast layerFront layerBack ratsnest localRatsnest zoneStyle help escape selectAll measure highlight clearHighlight check connection properties libraries".split(
    " ",
  ),
);

/** Does an action by its id; ids are those of `actions`. */
export function perform(id: string, p: Performer): void {
  const view = p.view[id];
  if (view !== undefined) {
    view();
    return;
  }
  if (p.isReadOnly() && !harmless.has(id)) {
    p.surface.complain("Cannot change this document: it is read only.");
    return;
  }
  const tool = toolOf(id, p);
  if (tool !== null) p.toolbox.start(tool);
  else acts[id]?.(p);
}

const routing: RouteMemory = { mode: "refuse" };

function toolOf(id: string, { kind, surface }: Performer): Tool | null {
  if (id === "measure") return new PointsTool(measureTool, surface);
  if (kind() === "board") {
    if (id === "route") return new RouteTool(surface, routing);
    if (id === "placeFootprint") return new PlaceTool(placeFootprint, surface);
  } else {
    if (id === "placeSymbol") return new PlaceTool(placeSymbol, surface);
    if (id === "placePower") return new PlaceTool(placePower, surface);
  }
  const own =
    surface.doc() !== null && symbolBehind(surface.doc()!) !== null
      ? symbolTools
      : kind() === "board"
        ? [...boardTools, pairTool, padTool, stitchTool, barcodeTool, ...sharedTools("pcb")]
        : [...sheetTools, ...sharedTools("sch")];
  const spec = own.find((each) => each.id === id);
  return spec === undefined ? null : new PointsTool(spec, surface);
}

const acts: Readonly<Record<string, (p: Performer) => void>> = {
  fit: (p) => p.camera.fit(),
  fitObjects: (p) => p.camera.fitObjects(),
  zoomIn: (p) => p.camera.zoom(1.5),
  zoomOut: (p) => p.camera.zoom(1 / 1.5),
  help: (p) => p.showHelp(),
  escape: (p) => p.escape(),
  selectAll: (p) => p.selectAll(),
  check: (p) => p.check(),
  properties: (p) => p.focusProperties(),
  move: (p) => take(p, "move", "Move", p.kind() === "board" ? {} : { drag: false }),
  drag: (p) => take(p, "drag", "Drag", {}),
  copy: (p) => take(p, "copy", "Duplicate", {}),
  rotate: (p) => onItems(p, "rotate", { angle: 90 }),
  rotateBack: (p) => onItems(p, "rotate", { angle: -90 }),
  flip: (p) => onItems(p, "flip"),
  mirrorX: (p) => onItems(p, "mirror", { direction: "horizontal" }),
  mirrorY: (p) => onItems(p, "mirror", { direction: "vertical" }),
  delete: (p) => onItems(p, "delete"),
  lock: (p) => onItems(p, p.selected().every((item) => item["locked"] === true) ? "unlock" : "lock"),
  group: (p) => onItems(p, "group"),
  ungroup: (p) => onItems(p, "ungroup"),
  alignLeft: (p) => align(p, "left"),
  alignRight: (p) => align(p, "right"),
  alignTop: (p) => align(p, "top"),
  alignBottom: (p) => align(p, "bottom"),
  distributeX: (p) => onItems(p, "distribute", { along: "x" }),
  distributeY: (p) => onItems(p, "distribute", { along: "y" }),
  fillZones: (p) => void p.surface.run("pcb.fillZones", {}),
  syncSheetPins: (p) => void syncSheetPins(p),
  annotate: (p) => void p.surface.run("sch.annotate", {}),
  value: (p) => void editField(p, "Value"),
  reference: (p) => void editField(p, "Reference"),
  footprint: (p) => void editField(p, "Footprint"),
  array: (p) => void makeArray(p),
  swapUnits: (p) => void swapUnits(p),
  fieldTable: (p) => void editFields(p.surface),
  setup: (p) => void editSettings(p.surface),
  libraries: (p) =>
    browseLibraries(p.surface, (part) => {
      const options = p.kind() === "board" ? placeFootprint : placeSymbol;
      if (!p.isReadOnly()) p.toolbox.start(new PlaceTool(options, p.surface, part));
    }),
  connection: (p) => p.surface.select(connectionOf(p)),
};

function ids(p: Performer): readonly ItemId[] {
  return [...p.surface.selection()];
}

/** The selection, or what is under the pointer when nothing is selected, as in KiCad. */
function grab(p: Performer): boolean {
  if (ids(p).length > 0) return true;
  const raw = p.toolbox.last?.raw;
  const under = raw === undefined ? undefined : p.surface.hits(raw)[0];
  if (under !== undefined) p.surface.select([under]);
  return under !== undefined;
}

function onItems(p: Performer, verb: string, args: Readonly<Record<string, unknown>> = {}): void {
  if (!grab(p)) return;
  const alone = groupArgs(p.surface.doc(), verb, ids(p));
  void p.surface.run(`${prefix(p)}.${verb}`, { items: ids(p), ...args, ...alone });
}

function align(p: Performer, to: string): void {
  onItems(p, "align", p.kind() === "board" ? { side: to } : { to });
}

function take(
  p: Performer,
  id: "move" | "drag" | "copy",
  title: string,
  args: Readonly<Record<string, unknown>>,
): void {
  if (!grab(p)) return;
  const verb = id === "copy" ? "duplicate" : "move";
  const all = { ...args, ...groupArgs(p.surface.doc(), verb, ids(p)) };
  p.toolbox.start(new MoveTool({ id, title, command: `${prefix(p)}.${verb}`, args: all }, p.surface, p.toolbox.place));
}

function prefix(p: Performer): "pcb" | "sch" {
  return p.kind() === "board" ? "pcb" : "sch";
}

async function editField(p: Performer, name: "Value" | "Reference" | "Footprint"): Promise<void> {
  if (!grab(p)) return;
  const items = p.selected().filter(({ kind }) => kind === "symbol");
  const field = items[0]?.children.find((child) => child["name"] === name);
  if (items.length === 0) return p.surface.complain(`Cannot edit the ${name.toLowerCase()}: no symbol is selected.`);
  const value = await p.surface.ask({
    title: `Edit ${name.toLowerCase()}`,
    label: name,
    value: String(field?.["value"] ?? ""),
  });
  if (value === null || value === field?.["value"]) return;
  await p.surface.run("sch.setField", { items: items.map(({ id }) => id), name, value });
}

/** Copies of the selection in rows and columns. */
async function makeArray(p: Performer): Promise<void> {
  if (!grab(p)) return;
  const title = "Array of copies";
  const count = await p.surface.ask({ title, label: "Columns x rows", value: "2 x 2" });
  const step = count === null ? null : await p.surface.ask({ title, label: "Step across, down (mm)", value: "5, 5" });
  if (count === null || step === null) return;
  const [columns = 1, rows = 1] = count.split(/[x×*,]/).map(Number);
  const [x = 0, y = 0] = step.split(/[,;x]/).map(Number);
  const alone = groupArgs(p.surface.doc(), "array", ids(p));
  await p.surface.run("pcb.array", { items: ids(p), columns, rows, step: [x, y], ...alone });
}

async function swapUnits(p: Performer): Promise<void> {
  const [a, b, ...more] = p.selected().filter(({ kind }) => kind === "symbol");
  if (a === undefined || b === undefined || more.length > 0)
    return p.surface.complain("Cannot swap units: select the two units of one part.");
  await p.surface.run("sch.swapUnits", { a: a.id, b: b.id });
}

/** Of the selected sheets; of all when none is selected. */
async function syncSheetPins(p: Performer): Promise<void> {
  const sheets = p.selected().filter(({ kind }) => kind === "sheet");
  await p.surface.run("sch.syncSheetPins", sheets.length === 0 ? {} : { sheets: sheets.map(({ id }) => id) });
}

/** All tracks and vias that hang together by their ends with the selected ones. */
function connectionOf(p: Performer): ItemId[] {
  const doc = p.surface.doc();
  const nets = new Set(p.selected().map((item) => item["net"]));
  const tracks = [...(doc?.items.ofKind("track", "arcTrack", "via") ?? [])].filter((item) => nets.has(item["net"]));
  const places = (item: Item) =>
    [item["start"], item["end"], item["at"]]
      .filter((at): at is { x: number; y: number } => typeof at === "object" && at !== null)
      .map(({ x, y }) => `${x},${y}`);
  const found = new Set(ids(p));
  const reached = new Set(p.selected().flatMap(places));
  for (let grew = true; grew; ) {
    grew = false;
    for (const item of tracks) {
      if (found.has(item.id) || !places(item).some((place) => reached.has(place))) continue;
      found.add(item.id);
      for (const place of places(item)) reached.add(place);
      grew = true;
    }
  }
  return [...found];
}
