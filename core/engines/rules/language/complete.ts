import { constraintTypes, disallowable } from "../constraint.ts";
import { ruleFunctions } from "../functions.ts";
import { layerNames } from "../layer-names.ts";
import { propertyNames } from "../properties.ts";
import { placeAt } from "./places.ts";

/** What may be named in the rules of one project. */
export interface KnownNames {
  readonly layers: readonly string[];
  readonly netClasses: readonly string[];
  readonly nets: readonly string[];
  readonly areas: readonly string[];
  readonly groups: readonly string[];
  readonly footprints: readonly string[];
  readonly componentClasses: readonly string[];
}

export const NO_NAMES: KnownNames = {
  layers: [],
  netClasses: ["Default"],
  nets: [],
  areas: [],
  groups: [],
  footprints: [],
  componentClasses: [],
};

export interface Completion {
  readonly label: string;
  readonly kind: "keyword" | "type" | "property" | "function" | "value";
  /** What is written; `$1`, `$0` are places to go on at. */
  readonly insert: string;
  readonly about: string;
  /** What it replaces starts here, and ends where one types. */
  readonly start: number;
}

type Draft = Omit<Completion, "start">;

/** What may be written at a place of a rules file. */
export function complete(text: string, offset: number, names: KnownNames): Completion[] {
  const place = placeAt(text, offset);
  const { lists, before, constraint, expression, wordStart } = place;
  const start = wordStart;
  if (expression !== null) return inExpression(expression, offset, names);
  const all = (drafts: readonly Draft[]) => drafts.map((each) => ({ ...each, start }));
  const list = lists.at(-1);
  if (before === 0) return all(heads[lists.at(-2) ?? (lists.length === 1 ? "" : "?")] ?? []);
  switch (list) {
    case "constraint":
      if (before === 1) return all(constraints);
      if (constraint === "disallow") return all(disallowable.map((each) => word(each)));
      if (constraint === "zone_connection" && before === 2)
        return all(["solid", "thermal_reliefs", "none"].map((each) => word(each)));
      return [];
    case "layer": {
      const own = names.layers.length > 0 ? names.layers : layerNames;
      return before === 1 ? all([word("outer"), word("inner"), ...own.map((each) => word(each))]) : [];
    }
    case "severity":
      return before === 1 ? all(["ignore", "warning", "error", "exclusion"].map((each) => word(each))) : [];
    default:
      return [];
  }
}

function word(label: string, about = ""): Draft {
  return { label, kind: "value", insert: label, about };
}

const constraints: readonly Draft[] = Object.entries(constraintTypes).map(([label, { about, measure }]) => ({
  label,
  kind: "type",
  insert: label === "assertion" ? `${label} "$0"` : measure === "length" ? `${label} (\${1|min,opt,max|} $2mm)` : label,
  about,
}));

/** The heads of lists by the list that they stand in. */
const heads: Readonly<Record<string, readonly Draft[]>> = {
  "": [
    { label: "version", kind: "keyword", insert: "version 1", about: "Must come first." },
    {
      label: "rule",
      kind: "keyword",
      insert: 'rule "$1"\n\t(condition "$2")\n\t(constraint $0)',
      about: "A rule: constraints for what its condition chooses. Of several the last that fits counts.",
    },
  ],
  rule: [
    { label: "constraint", kind: "keyword", insert: "constraint $0", about: "What is asked for." },
    {
      label: "condition",
      kind: "keyword",
      insert: 'condition "$0"',
      about: "What the rule is for; A and B are the items.",
    },
    {
      label: "layer",
      kind: "keyword",
      insert: "layer $0",
      about: "Layers that the rule is for: outer, inner or a name.",
    },
    { label: "severity", kind: "keyword", insert: "severity $0", about: "How a violation counts." },
  ],
  constraint: [
    {
      label: "min",
      kind: "keyword",
      insert: "min $0",
      about: "The least; a length has its unit right behind it: 0.2mm.",
    },
    { label: "opt", kind: "keyword", insert: "opt $0", about: "What is best: the router goes by it." },
    { label: "max", kind: "keyword", insert: "max $0", about: "The most." },
    { label: "within_diff_pairs", kind: "keyword", insert: "within_diff_pairs", about: "Of skew: within each pair." },
  ],
};

