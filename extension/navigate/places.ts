import type { AgentCore } from "../../core/agent/agent-core.ts";
import { PERSON } from "../editor/canvas-link.ts";
import { designOf } from "./design-root.ts";

/** Something to go to, and where it is drawn. */
export interface Place {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly path: string;
  readonly ids: readonly string[];
  /** A net is lit. */
  readonly net?: string;
  /** The pins of a net of a schematic: U1.3. */
  readonly pins?: readonly string[];
}

/** So many are asked for at once. */
const PAGE = 1000;

/** A sheet of a design, as `query.sheetTree` tells it. */
export interface Sheet {
  readonly name: string;
  readonly file: string;
  readonly page: string;
  readonly path: string;
  readonly depth: number;
  readonly symbols: number;
  readonly problem?: string;
}

interface Asked {
  readonly core: AgentCore;
  /** The document that the person is in. */
  readonly path: string;
}

/** The parts of a board, or of all sheets of the design that a schematic belongs to. */
export async function parts({ core, path }: Asked): Promise<readonly Place[]> {
  if (path.endsWith(".kicad_pcb")) {
    const footprints = await all<Footprint>(core, "query.footprints", path, "footprints");
    return footprints.map(({ id, ref, value, footprint, side }) => ({
      label: ref === "" ? "(no reference)" : ref,
      description: value,
      detail: `${footprint} · ${side}`,
      path,
      ids: [id],
    }));
  }
  const root = (await designOf(path)).schematic ?? path;
  const files = filesByName(await sheets(core, root));
  const symbols = await all<PlacedSymbol>(core, "query.symbols", root, "symbols");
  return symbols.map(({ id, ref, unit, value, library, sheet }) => ({
    label: unit === undefined ? ref : `${ref} unit ${unit}`,
    description: value,
    detail: `${library} · ${sheet}`,
    path: files.get(sheet) ?? path,
    ids: [id],
  }));
}

interface Footprint {
  readonly id: string;
  readonly ref: string;
  readonly value: string;
  readonly footprint: string;
  readonly side: string;
}

interface PlacedSymbol {
  readonly id: string;
  readonly ref: string;
  readonly unit?: number;
  readonly value: string;
  readonly library: string;
  readonly sheet: string;
}

/** The files of sheets by the names on the way to them: `/`, `/Power/`. */
function filesByName(all: readonly Sheet[]): ReadonlyMap<string, string> {
  const names: string[] = [];
  const files = new Map<string, string>();
  for (const { name, file, depth } of all) {
    names.length = Math.max(0, depth - 1);
    if (depth > 0) names.push(name);
    files.set(`/${names.map((each) => `${each}/`).join("")}`, file);
  }
  return files;
}

/** The nets of a board, or of the design that a schematic belongs to. */
export async function nets({ core, path }: Asked): Promise<readonly Place[]> {
  if (path.endsWith(".kicad_pcb")) {
    const { nets: found } = await ask<{ nets: BoardNet[] }>(core, "query.nets", { path });
    return found
      .filter(({ name }) => name !== "")
      .map(({ name, pads, trackLength, vias }) => ({
        label: name,
        description: `${pads} pads`,
        detail: `${trackLength.toFixed(1)} mm of tracks, ${vias} vias`,
        path,
        ids: [],
        net: name,
      }));
  }
  const root = (await designOf(path)).schematic ?? path;
  const found = await all<SheetNet>(core, "query.netlist", root, "nets");
  return found.map(({ name, netClass, pins }) => ({
    label: name,
    description: `${pins.length} pins`,
    detail: [netClass, pins.slice(0, 12).join(" ")].filter((word) => word !== "").join(" · "),
    path: root,
    ids: [],
    net: name,
    pins,
  }));
}

interface BoardNet {
  readonly name: string;
  readonly pads: number;
  readonly trackLength: number;
  readonly vias: number;
}

interface SheetNet {
  readonly name: string;
  readonly netClass: string;
  readonly pins: readonly string[];
}

/** The layers of a board, copper first. */
export async function layers({
  core,
  path,
}: Asked): Promise<readonly { readonly name: string; readonly about: string }[]> {
  const { layers: found } = await ask<{ layers: Layer[] }>(core, "query.layers", { path });
  return found.map(({ name, userName, type }) => ({ name, about: userName === name ? type : `${userName} · ${type}` }));
}

interface Layer {
  readonly name: string;
  readonly userName: string;
  readonly type: string;
}

/** The sheets below a schematic, parents before children. */
export async function sheets(core: AgentCore, root: string): Promise<readonly Sheet[]> {
  return (await ask<{ sheets: Sheet[] }>(core, "query.sheetTree", { path: root })).sheets;
}

/** Where a net of a schematic is drawn: on the sheet with most of its parts. */
export async function netOnSheets(asked: Asked, net: Place): Promise<Place | null> {
  const refs = new Set(net.pins?.map((pin) => pin.replace(/\.[^.]*$/, "")));
  const drawn = (await parts(asked)).filter(({ label }) => refs.has(label.replace(/ unit \d+$/, "")));
  const byFile = new Map<string, Place[]>();
  for (const place of drawn) byFile.set(place.path, [...(byFile.get(place.path) ?? []), place]);
  const [most] = [...byFile].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return null;
  return { ...net, path: most[0], ids: most[1].flatMap(({ ids }) => ids) };
}

interface Drawn {
  readonly id: string;
  readonly name: string;
  readonly file?: string;
}

/** What belongs to an item, a part or a net in the other half of the design, and in this one. */
export async function counterparts(
  { core, path }: Asked,
  item: string,
): Promise<{ readonly name: string; readonly board: Place | null; readonly schematic: readonly Place[] }> {
  const { board, schematic } = await designOf(path);
  const found = await ask<{ kind: string; name: string; board: Drawn[]; schematic: Drawn[] }>(
    core,
    "query.crossProbe",
    {
      path: path.endsWith(".kicad_pcb") ? path : (schematic ?? path),
      item,
    },
  );
  const files = [...new Set(found.schematic.flatMap(({ file }) => file ?? []))];
  const place = { label: found.name, description: found.kind };
  const isNet = found.kind === "net";
  return {
    name: found.name,
    board:
      board === null || found.board.length === 0
        ? null
        : { ...place, path: board, ids: found.board.map(({ id }) => id), ...(isNet ? { net: found.name } : {}) },
    schematic: files.map((file) => ({
      ...place,
      path: file,
      ids: found.schematic.filter((each) => each.file === file).map(({ id }) => id),
    })),
  };
}

/** A list that is answered a page at a time, whole. */
async function all<T>(core: AgentCore, command: string, path: string, list: string): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const args = { path, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const page = await ask<Readonly<Record<string, unknown>>>(core, command, args);
    found.push(...(page[list] as T[]));
    cursor = page["cursor"] as string | undefined;
  } while (cursor !== undefined);
  return found;
}

async function ask<T>(core: AgentCore, command: string, args: object): Promise<T> {
  return (await core.run(command, args, { caller: PERSON })) as T;
}
