/** A condition or an assertion as a tree; `start` and `end` are offsets into its text. */
export type Expression =
  | { readonly op: "number"; readonly value: number; readonly unit: Unit; readonly start: number; readonly end: number }
  | { readonly op: "text"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly op: "null"; readonly start: number; readonly end: number }
  | {
      readonly op: "property";
      readonly of: Subject;
      readonly name: string;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly op: "call";
      readonly of: Subject;
      readonly name: string;
      readonly args: readonly Expression[];
      readonly start: number;
      readonly end: number;
    }
  | { readonly op: "layer"; readonly start: number; readonly end: number }
  | { readonly op: "!"; readonly right: Expression; readonly start: number; readonly end: number }
  | {
      readonly op: Binary;
      readonly left: Expression;
      readonly right: Expression;
      readonly start: number;
      readonly end: number;
    };

export type Subject = "A" | "B" | "AB";
export type Binary = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/";
/** What a number was written in; "" for a bare number. Lengths are nanometres already, angles degrees. */
export type Unit = "" | "length" | "angle";

/** What keeps an expression from being read: `offset` into its text. */
export interface ExpressionProblem {
  readonly message: string;
  readonly offset: number;
}

/** How deep brackets and how long an expression may be: beyond that it is refused, not followed. */
const MAX_DEPTH = 200;
const MAX_LENGTH = 20_000;

/**
 * Reads a condition. Gives the tree, or what was wrong first. Works for values such as `0.2mm + 1mil` too.
 */
export function parseExpression(text: string): {
  readonly tree: Expression | null;
  readonly problem: ExpressionProblem | null;
} {
  if (text.length > MAX_LENGTH)
    return {
      tree: null,
      problem: { message: `an expression of ${text.length} characters (at most ${MAX_LENGTH})`, offset: 0 },
    };
  const reader = new Reader(text);
  try {
    const tree = reader.whole();
    return { tree, problem: null };
  } catch (error) {
    if (error instanceof Stop) return { tree: null, problem: { message: error.message, offset: error.offset } };
    throw error;
  }
}

class Stop extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** KiCad 9 knows no others; `um` and `ps` are refused there. */
const units: Readonly<Record<string, { readonly unit: Unit; readonly scale: number }>> = {
  mm: { unit: "length", scale: 1e6 },
  mil: { unit: "length", scale: 25_400 },
  in: { unit: "length", scale: 25_400_000 },
  '"': { unit: "length", scale: 25_400_000 },
  deg: { unit: "angle", scale: 1 },
  "°": { unit: "angle", scale: 1 },
};

