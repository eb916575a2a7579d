/** A net's part in a differential pair, by its name. */
export interface PairName {
  readonly name: string;
  readonly other: string;
  readonly positive: boolean;
}

const opposites: Readonly<Record<string, string>> = { P: "N", N: "P", "+": "-", "-": "+" };

/** `/USB_P` with `/USB_N`, `D+` with `D-`: the last letter that is no digit and no _ tells. Null for other names. */
export function pairOf(net: string): PairName | null {
  const found = /^(.*)([PN+-])([0-9_]*)$/.exec(net);
  if (found === null) return null;
  const [, stem = "", sign = "", tail = ""] = found;
  return { name: stem, other: `${stem}${opposites[sign]}${tail}`, positive: sign === "P" || sign === "+" };
}
