/**
 * A set of a board's layers as two words of bits. Copper: F.Cu is bit 0, In1.Cu bit 1 … B.Cu bit 31. Others: two bits
 * for each pair of technical layers, then the single ones.
 */
export interface LayerSet {
  readonly copper: number;
  readonly others: number;
}

export const NO_LAYERS: LayerSet = { copper: 0, others: 0 };

const others = [
  ...["Adhes", "Paste", "SilkS", "Mask", "CrtYd", "Fab"].flatMap((name) => [`F.${name}`, `B.${name}`]),
  "Dwgs.User",
  "Cmts.User",
  "Eco1.User",
  "Eco2.User",
  "Edge.Cuts",
  "Margin",
  ...Array.from({ length: 13 }, (_, i) => `User.${i + 1}`),
];

/** Bit 31 stands for all user layers from User.14 on. */
const bits: ReadonlyMap<string, LayerSet> = new Map<string, LayerSet>([
  ["F.Cu", { copper: 1, others: 0 }],
  ...Array.from({ length: 30 }, (_, i): [string, LayerSet] => [`In${i + 1}.Cu`, { copper: 1 << (i + 1), others: 0 }]),
  ["B.Cu", { copper: 1 << 31, others: 0 }],
  ...others.map((name, i): [string, LayerSet] => [name, { copper: 0, others: 1 << i }]),
]);
const further: LayerSet = { copper: 0, others: 1 << 31 };

/** The set of one layer, by the name that items carry. */
export function layerBit(name: string): LayerSet {
  return bits.get(name) ?? (name.startsWith("User.") ? further : NO_LAYERS);
}

/** The set of layers with these names. */
export function layerSetOf(names: Iterable<string>): LayerSet {
  let copper = 0;
  let rest = 0;
  for (const name of names) {
    const bit = layerBit(name);
    copper |= bit.copper;
    rest |= bit.others;
  }
  return { copper, others: rest };
}

export function layersMeet(a: LayerSet, b: LayerSet): boolean {
  return (a.copper & b.copper) !== 0 || (a.others & b.others) !== 0;
}

export function hasLayer(set: LayerSet, name: string): boolean {
  return layersMeet(set, layerBit(name));
}
