/** Letters of one word that are one token with near certainty. */
const WORD = 9;

/** Marks, and digits, that are one token together at most. */
const RUN = 3;

/**
 * About as many tokens as a tokenizer finds in the JSON of a tool: words (each capital begins one), long words as one
 * and a half, and runs of three digits or marks. `share` corrects for what JSON it is.
 */
export function estimateTokens(value: unknown, share = 1): number {
  const text = JSON.stringify(value);
  let pieces = 0;
  let length = 0;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    // A capital and the small letters after it are one word.
    const goesOn = kind === before || (kind === LOWER && before === UPPER);
    if (kind === BLANK) {
      before = BLANK;
      length = 0;
      continue;
    }
    const limit = kind === LOWER || kind === UPPER ? Number.POSITIVE_INFINITY : RUN;
    if (!goesOn || length === limit) {
      pieces++;
      length = 0;
    }
    length++;
    if (length === WORD + 1) pieces += 0.5;
    before = kind;
  }
  return Math.ceil(pieces * share);
}

const [BLANK, LOWER, UPPER, DIGIT, MARK] = [1, 2, 3, 4, 5] as const;

function kindOf(code: number): number {
  if (code === 0x20) return BLANK;
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  return code >= 0x30 && code <= 0x39 ? DIGIT : MARK;
}
