/** A value as a part's field says it (`2k7`, `10 uF`, `4,7k`): what KiCad makes of it; null for an expression. */
export function inferValue(text: string, unit: "passive" | "source"): string | null {
  const match = (unit === "passive" ? PASSIVE : SOURCE).exec(text);
  if (match === null) return null;
  const mantissa = plainNumber(match[1]!);
  const prefix = /^meg$/i.test(match[2] ?? "")
    ? "M"
    : /[\u00b5\u03bc]/.test(match[2] ?? "")
      ? "u"
      : (match[2] ?? "").trim();
  const fraction = (match[4] ?? "").trim();
  return (mantissa.includes(".") || fraction === "" ? mantissa : `${mantissa}.${fraction}`) + prefix;
}

// Number, prefix, unit, then digits behind a unit or prefix that stands for the point (2k7).
const PASSIVE =
  /^([0-9,. ]+)([fpnumkgtFPNUMKGT\u00b5\u03bc ]|M[eE][gG])?([fFhHrR\u03a9\u2126]|ohm)?([0-9 ]*)(?:[fFhHrR\u03a9\u2126]|ohm)?$/;
const SOURCE = /^([0-9,. ]+)([fpnumkgtFPNUMKGT\u00b5\u03bc ]|M[eE][gG])?([vVaA])?([0-9 ]*)(?:[vVaA])?$/;

/** `1,000.5` and `1.000,5` alike: the last of two different signs is the point; a lone comma before three digits is none. */
function plainNumber(text: string): string {
  const digits = text.replaceAll(" ", "");
  const [comma, point] = [digits.lastIndexOf(","), digits.lastIndexOf(".")];
  if (comma >= 0 && point >= 0) {
    const [thousands, decimal] = comma > point ? [".", ","] : [",", "."];
    return digits.replaceAll(thousands, "").replace(decimal, ".");
  }
  if (comma < 0) return digits;
  const several = digits.indexOf(",") !== comma;
  return several || digits.length - comma === 4 ? digits.replaceAll(",", "") : digits.replace(",", ".");
}

const PREFIXES: readonly (readonly [number, string])[] = [
  [12, "T"],
  [9, "G"],
  [6, "Meg"],
  [3, "k"],
  [0, ""],
  [-3, "m"],
  [-6, "u"],
  [-9, "n"],
  [-12, "p"],
  [-15, "f"],
];

/**
 * A value of KiCad's fields for SPICE, where M and m both are a thousandth: `3M` is `3Meg`, `1e-14` is `10f`. What is no
 * number with a prefix stays as it is.
 */
export function toSpice(value: string): string {
  const power = /^([+-]?)(\d+\.?\d*|\.\d+)[eE]([+-]?\d+)$/.exec(value);
  if (power !== null) return engineering(power[1]!, power[2]!, Number(power[3]));
  const plain = /^([+-]?(?:\d+\.?\d*|\.\d+))(M|[mM][eE][gG]|[fpnumkgtFPNUKGT])?$/.exec(value);
  if (plain === null) return value;
  const [, number, prefix = ""] = plain;
  const short = number!.includes(".") ? number!.replace(/\.?0+$/, "") : number!;
  return short + (prefix === "K" ? "k" : /^m(eg)?$/i.test(prefix) && prefix !== "m" ? "Meg" : prefix);
}

/** Digits times a power of ten with the prefix that leaves one to three digits before the point; exact, by the digits. */
function engineering(sign: string, digits: string, power: number): string {
  const [whole, fraction = ""] = digits.split(".");
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  if (all === "") return "0";
  const exponent = power - fraction.length + all.length;
  const wanted = Math.floor((exponent - 1) / 3) * 3;
  const [step, prefix] = PREFIXES.find(([each]) => each <= wanted) ?? PREFIXES.at(-1)!;
  const before = exponent - step;
  const text =
    before <= 0 ? `0.${"0".repeat(-before)}${all}` : `${all.padEnd(before, "0").slice(0, before)}.${all.slice(before)}`;
  return sign + text.replace(/\.?0*$/, (zeros) => (zeros.startsWith(".") ? "" : zeros.replace(/0+$/, ""))) + prefix;
}

/** `name=value` pairs of a `Sim.Params` or `Sim.Pins` field, in order; values may stand in quotes. Null for other text. */
export function readPairs(text: string): [string, string][] | null {
  const pairs: [string, string][] = [];
  let rest = text.trim();
  while (rest !== "") {
    const match = /^([^\s=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?:\s+|$)/.exec(rest);
    if (match === null) return null;
    pairs.push([match[1]!, match[2] === undefined ? match[3]! : match[2].replace(/\\(.)/g, "$1")]);
    rest = rest.slice(match[0].length);
  }
  return pairs;
}
