import { CommandError } from "../base/error.ts";
import type { Box, Nm } from "../base/nm.ts";
import type { Caller, CommandKind } from "../commands/define.ts";
import { boundsOf } from "../commands/item-bounds.ts";
import type { Item } from "../model/item.ts";
import { touchedBy } from "../session/open-document.ts";
import type { PlannedChange } from "../session/session.ts";

/** propose: an edit is put to the person and nothing changes before it is accepted; what is no edit asks, as confirm. */
export type Effect = "deny" | "propose" | "confirm" | "allow";

/** What agents may do, in the person's words. All that a rule names must fit; `*` in a name stands for anything. */
export interface PolicyRule {
  readonly effect: Effect;
  /** Name of the agent. */
  readonly agent?: string;
  /** `pcb.delete`, `sch.*` */
  readonly command?: string;
  /** Path of the document, absolute; `*.kicad_pcb` fits in any folder. */
  readonly file?: string;
  /** Kind of a touched item, as query.items names it. */
  readonly kind?: string;
  /** A layer that a touched item is on. */
  readonly layer?: string;
  /** The net of a touched item, or of a pad in it. */
  readonly net?: string;
  /** Only locked items. */
  readonly locked?: true;
  /** Two corners (mm): items that reach into it. */
  readonly region?: readonly [readonly [number, number], readonly [number, number]];
}

export interface Policy {
  /** What holds where no rule fits. */
  readonly otherwise: Effect;
  /** A deny goes before a propose, that before a confirm, a confirm before an allow, whatever their order. */
  readonly rules: readonly PolicyRule[];
}

export const openPolicy: Policy = { otherwise: "allow", rules: [] };

/** A call as rules see it. */
export interface Asking {
  readonly id: string;
  readonly kind: CommandKind | "unknown";
  readonly caller: Caller;
  /** It writes a file that is no design: a picture, a report. */
  readonly writesFile: boolean;
  /** The steps of a transaction, too: a rule for a command holds inside one. */
  readonly inner: readonly string[];
}

/** What is decided, and because of what. */
export interface Verdict {
  readonly effect: Effect;
  readonly rule: PolicyRule | null;
  /** What of the design it is about; "" for the call as such. */
  readonly what: string;
}

/** Calls that change neither a design nor a file (unless told to write one), or only ask and stop. */
const harmless = /^(agent\.|session\.(open|checkpoint|export)$|check\.|render\.(svg|png)$|project\.(bom|netlist)$)/;

/** Calls that change documents, beside the edits. */
const changing = /^session\.(transaction|batch|undo|redo|restore|merge)$/;

/** Of these, those that can be proposed. */
const proposable = /^(session\.(transaction|batch|restore)|project\.new)$/;

const strength: Readonly<Record<Effect, number>> = { deny: 3, propose: 2, confirm: 1, allow: 0 };

/** Whether what a call changes can be put to the person before it is done. */
export function canPropose({ id, kind }: Pick<Asking, "id" | "kind">): boolean {
  return kind === "edit" || proposable.test(id);
}

/** Whether a call is to write a file that is no design. */
export function writesFile(args: unknown): boolean {
  return (args as { out?: unknown } | null | undefined)?.out !== undefined;
}

/** Whether a call looks at the design only: it may look at a proposal as well. */
export function isHarmless({ id, kind, writesFile }: Pick<Asking, "id" | "kind" | "writesFile">): boolean {
  // What there is no command for does nothing, and is answered with the names that are near.
  if (kind === "unknown") return true;
  return !writesFile && kind !== "edit" && (kind === "query" || harmless.test(id));
}

/** Before a call runs. An edit that rules of items may allow or refuse is judged again with what it would change. */
export function judgeCall(policy: Policy, asking: Asking): Verdict {
  if (asking.caller.kind === "person" || isHarmless(asking)) return free;
  const fitting = policy.rules.filter(
    (rule) => !isAboutItems(rule) && rule.file === undefined && fitsCall(rule, asking),
  );
  const found = strongest(fitting);
  if (found !== null) return { effect: found.effect, rule: found, what: "" };
  const changes = asking.kind === "edit" || changing.test(asking.id);
  const isJudgedLater = changes && policy.rules.some((rule) => isAboutItems(rule) || rule.file !== undefined);
  return isJudgedLater ? free : { effect: policy.otherwise, rule: null, what: "" };
}

