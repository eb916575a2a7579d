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
  const sign = net[end - 1];
  const before = net[end - 2];
  const tail = net.slice(end);
  if (sign === "+" || sign === "-")
    return make(net.slice(0, end - 1), sign === "+" ? "-" : "+", tail, sign === "+");
  if ((sign === "P" || sign === "N") && before !== undefined && /[0-9_]/.test(before))
    return make(net.slice(0, end - 1), sign === "P" ? "N" : "P", tail, sign === "P");
  if ((sign === "P" || sign === "N") && before !== undefined)
    return make(net.slice(0, end - 1), sign === "P" ? "N" : "P", tail, sign === "P");
  return null;
}

function make(base: string, opposite: string, tail: string, positive: boolean): DiffPairName {
  return { base: base + tail, other: base + opposite + tail, positive };
}
