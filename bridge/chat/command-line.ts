/**
 * Splits a command line into its words, without a shell: blanks part words, quotes of both kinds join them, a backslash
 * takes the next quote or backslash as it is (so Windows paths stay whole). Throws when a quote is left open.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const character = line[i] as string;
    const next = line[i + 1] ?? "";
    if (character === "\\" && quote !== "'" && (next === '"' || next === "'" || next === "\\")) {
      word = (word ?? "") + next;
      i++;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") throw new Error(`Cannot read the command: ${quote} is left open in ${line}`);
  if (word !== null) words.push(word);
  return words;
}

/** Puts values in for `${name}`, after splitting, so that blanks in them do no harm. Unknown names stay. */
export function fillIn(words: readonly string[], values: Readonly<Record<string, string>>): string[] {
  return words.map((word) => word.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
}
