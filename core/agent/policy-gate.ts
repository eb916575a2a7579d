import type { Caller } from "../commands/define.ts";
import type { PersonPort } from "../commands/person.ts";
import { plainLine } from "../commands/person.ts";
import type { PlannedChange } from "../session/session.ts";
import type { Asking, Policy, Verdict } from "./policy.ts";
import { canPropose, judgeCall, judgeChange, judgeFiles, refusalOf } from "./policy.ts";

const ONCE = "Allow once";
const ALWAYS = "Allow always";
const DENY = "Deny";

/** Thrown where the person has to be asked: what was begun is taken back, the question put, and the call run anew. */
export class NeedsConsent extends Error {
  readonly asking: Asking;
  readonly verdict: Verdict;

  constructor(asking: Asking, verdict: Verdict) {
    super("The person has to be asked.");
    this.asking = asking;
    this.verdict = verdict;
  }
}

/** Thrown where an edit may only be proposed: what was begun is taken back, and the call run anew on a draft. */
export class NeedsProposal extends Error {
  readonly asking: Asking;
  readonly verdict: Verdict;

  constructor(asking: Asking, verdict: Verdict) {
    super("It may only be proposed.");
    this.asking = asking;
    this.verdict = verdict;
  }
}

/** The question that a failure came from; null when it is another failure. */
export function consentNeededBy(thrown: unknown): NeedsConsent | null {
  return causeOf(thrown, (each): each is NeedsConsent => each instanceof NeedsConsent);
}

/** Whether a call failed because what it does may only be proposed. */
export function proposalNeededBy(thrown: unknown): NeedsProposal | null {
  return causeOf(thrown, (each): each is NeedsProposal => each instanceof NeedsProposal);
}

/** A call as the gate sees it. */
export interface Held {
  readonly asking: Asking;
  /** What the person has consented to for it. */
  readonly consented: ReadonlySet<string>;
  /** It works on a draft: what it changes is put to the person. */
  readonly drafting: boolean;
}

/** Holds every call to what the person allows agents. Consent counts for one call, or for the session. */
export class PolicyGate {
  private readonly policy: () => Policy;
  private readonly always = new Set<string>();

  constructor(policy: () => Policy) {
    this.policy = policy;
  }

  /** Throws `denied`, `NeedsConsent` or `NeedsProposal`. */
  checkCall(held: Held): void {
    this.hold(held, judgeCall(this.policy(), held.asking));
  }

  /** Throws `denied`, `NeedsConsent` or `NeedsProposal`. */
  checkChange(held: Held, changes: readonly PlannedChange[]): void {
    this.hold(held, judgeChange(this.policy(), held.asking, changes));
  }

  /** Throws `denied`, `NeedsConsent` or `NeedsProposal`. */
  checkFiles(held: Held, paths: readonly string[]): void {
    this.hold(held, judgeFiles(this.policy(), held.asking, paths));
  }

  /** Asks the person. Answers what was consented to; throws `denied`. */
  async ask({ asking, verdict }: NeedsConsent, person: PersonPort | undefined, signal: AbortSignal): Promise<string> {
    if (person === undefined)
      throw refusalOf(asking, verdict, "the person has to allow it, and nobody sits at an editor");
    const from = plainLine(asking.caller.name, 60);
    const on = verdict.what === "" ? "" : ` on ${verdict.what}`;
    const prompt = plainLine(`May ${from} run ${asking.id}${on}?`);
    const answer = await person.ask({ kind: "choice", prompt, from, choices: [ONCE, ALWAYS, DENY] }, signal);
    const text = answer.status === "answered" ? answer.text : DENY;
    if (text !== ONCE && text !== ALWAYS) throw refusalOf(asking, verdict, "the person refused it");
    const key = keyOf(asking.caller, verdict);
    if (text === ALWAYS) this.always.add(key);
    return key;
  }

  private hold({ asking, consented, drafting }: Held, verdict: Verdict): void {
    if (verdict.effect === "allow") return;
    if (verdict.effect === "deny") throw refusalOf(asking, verdict);
    // Accepting a proposal is the consent to it.
    if (drafting) return;
    if (verdict.effect === "propose" && canPropose(asking)) throw new NeedsProposal(asking, verdict);
    const key = keyOf(asking.caller, verdict);
    if (!consented.has(key) && !this.always.has(key)) throw new NeedsConsent(asking, verdict);
  }
}

/** A consent is to one rule, for one agent. */
function keyOf(caller: Caller, { rule }: Verdict): string {
  return `${caller.name}\n${JSON.stringify(rule)}`;
}

function causeOf<T extends Error>(thrown: unknown, is: (each: Error) => each is T): T | null {
  for (let each = thrown; each instanceof Error; each = each.cause) if (is(each)) return each;
  return null;
}
