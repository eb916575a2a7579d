/**
 * Whether a net's name is meant by a net class's pattern. KiCad takes the pattern both as a wildcard (`*` any text, `?`
 * one letter) for the whole name and as a regular expression that has to match from the name's start; either will do.
 * As in KiCad the anchors belong to the expression's ends only, so of `A|B` the first part may be a mere beginning.
 */
export function netNameMatcher(pattern: string): (net: string) => boolean {
  const expression = regularExpression(pattern);
  if (expression === null) return (net) => matchesWildcard(pattern, net);
  const repeats = pattern.match(/[*+{]/g)?.length ?? 0;
  return (net) =>
    matchesWildcard(pattern, net) ||
    (waysToMatch(net.length, repeats) < MOST_WAYS && expression.exec(net)?.index === 0);
}

/** What makes a pattern more than a wildcard. */
const SYNTAX = /[\\^$.|+()[{]|\*|\?/;

/** A repeated group with repeats or choices inside, `(a+)+`, may take for ever on one name: it is not tried. */
const NESTED_REPEAT = /[*+{|].*\)[*+{]/;

const LONGEST = 1000;

/** A search of so many ways takes about a second; a file of strangers must not make it take more. */
const MOST_WAYS = 1e8;

function regularExpression(pattern: string): RegExp | null {
  if (!SYNTAX.test(pattern) || pattern.length > LONGEST || NESTED_REPEAT.test(pattern)) return null;
  const source = `${pattern.startsWith("^") ? "" : "^"}${pattern}${pattern.endsWith("$") ? "" : "$"}`;
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}

/** In how many ways a name of this length can be shared out between so many repeats. */
function waysToMatch(length: number, repeats: number): number {
  let ways = 1;
  for (let i = 1; i <= repeats; i++) ways *= (length + i) / i;
  return ways;
}

/** Goes back to the last star only, so it is quick whatever the pattern. */
function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let t = 0; t < text.length; ) {
    const c = pattern[p];
    if (c === "*") {
      star = p++;
      resume = t;
    } else if (c === text[t] || c === "?") {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
