import type { EditResult } from "../../core/commands/define.ts";
import type { Doc } from "../../core/model/document.ts";
import { isPart } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { registry } from "./check-edit.ts";

/** What varied arguments are taken from: names and places that a document has. */
interface Pools {
  readonly ids: readonly string[];
  readonly references: readonly string[];
  readonly nets: readonly string[];
  readonly layers: readonly string[];
  readonly points: readonly (readonly [number, number])[];
}

/** The commands that edit a document of this kind, each with the arguments of its examples. */
export function editCommands(doc: Doc): readonly { readonly id: string; readonly examples: readonly Args[] }[] {
  const endings = endingsOf[doc.kind] ?? [];
  return registry.commands.flatMap((command) => {
    if (command.kind !== "edit") return [];
    const own =
      command.scope === doc.kind ||
      command.scope === "document" ||
      command.scope === "project" ||
      command.also?.includes(doc.kind) === true ||
      (command.onParts === true && doc.kind === "footprint") ||
      (command.onSymbolParts !== undefined && doc.kind === "symbolLibrary");
    const examples = command.examples
      .filter(({ fixture }) => fixture === undefined || endings.some((ending) => fixture.endsWith(ending)))
      .map(({ args }) => args);
    return own && examples.length > 0 ? [{ id: command.id, examples }] : [];
  });
}

/** A footprint's file is edited as a board is, and a symbol's as a sheet is. */
const endingsOf: Readonly<Partial<Record<Doc["kind"], readonly string[]>>> = {
  board: [".kicad_pcb"],
  schematic: [".kicad_sch"],
  footprint: [".kicad_mod", ".kicad_pcb"],
  symbolLibrary: [".kicad_sym", ".kicad_sch"],
};

export type Args = Readonly<Record<string, unknown>>;

/** What a document has for arguments to name. Ids of parts of the file are left to their own commands. */
export function poolsOf(doc: Doc): Pools {
  const ids: string[] = [];
  const references: string[] = [];
  const points: [number, number][] = [];
  const library = doc.kind === "footprint" || doc.kind === "symbolLibrary";
  const below = (item: Item): Item[] => item.children.flatMap((child) => [child, ...below(child)]);
  for (const entry of doc.items.entries) {
    if (isPart(entry.kind) || entry.kind === "net") continue;
    for (const item of library ? [entry.item(), ...below(entry.item())] : [entry.item()]) {
      ids.push(item.id);
      const at = (item["at"] ?? item["start"]) as { readonly x: number; readonly y: number } | null | undefined;
      if (at !== null && at !== undefined) points.push([at.x / 1e6, at.y / 1e6]);
      for (const child of item.children) {
        const isReference = child["name"] === "Reference" || child["role"] === "reference";
        if (isReference) references.push((child["value"] ?? child["text"]) as string);
      }
    }
  }
  const layers = [...doc.items.ofKind("layers")].flatMap((item) =>
    (item["rows"] as readonly { readonly name: string }[]).map(({ name }) => name),
  );
  return { ids, references, nets: [...doc.file.netCodes.keys()].filter((name) => name !== ""), layers, points };
}

/**
 * An example's arguments with what they name and say changed: items, references, nets and layers become others of the
 * document, places come near its items, numbers and switches change a little or not at all.
 */
export function varied(args: Args, pools: Pools, random: () => number): Record<string, unknown> {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[], or: T): T => list[below(list.length)] ?? or;
  const mm = (value: number) => Math.round(value * 1e4) / 1e4;
  const item = (or: string) => (below(2) === 0 ? pick(pools.references, or) : pick(pools.ids, or));
  const vary = (value: unknown, key: string): unknown => {
    if (typeof value === "boolean") return below(4) === 0 ? !value : value;
    if (typeof value === "number")
      return Number.isInteger(value) || below(3) === 0 ? value : mm(value * (0.5 + random()));
    if (typeof value === "string") {
      if (pools.layers.includes(value)) return below(2) === 0 ? value : pick(pools.layers, value);
      if (/^(net|nets)$/.test(key)) return below(4) === 0 ? `NEW_${below(9)}` : pick(pools.nets, value);
      if (/^(item|items|from|to|at|pin|near|symbol|footprint)$/.test(key) && !value.includes(":")) {
        const pin = /\.(\w+)$/.exec(value);
        return pin === null
          ? item(value)
          : `${pick(pools.references, value)}.${below(2) === 0 ? pin[1] : 1 + below(4)}`;
      }
      return value;
    }
    if (Array.isArray(value)) {
      if (value.length === 2 && value.every((each) => typeof each === "number")) {
        const [x, y] = pick(pools.points, [100, 100] as const);
        return below(6) === 0 ? value : [mm(x + (Number(value[0]) % 10)), mm(y + (Number(value[1]) % 10))];
      }
      return value.map((each) => vary(each, key));
    }
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, vary(each, name)]));
    return value;
  };
  const made = vary(args, "") as Record<string, unknown>;
  delete made["dryRun"];
  delete made["path"];
  return made;
}

/** Whether a result says that something was changed. */
export function didEdit(result: EditResult): boolean {
  const of = (each: Pick<EditResult, "newIds" | "changedIds" | "removedIds">) =>
    each.newIds.length + each.changedIds.length + each.removedIds.length;
  return of(result) > 0 || (result.documents ?? []).some((each) => of(each) > 0);
}
