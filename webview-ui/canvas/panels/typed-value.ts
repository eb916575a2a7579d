/** Millimetres in a unit that may be typed. */
const units: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  um: 0.001,
  µm: 0.001,
  nm: 0.000_001,
  in: 25.4,
  inch: 25.4,
  '"': 25.4,
  mil: 0.0254,
  mils: 0.0254,
  thou: 0.0254,
};

/**
 * What a person typed for a number: `1.5`, `1,5`, `10mil`, `0.1in + 2*3`, `(4-1)/2`. With `length` units are taken and the
 * answer is in millimetres; a unit counts for the number before it. Undefined: it is no number.
 */
export function typedNumber(text: string, length: boolean): number | undefined {
  const reader = new Reader(text.trim(), length);
  const value = reader.sum();
  return value !== undefined && reader.isAtEnd && Number.isFinite(value) ? trimmed(value) : undefined;
}

/** Several numbers, parted by commas, semicolons or blanks; undefined when one is none. */
export function typedNumbers(text: string, length: boolean): number[] | undefined {
  const parts = text.split(/\s*[;]\s*|,\s+|,(?=\s*-?[\d.(])|\s+(?=[-\d.(])/).filter((part) => part.trim() !== "");
  const values = parts.map((part) => typedNumber(part, length));
  return values.every((value) => value !== undefined) ? (values as number[]) : undefined;
}

/** Without the dust of binary fractions: lengths are whole nanometres. */
function trimmed(value: number): number {
  return Number(value.toFixed(9));
}

/** Reads sums of products of numbers, from left to right. */
class Reader {
  private readonly text: string;
  private readonly length: boolean;
  private at = 0;

  constructor(text: string, length: boolean) {
    this.text = text;
    this.length = length;
  }

  get isAtEnd(): boolean {
    this.blanks();
    return this.at === this.text.length;
  }

  sum(): number | undefined {
    let value = this.product();
    for (let sign = this.sign("+-"); sign !== null && value !== undefined; sign = this.sign("+-")) {
      const next = this.product();
      value = next === undefined ? undefined : sign === "+" ? value + next : value - next;
    }
    return value;
  }

  private product(): number | undefined {
    let value = this.factor();
    for (let sign = this.sign("*/"); sign !== null && value !== undefined; sign = this.sign("*/")) {
      const next = this.factor();
      value = next === undefined ? undefined : sign === "*" ? value * next : value / next;
    }
    return value;
  }

  private factor(): number | undefined {
    if (this.sign("-") !== null) {
      const value = this.factor();
      return value === undefined ? undefined : -value;
    }
    if (this.sign("+") !== null) return this.factor();
    if (this.sign("(") !== null) {
      const value = this.sum();
      return this.sign(")") === null ? undefined : value;
    }
    const digits = this.take(/(?:\d+(?:[.,]\d*)?|[.,]\d+)/y);
    if (digits === null) return undefined;
    const value = Number(digits.replace(",", "."));
    if (!this.length) return value;
    const unit = this.take(/[a-zµ]+|"/iy);
    if (unit === null) return value;
    const factor = units[unit.toLowerCase()];
    return factor === undefined ? undefined : value * factor;
  }

  private sign(signs: string): string | null {
    this.blanks();
    const sign = this.text[this.at];
    if (sign === undefined || !signs.includes(sign)) return null;
    this.at++;
    return sign;
  }

  private take(pattern: RegExp): string | null {
    this.blanks();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }

  private blanks(): void {
    while (this.text[this.at] === " ") this.at++;
  }
}
