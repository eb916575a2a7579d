import type { Severity } from "../../model/project/settings.ts";
import type { Sheet } from "../netlist/design.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { Subgraph } from "../netlist/subgraph.ts";
import type { LibraryPort } from "./library-port.ts";
import type { Subject } from "./subject.ts";

/** What a rule finds. Severity and exclusion are the project's business. */
export interface RawFinding {
  /** The use of a sheet that it is shown on. */
  readonly sheet: Sheet;
  /** What it is about, the main thing first; four at most. */
  readonly items: readonly Subject[];
  /** Says more than the rule's title. */
  readonly message?: string;
  /** Where the severity depends on the case (pins). */
  readonly severity?: "error" | "warning";
}

/** What a rule looks at. */
export interface ErcContext {
  readonly netlist: Netlist;
  /**
   * The subgraphs that rules of connections go through: those that stand for themselves, each driver once, for a sheet
   * that is used twice is not to be blamed twice.
   */
  readonly subgraphs: readonly Subgraph[];
  /** Whether the project wants this type at all. */
  readonly wants: (type: string) => boolean;
  /** Null where nobody can read libraries: rules that need them find nothing. */
  readonly library: LibraryPort | null;
  readonly signal: AbortSignal | undefined;
}

/** One check. */
export interface Rule {
  /** KiCad's key, as project files and reports have it. */
  readonly type: string;
  readonly title: string;
  /** What the person should know: why it matters, what to do. */
  readonly about: string;
  /** KiCad's default. */
  readonly severity: Severity;
  /** The type that KiCad tells its findings under, where that is another; the severity is of that type, too. */
  readonly toldAs?: string;
  /** Finds nothing without libraries to look into. */
  readonly needsLibrary?: boolean;
  /** KiCad tells it when it annotates, and its command line not at all. */
  readonly fromAnnotation?: boolean;
  check(cx: ErcContext): Iterable<RawFinding>;
}

export function defineRule(rule: Rule): Rule {
  return rule;
}
