import type { CheckRule } from "./define-rule.ts";
import { checkRules } from "./rule-list.ts";
import { connectionWidth } from "./rules/connection-width.ts";
import { connectivity } from "./rules/connectivity.ts";
import { copperClearance } from "./rules/copper-clearance.ts";
import { copperSliver } from "./rules/copper-sliver.ts";
import { courtyard } from "./rules/courtyard.ts";
import { creepage } from "./rules/creepage.ts";
import { diffPairs } from "./rules/diff-pairs.ts";
import { disallow } from "./rules/disallow.ts";
import { edgeClearance } from "./rules/edge-clearance.ts";
import { isolatedCopper } from "./rules/isolated-copper.ts";
import { libraryFootprints } from "./rules/library-footprints.ts";
import { openEndsRule } from "./rules/open-ends.ts";
import { physicalClearance } from "./rules/physical-clearance.ts";
import { routeLength } from "./rules/route-length.ts";
import { silk } from "./rules/silk.ts";
import { solderMask } from "./rules/solder-mask.ts";
import { text } from "./rules/text.ts";
import { thermals } from "./rules/thermals.ts";
import { zoneClearance } from "./rules/zone-clearance.ts";

/**
 * Long work first, from either end: what looks for near copper from the front, what goes by connections, ink and
 * libraries from the back, since those share what they find out.
 */
const front = [copperClearance, connectionWidth, zoneClearance, edgeClearance, physicalClearance, creepage, disallow];
const back = [silk, solderMask, copperSliver, courtyard, text, thermals, isolatedCopper, openEndsRule, connectivity];
const middle = checkRules.filter(
  (rule) => ![...front, diffPairs, routeLength, ...back, libraryFootprints].includes(rule),
);
const order: readonly CheckRule[] = [...front, diffPairs, routeLength, ...middle, ...back, libraryFootprints];

/** How many rules were given out from the front is in the low half of a word, from the back in the high half. */
const FROM_BACK = 16;
const LOW = (1 << FROM_BACK) - 1;

/**
 * The rules of one check, given out one by one to two threads, so that whoever is faster does more: to one from the front,
 * to the other from the back. Both have one of these on the same two words.
 */
export class RuleShare {
  readonly words: Int32Array;

  constructor(words: Int32Array = new Int32Array(new SharedArrayBuffer(8))) {
    this.words = words;
  }

  /** The next rule for the first thread, of those that pass; null when none is left. */
  takeFirst(passes: (rule: CheckRule) => boolean): CheckRule | null {
    return this.take(passes, true);
  }

  /** The next rule for the second thread. */
  takeLast(passes: (rule: CheckRule) => boolean): CheckRule | null {
    return this.take(passes, false);
  }

  /** Whether the second thread has taken any. */
  get isShared(): boolean {
    return Atomics.load(this.words, 0) >> FROM_BACK > 0;
  }

  /** Calls the check off; the other thread finds out at its next pause. */
  stop(): void {
    Atomics.store(this.words, 1, 1);
  }

  get isStopped(): boolean {
    return Atomics.load(this.words, 1) !== 0;
  }

  private take(passes: (rule: CheckRule) => boolean, isFirst: boolean): CheckRule | null {
    const passing = order.filter(passes);
    for (;;) {
      const taken = Atomics.load(this.words, 0);
      const [first, last] = [taken & LOW, taken >> FROM_BACK];
      if (first + last >= passing.length) return null;
      const next = isFirst ? taken + 1 : taken + (1 << FROM_BACK);
      if (Atomics.compareExchange(this.words, 0, taken, next) !== taken) continue;
      return passing[isFirst ? first : passing.length - 1 - last]!;
    }
  }
}
