import type { CatalogEntry } from "./catalog.ts";

/** What is searched for. */
export interface Query {
  /** Words that all must be found: in the name, the library's name, the keywords or the description. */
  readonly words: readonly string[];
  readonly pins?: number;
}

/** How well an entry fits, 0 for not at all. Names count most, then keywords, then the description. */
export function scoreOf(entry: CatalogEntry, library: string, query: Query): number {
  if (query.pins !== undefined && entry.pins !== query.pins) return 0;
  const name = entry.name.toLowerCase();
  const id = `${library.toLowerCase()}:${name}`;
  const keywords = entry.keywords.toLowerCase();
  const description = entry.description.toLowerCase();
  let total = 1;
  for (const word of query.words) {
    const score =
      name === word || id === word
        ? 1000
        : name.startsWith(word)
          ? 200
          : isWordIn(name, word)
            ? 150
            : beginsPartOf(name, word)
              ? 120
              : name.includes(word)
                ? 100
                : isWordIn(keywords, word)
                  ? 80
                  : keywords.includes(word)
                    ? 40
                    : isWordIn(description, word)
                      ? 30
                      : description.includes(word)
                        ? 15
                        : id.includes(word)
                          ? 10
                          : 0;
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/** Whether a part of a name begins so: 0 in `LED_0805`, but not in `LED_D10.0mm`. */
function beginsPartOf(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at > 0 && !isLetter(text[at - 1]) && !/\d\.$/.test(text.slice(0, at))) return true;
  return false;
}

/** Whether a text has the word with no letter or digit beside it. */
function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}

function isLetter(c: string | undefined): boolean {
  return c !== undefined && /[\p{L}\p{N}]/u.test(c);
}

/** The words of a query, lower case. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** A pattern with `*` for any letters, as a test. */
export function matcher(pattern: string): (text: string) => boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  const test = new RegExp(`^${escaped}$`, "i");
  return (text) => test.test(text);
}
