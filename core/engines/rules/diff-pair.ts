/** The pair that a net is of by its name: `USB_P`, `D+`, `CLK_P3` … */
export interface DiffPairName {
  readonly base: string;
  readonly other: string;
  readonly positive: boolean;
}

const kept = new Map<string, DiffPairName | null>();

/**
 * What a net's name says about a differential pair: it ends in `+`/`-` or `P`/`N`, with digits or signs behind the
 * letter. Null for any other net.
 */
export function pairOf(net: string): DiffPairName | null {
  let pair = kept.get(net);
  if (pair === undefined) {
    if (kept.size > 100_000) kept.clear();
    kept.set(net, (pair = readPair(net)));
  }
  return pair;
}

function readPair(net: string): DiffPairName | null {
  // What may stand behind the sign: digits and underscores, as in CLK_P_1.
  let end = net.length;
  while (end > 0 && /[0-9_]/.test(net[end - 1]!)) end--;
  const opposite = opposites[net[end - 1] ?? ""];
  if (opposite === undefined) return null;
  const base = net.slice(0, end - 1);
  return { base, other: base + opposite + net.slice(end), positive: opposite === "-" || opposite === "N" };
}

const opposites: Readonly<Record<string, string>> = { "+": "-", "-": "+", P: "N", N: "P" };
