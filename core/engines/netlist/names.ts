/** Signs that files and net names spell by a word in braces. */
const ESCAPES: Readonly<Record<string, string>> = {
  slash: "/",
  backslash: "\\",
  lt: "<",
  gt: ">",
  colon: ":",
  dblquote: '"',
  quote: "'",
  brace: "{",
  return: "\n",
  tab: "\t",
  space: " ",
  bar: "|",
  comma: ",",
  amp: "&",
};

/** A text as people read it: `{slash}` is `/`, and so on. Markup such as `~{RESET}` stays. */
export function unescapeText(text: string): string {
  if (!text.includes("{")) return text;
  return text.replace(/(?<![~_^])\{([a-z]+)\}/g, (all, word: string) => ESCAPES[word] ?? all);
}

/** A text as a net name holds it: the slash parts sheets, so one inside a name is spelt out; line ends vanish. */
export function escapeNetName(text: string): string {
  return /[/\n\r]/.test(text) ? text.replace(/[\n\r]/g, "").replaceAll("/", "{slash}") : text;
}

/** Compares text as KiCad sorts names: code point by code point. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares text with the numbers in it by value: R2 before R10. Case counts only with `sensitive`. */
export function compareNumbered(a: string, b: string, sensitive = true): number {
  const [left, right] = sensitive ? [a, b] : [a.toUpperCase(), b.toUpperCase()];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const [m, n] = [digitsAt(left, i), digitsAt(right, j)];
    if (m > i && n > j) {
      const difference = Number(left.slice(i, m)) - Number(right.slice(j, n));
      if (difference !== 0) return difference < 0 ? -1 : 1;
      [i, j] = [m, n];
      continue;
    }
    if (left[i] !== right[j]) return left[i]! < right[j]! ? -1 : 1;
    i++;
    j++;
  }
  return left.length - i - (right.length - j);
}

function digitsAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return at;
}