/** Binding strength of the operators, weakest first. */
const levels: readonly (readonly Binary[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/"],
];

class Reader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Expression {
    this.blanks();
    if (this.at >= this.text.length) throw new Stop("an empty expression", 0);
    const tree = this.level(0);
    this.blanks();
    if (this.at < this.text.length)
      throw new Stop(`${JSON.stringify(this.text[this.at])} instead of an operator or the end`, this.at);
    return tree;
  }

  private level(n: number): Expression {
    if (n === levels.length) return this.prefix();
    let left = this.level(n + 1);
    for (;;) {
      this.blanks();
      const op = levels[n]!.find((each) => this.text.startsWith(each, this.at));
      if (op === undefined) return left;
      this.at += op.length;
      const right = this.level(n + 1);
      left = { op, left, right, start: left.start, end: right.end };
    }
  }

  private prefix(): Expression {
    this.blanks();
    const start = this.at;
    const c = this.text[this.at];
    if (c === "!") {
      this.at++;
      this.deeper();
      const right = this.prefix();
      this.depth--;
      return { op: "!", right, start, end: right.end };
    }
    if (c === "(") {
      this.at++;
      this.deeper();
      const inner = this.level(0);
      this.depth--;
      this.expect(")", "the bracket");
      return inner;
    }
    if (c === "'") return this.quoted();
    if (c === "-" || c === "+") {
      this.at++;
      this.deeper();
      const right = this.prefix();
      this.depth--;
      if (c === "+") return right;
      if (right.op === "number") return { ...right, value: -right.value, start };
      return { op: "-", left: { op: "number", value: 0, unit: "", start, end: start }, right, start, end: right.end };
    }
    if (c !== undefined && /[0-9.]/.test(c)) return this.number();
    if (c !== undefined && /[A-Za-z_]/.test(c)) return this.name();
    throw new Stop(
      c === undefined
        ? "the end instead of a value, a property of A or B, or a function"
        : `${JSON.stringify(c)} instead of a value, a property of A or B, or a function`,
      this.at,
    );
  }

  private number(): Expression {
    const start = this.at;
    const found = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/.exec(this.text.slice(start, start + 64));
    if (found === null) throw new Stop(`${JSON.stringify(this.text[start])} is no number`, start);
    this.at += found[0].length;
    const value = Number(found[0]);
    const afterNumber = this.at;
    while (this.text[this.at] === " ") this.at++;
    const unit = /^([A-Za-zµ]+|"|°)/.exec(this.text.slice(this.at, this.at + 16))?.[0];
    if (unit === undefined) {
      this.at = afterNumber;
      return { op: "number", value, unit: "", start, end: this.at };
    }
    const known = units[unit];
    if (known === undefined) throw new Stop(`${JSON.stringify(unit)} is no unit: mm, mil, in or deg`, this.at);
    this.at += unit.length;
    const scaled = known.unit === "length" ? Math.round(value * known.scale) : value * known.scale;
    return { op: "number", value: scaled, unit: known.unit, start, end: this.at };
  }

  private quoted(): Expression {
    const start = this.at++;
    let value = "";
    for (; this.at < this.text.length && this.text[this.at] !== "'"; this.at++) {
      if (this.text[this.at] === "\\" && this.text[this.at + 1] === "'") this.at++;
      value += this.text[this.at];
    }
    // KiCad takes a text that never closes to the expression's end.
    if (this.at < this.text.length) this.at++;
    return { op: "text", value, start, end: this.at };
  }

  private name(): Expression {
    const start = this.at;
    const first = this.identifier();
    const end = this.at;
    this.blanks();
    if (this.text[this.at] !== ".") {
      if (first === "L") return { op: "layer", start, end };
      if (first === "undefined" || first === "null") return { op: "null", start, end };
      if (this.text[this.at] === "(" && !subjects.has(first))
        throw new Stop(`${first}(…) stands for no item: write A.${first}(…)`, start);
      if (subjects.has(first)) throw new Stop(`${first} needs a property or a function: ${first}.NetClass`, start);
      throw new Stop(`${JSON.stringify(first)} is none of A, B, AB and L; a text stands in '…'`, start);
    }
    if (!subjects.has(first)) throw new Stop(`${JSON.stringify(first)} is none of A, B and AB`, start);
    this.at++;
    this.blanks();
    const nameAt = this.at;
    if (!/[A-Za-z_]/.test(this.text[this.at] ?? ""))
      throw new Stop(`a property or a function is missing behind ${first}.`, nameAt);
    const name = this.identifier();
    const nameEnd = this.at;
    this.blanks();
    const of = first as Subject;
    if (this.text[this.at] !== "(") return { op: "property", of, name, start, end: nameEnd };
    this.at++;
    const args: Expression[] = [];
    this.blanks();
    while (this.text[this.at] !== ")") {
      this.deeper();
      args.push(this.level(0));
      this.depth--;
      this.blanks();
      if (this.text[this.at] === ",") this.at++;
      else break;
      this.blanks();
    }
    this.expect(")", `the arguments of ${name}`);
    return { op: "call", of, name, args, start, end: this.at };
  }

  private identifier(): string {
    const start = this.at;
    while (/[A-Za-z0-9_]/.test(this.text[this.at] ?? "")) this.at++;
    return this.text.slice(start, this.at);
  }

  private expect(sign: string, what: string): void {
    this.blanks();
    if (this.text[this.at] !== sign) {
      const got = this.text[this.at];
      throw new Stop(
        `${got === undefined ? "the end" : JSON.stringify(got)} instead of ${JSON.stringify(sign)} behind ${what}`,
        this.at,
      );
    }
    this.at++;
  }

  private deeper(): void {
    if (++this.depth > MAX_DEPTH) throw new Stop(`brackets more than ${MAX_DEPTH} deep`, this.at);
  }

  private blanks(): void {
    while (this.at < this.text.length && this.text[this.at]! <= " ") this.at++;
  }
}

const subjects: ReadonlySet<string> = new Set(["A", "B", "AB"]);

/** Walks a tree, the node itself first. */
export function* nodesOf(tree: Expression): Iterable<Expression> {
  yield tree;
  if (tree.op === "call") for (const arg of tree.args) yield* nodesOf(arg);
  else if (tree.op === "!") yield* nodesOf(tree.right);
  else if ("left" in tree) {
    yield* nodesOf(tree.left);
    yield* nodesOf(tree.right);
  }
}
