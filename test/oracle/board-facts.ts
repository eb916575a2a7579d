import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Point } from "../../core/base/nm.ts";
import { boundsOf } from "../../core/commands/item-bounds.ts";
import { placeOnBoard } from "../../core/commands/item-json.ts";
import { netNames, referenceOf } from "../../core/commands/item-refs.ts";
import { layersOf } from "../../core/model/board/layer-table.ts";
import type { Pad } from "../../core/model/board/pad.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Placement } from "../../core/model/field.ts";
import type { Item } from "../../core/model/item.ts";
import { kicadOutput } from "../laws/kicad-cache.ts";

type Fact = readonly (string | number | boolean)[];
type Facts = Readonly<Record<string, readonly (Fact | string)[]>>;

/** Places may be a nanometre apart: KiCad turns pads with other roundings. */
const SLACK = 2;

export interface Agreement {
  readonly kind: string;
  readonly same: number;
  readonly onlyKicad: readonly string[];
  readonly onlyOurs: readonly string[];
}

/** Compares what pcbnew finds on a board with what the model says, kind by kind. */
export async function boardAgreement(file: string): Promise<Agreement[]> {
  const script = join(import.meta.dirname, "board-facts-kicad.py");
  const told = await kicadOutput(file, ["/usr/bin/python3", script, file, "{out}"], [script]);
  const kicad = JSON.parse(told.toString()) as Facts;
  const ours = factsOf(readDoc(readFileSync(file)).doc!);
  return Object.keys(kicad).map((kind) => compared(kind, kicad[kind]!, ours[kind] ?? []));
}

function compared(kind: string, kicad: Facts[string], ours: Facts[string]): Agreement {
  const buckets = new Map<string, Fact[]>();
  const words = (fact: Fact) => fact.filter((each) => typeof each !== "number").join("\t");
  for (const each of ours) {
    const fact = typeof each === "string" ? [each] : each;
    const key = `${words(fact)}\t${fact.length}`;
    buckets.set(key, [...(buckets.get(key) ?? []), fact]);
  }
  for (const bucket of buckets.values()) bucket.sort(byNumbers);
  const onlyKicad: string[] = [];
  let same = 0;
  for (const each of kicad) {
    const fact = typeof each === "string" ? [each] : each;
    const bucket = buckets.get(`${words(fact)}\t${fact.length}`) ?? [];
    const at = bucket.findIndex((own) => isNear(own, fact));
    if (at < 0) onlyKicad.push(JSON.stringify(fact));
    else {
      bucket.splice(at, 1);
      same++;
    }
  }
  return { kind, same, onlyKicad, onlyOurs: [...buckets.values()].flat().map((fact) => JSON.stringify(fact)) };
}

function byNumbers(a: Fact, b: Fact): number {
  const [x = 0, y = 0] = [a, b].map((fact) => fact.find((each) => typeof each === "number") as number | undefined);
  return x - y;
}

function isNear(a: Fact, b: Fact): boolean {
  return a.every((each, i) => (typeof each === "number" ? Math.abs(each - (b[i] as number)) <= SLACK : each === b[i]));
}

function factsOf(doc: Doc): Facts {
  const of = (kind: string) => [...doc.items.ofKind(kind)];
  const line = (item: Item): (string | number)[] => {
    const [a, b] = [item["start"] as Point, item["end"] as Point];
    const layer = (item["layer"] as string) || ((item["layers"] as string[])[0] ?? "");
    return [a.x, a.y, b.x, b.y, item["width"] as number, layer, item["net"] as string];
  };
  const footprints = of("footprint");
  return {
    track: of("track").map((item) => [...line(item), ...boxOf(item)]),
    arcTrack: of("arcTrack").map((item) => {
      const mid = item["mid"] as Point;
      return [...line(item), mid.x, mid.y];
    }),
    via: of("via").map((item) => {
      const at = item["at"] as Point;
      return [at.x, at.y, item["size"] as number, item["drill"] as number, item["net"] as string];
    }),
    pad: footprints.flatMap((owner) =>
      owner.children.filter(({ kind }) => kind === "pad").map((item) => padFact(owner, item as unknown as Pad & Item)),
    ),
    footprint: footprints.map((item) => {
      const at = item["at"] as Placement;
      const turn = Math.round((((at.angle % 360) + 360) % 360) * 1000) % 360_000;
      return [referenceOf(item), at.x, at.y, turn, item["layer"] === "B.Cu"];
    }),
    zone: [
      ...of("zone").map((item) => zoneFact(item)),
      ...footprints.flatMap((f) =>
        f.children.filter(({ kind }) => kind === "zone").map((item) => zoneFact(item, true)),
      ),
    ],
    net: netNames(doc),
    layer: layersOf(doc).map(({ name }) => name),
  };
}

function padFact(owner: Item, pad: Pad & Item): Fact {
  const at = placeOnBoard({ item: pad, owner })!;
  const drill = pad.drill;
  return [
    ...[referenceOf(owner), pad.number, at.x, at.y, pad.size.x, pad.size.y, drill?.x ?? 0, drill?.y ?? 0],
    pad.net,
  ];
}

function zoneFact(zone: Item, inside = false): Fact {
  const outlines = zone["outlines"] as readonly (readonly Point[])[];
  const priority = (zone["priority"] as number | null) ?? 0;
  if (inside) return [zone["net"] as string, priority, -1];
  const first = outlines[0] ?? [];
  if (first.some((node) => "start" in node)) return [zone["net"] as string, priority, -2];
  const xs = first.map(({ x }) => x);
  const ys = first.map(({ y }) => y);
  return [
    zone["net"] as string,
    priority,
    first.length,
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
  ];
}

function boxOf(item: Item): number[] {
  const { minX, minY, maxX, maxY } = boundsOf({ item });
  return [minX, minY, maxX, maxY];
}