/** Before a change is made, by what it would do. */
export function judgeChange(policy: Policy, asking: Asking, changes: readonly PlannedChange[]): Verdict {
  if (asking.caller.kind === "person") return free;
  const rules = policy.rules.filter((rule) => fitsCall(rule, asking));
  if (rules.length === 0) return { effect: policy.otherwise, rule: null, what: "" };
  let worst: Verdict = free;
  for (const { path, before, after, steps } of changes) {
    for (const id of touchedBy(steps)) {
      const states = [before.items.get(id), after.items.get(id)].filter((item) => item !== undefined);
      const fitting = rules.filter((rule) => fitsFile(rule, path) && (!isAboutItems(rule) || fitsItem(rule, states)));
      const rule = strongest(fitting);
      const effect = rule?.effect ?? policy.otherwise;
      if (strength[effect] <= strength[worst.effect]) continue;
      worst = { effect, rule, what: `${states[0]?.kind ?? "item"} ${id}` };
      if (effect === "deny") return worst;
    }
  }
  return worst;
}

/** Before files are made, by what they are called. */
export function judgeFiles(policy: Policy, asking: Asking, paths: readonly string[]): Verdict {
  if (asking.caller.kind === "person") return free;
  const rules = policy.rules.filter((rule) => !isAboutItems(rule) && fitsCall(rule, asking));
  return paths.reduce<Verdict>((worst, path) => {
    const rule = strongest(rules.filter((each) => fitsFile(each, path)));
    const effect = rule?.effect ?? policy.otherwise;
    // Consent to the call is consent to the files that it makes.
    const what = rule?.file === undefined ? "" : path;
    return strength[effect] > strength[worst.effect] ? { effect, rule, what } : worst;
  }, free);
}

/** What the agent reads when it may not. */
export function refusalOf({ id }: Asking, { rule, what }: Verdict, reason?: string): CommandError {
  const about = what === "" ? "" : ` on ${what}`;
  const why = reason ?? (rule === null ? "agents may only read here" : `the rule ${JSON.stringify(rule)} denies it`);
  return new CommandError({
    code: "denied",
    message: `Cannot run ${id}${about}: ${why}.`,
    hint: "Only the person can change what agents may do (setting softforge.edsnx.agent.rules). Queries still work.",
    data: { ...(rule === null ? {} : { rule }) },
  });
}

const free: Verdict = { effect: "allow", rule: null, what: "" };

function strongest(rules: readonly PolicyRule[]): PolicyRule | null {
  return rules.reduce<PolicyRule | null>(
    (best, rule) => (best === null || strength[rule.effect] > strength[best.effect] ? rule : best),
    null,
  );
}

function isAboutItems({ kind, layer, net, locked, region }: PolicyRule): boolean {
  return kind !== undefined || layer !== undefined || net !== undefined || locked === true || region !== undefined;
}

function fitsCall({ agent, command }: PolicyRule, { id, inner, caller }: Asking): boolean {
  return fits(agent, caller.name) && [id, ...inner].some((each) => fits(command, each));
}

function fitsFile({ file }: PolicyRule, path: string): boolean {
  if (file === undefined) return true;
  return fits(file, path) || (!/[\\/]/.test(file) && fits(file, path.slice(path.search(/[^\\/]*$/))));
}

/** Whether the item was so before the change, or is after it: neither way past a rule. */
function fitsItem(rule: PolicyRule, states: readonly Item[]): boolean {
  return states.some(
    (item) =>
      fits(rule.kind, item.kind) &&
      (rule.layer === undefined || layersOf(item).some((layer) => fits(rule.layer, layer))) &&
      (rule.net === undefined || netsOf(item).some((net) => fits(rule.net, net))) &&
      (rule.locked !== true || item["locked"] === true) &&
      (rule.region === undefined || overlaps(boundsOf({ item }), rule.region)),
  );
}

function layersOf(item: Item): string[] {
  const own = [item["layer"], ...((item["layers"] as readonly unknown[] | null | undefined) ?? [])];
  return [...own.filter((layer) => typeof layer === "string"), ...item.children.flatMap(layersOf)];
}

function netsOf(item: Item): string[] {
  return [item, ...item.children].map((each) => each["net"]).filter((net) => typeof net === "string");
}

function overlaps(box: Box, [[x1, y1], [x2, y2]]: NonNullable<PolicyRule["region"]>): boolean {
  const nm = (mm: number): Nm => mm * 1e6;
  return (
    box.minX <= nm(Math.max(x1, x2)) &&
    box.maxX >= nm(Math.min(x1, x2)) &&
    box.minY <= nm(Math.max(y1, y2)) &&
    box.maxY >= nm(Math.min(y1, y2))
  );
}

/** `*` stands for any run of characters; the rest is as it is written. */
function fits(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === text) return true;
  if (!pattern.includes("*")) return false;
  const parts = pattern.split("*");
  let at = parts[0]!.length;
  if (!text.startsWith(parts[0]!)) return false;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return text.length - last.length >= at && text.endsWith(last);
}
