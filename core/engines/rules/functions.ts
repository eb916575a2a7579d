import type { BoardItem } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import { layerSetOf, layersMeet } from "../../model/board/layer-set.ts";
import type { Via } from "../../model/board/via.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { areasNamed, footprintsNamed, groupsOf } from "./board-names.ts";
import { pairOf } from "./diff-pair.ts";
import { layersMatching } from "./layer-names.ts";
import { componentClassesOf } from "./properties.ts";
import type { Value } from "./value.ts";
import { matchesWildcard } from "./wildcard.ts";
import type { Question, RuleWorld, Side } from "./world.ts";

/** A function of conditions. */
export interface RuleFunction {
  readonly name: string;
  /** What its arguments are. */
  readonly args: readonly string[];
  readonly about: string;
  /** The name that is used now. */
  readonly instead?: string;
  run(item: BoardItem, args: readonly string[], question: Question, world: RuleWorld): boolean;
  /** Of a function that gives a text instead of yes or no. */
  value?(item: BoardItem, args: readonly string[], world: RuleWorld): Value;
}

/** The function of a name, whatever its case. */
export function functionNamed(name: string): RuleFunction | undefined {
  return byName.get(name.toLowerCase());
}

const insideCourtyard: RuleFunction["run"] = (item, [name = ""], question, world) =>
  courtyardsOf(name, question, world).some(
    (each) =>
      world.geometry.intersectsCourtyard(item, each, "front", question.layer) ||
      world.geometry.intersectsCourtyard(item, each, "back", question.layer),
  );

const insideFrontCourtyard = courtyardOn("front");
const insideBackCourtyard = courtyardOn("back");

const intersectsArea: RuleFunction["run"] = (item, [name = ""], question, world) =>
  areasOf(name, question, world).some(
    (area) =>
      area !== item &&
      area.footprint !== item &&
      world.geometry.intersectsArea(item, area, question.layer, question.hole === true),
  );

