/**
 * Whether a text is what a pattern with `*` (anything) and `?` (one sign) says. Takes time in proportion to the two
 * lengths at worst, whatever the pattern.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  let t = 0;
  let p = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      mark = t;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** The like without regard to upper and lower case; a pattern without wildcards must be the whole text. */
export function matchesText(text: string, pattern: string): boolean {
  return matchesWildcard(text.toLowerCase(), pattern.toLowerCase());
}
