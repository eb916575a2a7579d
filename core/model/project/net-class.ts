import type { Nm } from "../../base/nm.ts";
import { busMembers } from "./bus-pattern.ts";
import { netNameMatcher } from "./net-pattern.ts";
import type { NetClass, ProjectSettings } from "./settings.ts";

/** What a net class says in lengths, all of which the class of a net has. */
export type NetClassLength =
  | "clearance"
  | "trackWidth"
  | "viaDiameter"
  | "viaDrill"
  | "microviaDiameter"
  | "microviaDrill"
  | "pairWidth"
  | "pairGap"
  | "pairViaGap"
  | "wireWidth"
  | "busWidth";

/** What is right for one net: its classes, property by property the strongest that says something. */
export interface EffectiveNetClass extends Readonly<Record<NetClassLength, Nm>> {
  /** The classes' names, strongest first, with commas: what KiCad calls the class (`A`, or `A,B,Default`). */
  readonly name: string;
  /** The classes, strongest first; `Default` stands last where it fills a gap. */
  readonly classes: readonly NetClass[];
  /** The class that each length comes from. */
  readonly from: Readonly<Record<NetClassLength, string>>;
  readonly tuningProfile: string;
}

/**
 * The effective class of a net, as KiCad 9 has it: all classes assigned to the net or matching its name, merged by
 * priority and then by name, gaps filled from `Default`. "" (no net) is of class `Default`. A class that is named but
 * not defined counts, and says nothing. Answers are kept for as long as `settings` live.
 */
export function effectiveNetClass(settings: ProjectSettings, net: string): EffectiveNetClass {
  let known = resolvers.get(settings);
  if (known === undefined) {
    known = makeResolver(settings);
    resolvers.set(settings, known);
  }
  return known(net);
}

/** Whether a net is of a class, by name: what `A.hasNetclass('x')` asks. */
export function hasNetClass(settings: ProjectSettings, net: string, name: string): boolean {
  return effectiveNetClass(settings, net).classes.some((each) => each.name === name);
}

/** The class as people read it: `A`, `A and B`, `A, B and C`, `A, B and 2 more`. */
export function readableNetClass({ classes }: EffectiveNetClass): string {
  const names = classes.map((each) => each.name);
  if (names.length <= 2) return names.join(" and ");
  const rest = names.length === 3 ? names[2]! : `${names.length - 2} more`;
  return `${names[0]}, ${names[1]} and ${rest}`;
}

const resolvers = new WeakMap<ProjectSettings, (net: string) => EffectiveNetClass>();

const lengths: readonly NetClassLength[] = [
  "clearance",
  "trackWidth",
  "viaDiameter",
  "viaDrill",
  "microviaDiameter",
  "microviaDrill",
  "pairWidth",
  "pairGap",
  "pairViaGap",
  "wireWidth",
  "busWidth",
];

/** Without these a class needs no help of `Default`: KiCad keeps the gap of vias there alone. */
const optional: ReadonlySet<NetClassLength> = new Set(["pairViaGap"]);

function makeResolver(settings: ProjectSettings): (net: string) => EffectiveNetClass {
  const fallback = settings.netClasses.at(-1)!;
  const byName = new Map(settings.netClasses.map((each) => [each.name, each]));
  const rows = settings.patterns.flatMap(({ pattern, netClass }) =>
    (busMembers(pattern) ?? [pattern]).map((each) => ({ matches: netNameMatcher(each), netClass })),
  );
  const plain = merged([fallback], fallback);
  // Nets of the same classes share one answer.
  const bySet = new Map<string, EffectiveNetClass>();
  const byNet = new Map<string, EffectiveNetClass>([["", plain]]);

  function resolve(net: string): EffectiveNetClass {
    const names = new Set(settings.assignments.get(net));
    for (const row of rows) if (!names.has(row.netClass) && row.matches(net)) names.add(row.netClass);
    if (names.size === 0) return ofBus(net) ?? plain;
    const classes = [...names].map((name) => byName.get(name) ?? { ...undefinedClass, name });
    classes.sort((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
    const key = JSON.stringify(classes.map((each) => each.name));
    let made = bySet.get(key);
    if (made === undefined) {
      made = merged(classes, fallback);
      bySet.set(key, made);
    }
    return made;
  }

  /** A bus whose members are all of one class is of that class too. */
  function ofBus(net: string): EffectiveNetClass | null {
    const members = busMembers(net);
    if (members === null || members.length === 0) return null;
    const first = effective(members[0]!);
    return members.every((member) => effective(member) === first) ? first : null;
  }

  function effective(net: string): EffectiveNetClass {
    let answer = byNet.get(net);
    if (answer === undefined) {
      answer = resolve(net);
      byNet.set(net, answer);
    }
    return answer;
  }
  return effective;
}

function merged(named: readonly NetClass[], fallback: NetClass): EffectiveNetClass {
  const isFull =
    named.includes(fallback) ||
    (lengths.every((key) => optional.has(key) || named.some((each) => each[key] !== null)) &&
      (fallback.tuningProfile === "" || named.some((each) => each.tuningProfile !== "")));
  const classes = isFull ? named : [...named, fallback];
  const values: Partial<Record<NetClassLength, Nm>> = {};
  const from: Partial<Record<NetClassLength, string>> = {};
  for (const key of lengths) {
    const source = classes.find((each) => each[key] !== null) ?? fallback;
    values[key] = source[key] as Nm;
    from[key] = source.name;
  }
  return {
    ...(values as Record<NetClassLength, Nm>),
    name: classes.map((each) => each.name).join(","),
    classes,
    from: from as Record<NetClassLength, string>,
    tuningProfile: classes.find((each) => each.tuningProfile !== "")?.tuningProfile ?? "",
  };
}

/** A class that a net is given and nobody defined: weaker than any but `Default`. */
const undefinedClass: Omit<NetClass, "name"> = {
  priority: 2 ** 31 - 2,
  clearance: null,
  trackWidth: null,
  viaDiameter: null,
  viaDrill: null,
  microviaDiameter: null,
  microviaDrill: null,
  pairWidth: null,
  pairGap: null,
  pairViaGap: null,
  wireWidth: null,
  busWidth: null,
  tuningProfile: "",
};