/** Inside a condition: properties and functions behind `A.`, names in quotes, A and B elsewhere. */
function inExpression(expression: string, offset: number, names: KnownNames): Completion[] {
  const quoted = openQuote(expression);
  if (quoted !== null) {
    const start = offset - (expression.length - quoted - 1);
    return valuesFor(expression.slice(0, quoted), names).map((label) => ({ ...word(label), start }));
  }
  const typed = /[A-Za-z0-9_]*$/.exec(expression)![0];
  const start = offset - typed.length;
  const owner = expression.slice(0, expression.length - typed.length);
  if (/\b(A|B|AB)\s*\.\s*$/.test(owner)) {
    const functions = ruleFunctions
      .filter(({ instead }) => instead === undefined)
      .map(({ name, args, about }): Completion => {
        const insert =
          args.length === 0 ? `${name}()` : `${name}(${args.map((arg, i) => `'\${${i + 1}:${arg}}'`).join(", ")})`;
        return { label: name, kind: "function", insert, about, start };
      });
    const properties = propertyNames.map(
      (label): Completion => ({ label, kind: "property", insert: label, about: "", start }),
    );
    return [...functions, ...properties];
  }
  return [
    { label: "A", kind: "value", insert: "A", about: "The item, or the first of two.", start },
    { label: "B", kind: "value", insert: "B", about: "The second of two items.", start },
    { label: "AB", kind: "value", insert: "AB", about: "Either of both.", start },
    { label: "L", kind: "value", insert: "L", about: "The layer in question.", start },
  ];
}

/** Where a text in single quotes begins that has not ended; null for none. */
function openQuote(expression: string): number | null {
  let open: number | null = null;
  for (let i = 0; i < expression.length; i++) {
    if (expression[i] === "\\") i++;
    else if (expression[i] === "'") open = open === null ? i : null;
  }
  return open;
}

/** What a quoted text may be, by what stands before it. */
function valuesFor(before: string, names: KnownNames): readonly string[] {
  const call = /\b(\w+)\s*\(\s*(?:'[^']*'\s*,\s*)?$/.exec(before)?.[1]?.toLowerCase();
  if (call !== undefined) {
    if (call === "existsonlayer") return names.layers.length > 0 ? names.layers : layerNames;
    if (call === "hasnetclass" || call === "hasexactnetclass") return names.netClasses;
    if (call === "hascomponentclass") return names.componentClasses;
    if (call.startsWith("memberof"))
      return call.includes("footprint") ? names.footprints : call.includes("sheet") ? [] : names.groups;
    if (call.includes("courtyard")) return names.footprints;
    if (call.includes("area")) return names.areas;
    return [];
  }
  const property = /(\w+)\s*(?:==|!=)\s*$/.exec(before)?.[1]?.toLowerCase();
  switch (property) {
    case "netclass":
    case "net_class":
      return names.netClasses;
    case "netname":
      return names.nets;
    case "layer":
    case "l":
      return names.layers.length > 0 ? names.layers : layerNames;
    case "componentclass":
      return names.componentClasses;
    case "reference":
    case "parent":
      return names.footprints;
    case "name":
      return names.areas;
    case "type":
      return ["Track", "Via", "Pad", "Zone", "Graphic", "Text", "Text Box", "Dimension", "Footprint"];
    case "via_type":
      return ["Through", "Blind/buried", "Micro"];
    case "pad_type":
      return ["Through-hole", "SMD", "Edge connector", "NPTH, mechanical"];
    default:
      return [];
  }
}