const functions: readonly RuleFunction[] = [
  {
    name: "existsOnLayer",
    args: ["layer"],
    about: "True if the item is on the layer; the name may have wildcards.",
    run: (item, [name = ""]) => layersMeet(item.layers, layerSetOf(layersMatching(name))),
  },
  {
    name: "isPlated",
    args: [],
    about: "True for vias and plated pads.",
    run: ({ type, item }) => type === "via" || (type === "pad" && item["type"] === "thru_hole"),
  },
  {
    name: "intersectsCourtyard",
    args: ["footprint"],
    about:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
      "True if the item overlaps a courtyard of the footprint: a reference, a library name, A, B or ${Class:name}.",
    run: insideCourtyard,
  },
  {
    name: "intersectsFrontCourtyard",
    args: ["footprint"],
    about: "The same for courtyards on F.CrtYd.",
    run: insideFrontCourtyard,
  },
  {
    name: "intersectsBackCourtyard",
    args: ["footprint"],
    about: "The same for courtyards on B.CrtYd.",
    run: insideBackCourtyard,
  },
  {
    name: "insideCourtyard",
    args: ["footprint"],
    about: "Old name.",
    instead: "intersectsCourtyard",
    run: insideCourtyard,
  },
  {
    name: "insideFrontCourtyard",
    args: ["footprint"],
    about: "Old name.",
    instead: "intersectsFrontCourtyard",
    run: insideFrontCourtyard,
  },
  {
    name: "insideBackCourtyard",
    args: ["footprint"],
    about: "Old name.",
    instead: "intersectsBackCourtyard",
    run: insideBackCourtyard,
  },
  {
    name: "intersectsArea",
    args: ["area"],
    about: "True if the item overlaps the zone or rule area of that name.",
    run: intersectsArea,
  },
  { name: "insideArea", args: ["area"], about: "Old name.", instead: "intersectsArea", run: intersectsArea },
  {
    name: "enclosedByArea",
    args: ["area"],
    about: "True if all of the item lies in the zone or rule area of that name.",
    run: (item, [name = ""], question, world) =>
      areasOf(name, question, world).some(
        (area) => area !== item && area.footprint !== item && world.geometry.enclosedByArea(item, area, question.layer),
      ),
  },
  {
    name: "memberOfGroup",
    args: ["group"],
    about: "True if the item, or its footprint, is in a group of that name.",
    run: (item, [name = ""], _, { items }) => groupsOf(items, item).some((group) => matchesWildcard(group, name)),
  },
  {
    name: "memberOf",
    args: ["group"],
    about: "Old name.",
    instead: "memberOfGroup",
    run: (item, [name = ""], _, { items }) => groupsOf(items, item).some((group) => matchesWildcard(group, name)),
  },
  {
    name: "memberOfFootprint",
    args: ["footprint"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
    about: "True if the item belongs to the footprint: a reference, a library name or ${Class:name}.",
    run: ({ footprint }, [name = ""]) => footprint !== null && isFootprint(footprint, name),
  },
  {
    name: "memberOfSheet",
    args: ["sheet"],
    about: "True if the item's footprint stands on that sheet of the schematic.",
    run: (item, [name = ""]) => {
      const sheet = sheetOf(item);
      const wanted = trimSlash(name);
      return sheet !== null && (matchesWildcard(sheet, wanted) || (sheet === "" && (wanted === "" || wanted === "/")));
    },
  },
  {
    name: "memberOfSheetOrChildren",
    args: ["sheet"],
    about: "The same for the sheet and those below it.",
    run: (item, [name = ""]) => {
      const sheet = sheetOf(item);
      if (sheet === null) return false;
      const wanted = trimSlash(name);
      if (wanted === "" && sheet === "") return true;
      const path = sheet.split("/");
      const parts = wanted.split("/");
      return parts.length <= path.length && parts.every((part, i) => matchesWildcard(path[i]!, part));
    },
  },
  {
    name: "isMicroVia",
    args: [],
    about: "True for microvias.",
    run: ({ type, item }) => type === "via" && (item as unknown as Via).type === "micro",
  },
  {
    name: "isBlindBuriedVia",
    args: [],
    about: "True for blind and buried vias.",
    run: ({ type, item }) => type === "via" && ["blind", "buried"].includes((item as unknown as Via).type),
  },
  {
    name: "isCoupledDiffPair",
    args: [],
    about: "True if A and B are the two nets of a differential pair.",
    run(_, __, { a, b, constraint }, { items }) {
      const pair = pairOf(a.connected ? a.net : "");
      if (pair === null) return false;
      if (alone.has(constraint) && items.doc.file.netCodes.has(pair.other)) return true;
      return b !== null && b.net === pair.other;
    },
  },
  {
    name: "inDiffPair",
    args: ["pair"],
    about: "True if the item's net is in a differential pair of that base name.",
    run({ connected, net }, [name = ""], _, { items }) {
      const pair = connected ? pairOf(net) : null;
      if (pair === null || !items.doc.file.netCodes.has(pair.other)) return false;
      if (matchesWildcard(pair.base, name)) return true;
      return pair.base.endsWith("_") && matchesWildcard(pair.base.slice(0, -1), name);
    },
  },
  {
    name: "getField",
    args: ["field"],
    about: "The value of a field, for footprints; of other items nothing.",
    run: () => false,
    value: ({ type, item }, [name = ""]) => (type === "footprint" ? fieldValue(item, name) : ""),
  },
  {
    name: "hasNetclass",
    args: ["net class"],
    about: "True if the net class is one of those of the item's net.",
    run: ({ connected, net }, [name = ""], _, { settings }) =>
      connected && effectiveNetClass(settings, net).classes.some((each) => matchesWildcard(each.name, name)),
  },
  {
    name: "hasExactNetclass",
    args: ["net class"],
    about: "True if the net class as a whole (`A` or `A,B,Default`) is that.",
    run: ({ connected, net }, [name = ""], _, { settings }) =>
      connected && effectiveNetClass(settings, net).name === name,
  },
  {
    name: "hasComponentClass",
    args: ["component class"],
    about: "True if the item's footprint is of that component class.",
    run(item, [name = ""]) {
      const owner = item.type === "footprint" ? item : item.footprint;
      return owner !== null && [...componentClassesOf(owner)].some((each) => each === name);
    },
  },
  {
    name: "fromTo",
    args: ["pad", "pad"],
    about: "True if the item is on the path between two pads: REF-PAD, with wildcards.",
    run: (item, [from = "", to = ""], _, { geometry }) => geometry.fromTo(item, from, to),
  },
];

/** Constraints that are asked with one item only. */
const alone: ReadonlySet<string> = new Set(["diff_pair_gap", "length", "skew"]);

const byName = new Map(functions.map((each) => [each.name.toLowerCase(), each]));

/** The names of all functions. */
export const functionNames: readonly string[] = functions
  .filter((each) => each.instead === undefined)
  .map((each) => each.name);

/** All functions, for completion and the docs. */
export const ruleFunctions: readonly RuleFunction[] = functions;

function courtyardOn(side: Side): RuleFunction["run"] {
  return (item, [name = ""], question, world) =>
    courtyardsOf(name, question, world).some((each) =>
      world.geometry.intersectsCourtyard(item, each, side, question.layer),
    );
}

/** The footprints that a name means; A and B stand for the items in question. */
function courtyardsOf(name: string, { a, b }: Question, { items }: RuleWorld): readonly BoardItem[] {
  if (name === "A" || name === "B") {
    const item = name === "A" ? a : b;
    return item !== null && item.type === "footprint" ? [item] : [];
  }
  return footprintsNamed(items, name, isFootprint);
}

function isFootprint(footprint: BoardItem, name: string): boolean {
  const selected = /^\$\{class:(.*)\}$/i.exec(name);
  if (selected !== null) return componentClassesOf(footprint).has(selected[1]!);
  if (matchesWildcard(fieldValue(footprint.item, "Reference"), name)) return true;
  return name.includes(":") && matchesWildcard(footprint.item["libId"] as string, name);
}

function areasOf(name: string, { a, b }: Question, { items }: RuleWorld): readonly BoardItem[] {
  if (name === "A") return a.type === "zone" ? [a] : [];
  if (name === "B") return b?.type === "zone" ? [b] : [];
  return areasNamed(items, name);
}

function sheetOf(item: BoardItem): string | null {
  const owner = item.type === "footprint" ? item : item.footprint;
  if (owner === null) return null;
  return trimSlash((owner.item["sheetname"] as string | null) ?? "");
}

function trimSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
