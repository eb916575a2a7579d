import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { EditResult } from "../../core/commands/define.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import type { Node } from "../../core/engines/netlist/node.ts";
import { fileUuid } from "../../core/engines/sheet/sheet-paths.ts";
import type { Doc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { openWorld } from "./check-edit.ts";
import { seeded } from "./random.ts";

/** What random drags did to what is connected on a sheet. */
export interface DragAgreement {
  /** Drags of which the answer said that nothing was met. */
  readonly kept: number;
  /** Drags that met something, and said so: they may join it. */
  readonly met: number;
  /** One line for each drag that changed what is connected and did not say so. */
  readonly broken: readonly string[];
}

/**
 * Drags items of a sheet one after another at random, each from the untouched sheet, and compares what is connected
 * before and after, by our nets (which `npm run proof:netlist` holds to KiCad's).
 */
export async function compareDrags(file: string, drags: number, seed = 1): Promise<DragAgreement> {
  const world = await openWorld({ text: readFileSync(file), path: "/sheet.kicad_sch" });
  const items = [...world.doc().items.ofKind("symbol", "label", "sheet")].map(({ id, kind }) => ({ id, kind }));
  const random = seeded(seed);
  const steps = () => Math.round((random() * 2 - 1) * 6) * 1.27;
  const before = joinedSets(world.doc());
  let [kept, met] = [0, 0];
  const broken: string[] = [];
  for (let n = 0; n < drags && items.length > 0; n++) {
    const { id, kind } = items[Math.floor(random() * items.length)]!;
    const by = [steps() || 1.27, steps()];
    const { notes } = (await world.run("sch.move", { items: id, by })) as EditResult;
    if (notes?.some((note) => note.startsWith("Meets")) === true) met++;
    else {
      kept++;
      const after = joinedSets(world.doc());
      const gone = [...before].find((set) => !after.has(set));
      if (gone !== undefined || after.size !== before.size) {
        const come = [...after].find((set) => !before.has(set));
        broken.push(`${basename(file)} ${kind} ${id} by ${by}: ${gone?.slice(0, 200)} | ${come?.slice(0, 200)}`);
      }
    }
    await world.run("session.undo");
  }
  return { kept, met, broken };
}

/** What is joined on a sheet: pins, labels and pins of sheets, each net one line. */
export function joinedSets(doc: Doc): Set<string> {
  const sheet = { file: "/sheet.kicad_sch", doc, path: `/${fileUuid(doc)}`, name: "Root", page: "1" };
  const netlist = buildNetlist({ project: "sheet", sheets: [sheet], settings: readProjectSettings(null) });
  const nets = new Map<object, string[]>();
  for (const node of netlist.nodes) {
    if (!NAMED.has(node.kind)) continue;
    const key = netlist.subgraphOf(node);
    const list = nets.get(key) ?? [];
    list.push(nameOf(node));
    nets.set(key, list);
  }
  return new Set([...nets.values()].map((list) => list.sort().join(" ")));
}

const NAMED: ReadonlySet<string> = new Set(["pin", "label", "globalLabel", "hierLabel", "directive", "sheetPin"]);

function nameOf(node: Node): string {
  return node.pin === null ? node.id : `${node.pin.part.reference}/${node.item.id}.${node.pin.number}`;
}
