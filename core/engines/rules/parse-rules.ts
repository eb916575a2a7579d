import { checkExpression } from "./check-expression.ts";
import type { Constraint, ConstraintType, Disallowed, LayerTest, Measure, Rule, RuleSeverity } from "./constraint.ts";
import { constraintTypes, disallowable, renamedConstraints } from "./constraint.ts";
import type { Expression, Unit } from "./expression.ts";
import { parseExpression } from "./expression.ts";
import { layersMatching } from "./layer-names.ts";
import type { Token } from "./lexer.ts";
import { tokensOf } from "./lexer.ts";
import type { RuleProblem } from "./problem.ts";
import { placeIn } from "./problem.ts";

/** What a rules file says. */
export interface RulesFile {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  /** Whether KiCad would use the rules: nothing is wrong with the file as a whole. */
  readonly usable: boolean;
}

/** Reads the text of a `.kicad_dru` file. Goes on behind each error, so that all of them are told. */
export function parseRules(text: string): RulesFile {
  const reader = new RulesReader(text);
  const rules = reader.file();
  return { rules, problems: reader.problems, usable: reader.problems.every((each) => each.effect !== "file") };
}

/** How many problems are told; a text that is no rules file at all has one a word. */
const MAX_PROBLEMS = 200;

const severities: readonly RuleSeverity[] = ["ignore", "warning", "error", "exclusion"];
const connections = { solid: "solid", thermal_reliefs: "thermal", none: "none" } as const;

/** What a condition that cannot be read comes to. */
const NEVER: Expression = { op: "number", value: 0, unit: "", start: 0, end: 0 };

class RulesReader {
  readonly problems: RuleProblem[] = [];
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokensOf(text);
  }

  file(): Rule[] {
    const rules: Rule[] = [];
    let version = false;
    while (this.peek().kind !== "end" && this.problems.length < MAX_PROBLEMS) {
      const open = this.next();
      if (open.kind !== "(") {
        this.error(open, `${shown(open)} instead of "("`);
        continue;
      }
      const head = this.next();
      if (!version && head.text !== "version") this.error(head, `(version 1) must come first`);
      version = true;
      if (head.kind === "word" && head.text === "version") this.version(open);
      else if (head.kind === "word" && head.text === "rule") rules.push(this.rule(open));
      else {
        this.error(head, `${shown(head)} instead of rule or version`);
        this.skip(head);
      }
    }
    return rules;
  }

  private version(open: Token): void {
    const number = this.next();
    if (number.kind === ")") {
      this.error(number, "the version's number is missing");
      return;
    }
    if (number.kind !== "word" || !/^\d+$/.test(number.text)) {
      this.error(number, `${shown(number)} instead of the version's number`);
      this.skip(number);
      return;
    }
    this.close(open);
  }

  private rule(open: Token): Rule {
    const start = this.at;
    const name = this.peek();
    if (name.kind === "word" || name.kind === "text") this.at++;
    else this.error(name, "the rule's name is missing");
    this.whole(name);
    const constraints: Constraint[] = [];
    let condition: Expression | null = null;
    let conditionText = "";
    let layers: LayerTest | null = null;
    let severity: RuleSeverity | null = null;
    while (this.peek().kind !== ")" && this.peek().kind !== "end") {
      const inner = this.next();
      if (inner.kind !== "(") {
        this.error(inner, `${shown(inner)} instead of "("`);
        continue;
      }
      const head = this.next();
      switch (head.kind === "word" ? head.text : "") {
        case "constraint": {
          const made = this.constraint(inner);
          if (made === null) break;
          if (constraints.some((each) => each.type === made.type))
            this.error(head, `the rule has a ${made.type} constraint already`);
          constraints.push(made);
          break;
        }
        case "condition": {
          const token = this.peek();
          if (token.kind === ")") this.error(token, "the condition's expression is missing");
          else {
            this.at++;
            conditionText = token.text;
            condition = this.expression(token, "condition");
          }
          this.close(inner);
          break;
        }
        case "layer":
          if (layers !== null) this.error(head, "the rule has a layer already");
          layers = this.layer(inner);
          break;
        case "severity":
          severity = this.severity(inner);
          break;
        default:
          this.error(head, `${shown(head)} instead of constraint, condition, layer or severity`);
          this.skip(head);
      }
    }
    this.close(open);
    const { line } = placeIn(this.text, this.tokens[start]!.start);
    return { name: name.text, source: "custom", constraints, condition, conditionText, layers, severity, line };
  }

  private constraint(open: Token): Constraint | null {
    const token = this.next();
    const types = Object.keys(constraintTypes).join(", ");
    if (token.kind === ")" || token.kind === "end") {
      this.error(token, `the constraint's type is missing: ${types}`);
      return null;
    }
    let type = token.text as ConstraintType;
    const renamed = renamedConstraints[token.text];
    if (renamed !== undefined) {
      this.warn(token, `${token.text} is an old name of ${renamed}`);
      type = renamed;
    }
    if (!Object.hasOwn(constraintTypes, type)) {
      this.error(token, `${shown(token)} is no constraint; these are: ${types}`);
      this.skip(token);
      return null;
    }
    if (type === "disallow") return this.disallow(open);
    if (type === "zone_connection") return this.zoneConnection(open);
    if (type === "assertion") return this.assertion(open);
    if (type === "min_resolved_spokes") return this.spokes(open);
    return this.limits(type, open);
  }

  private disallow(open: Token): Constraint {
    const disallow = new Set<Disallowed>();
    while (this.peek().kind === "word" || this.peek().kind === "text") {
      const token = this.next();
      const known = disallowable.find((each) => each === token.text);
      if (known === undefined) this.error(token, `${shown(token)} instead of ${disallowable.join(", ")}`);
      else disallow.add(known);
    }
    this.close(open);
    return { type: "disallow", disallow };
  }

  private zoneConnection(open: Token): Constraint {
    const token = this.peek();
    const known = Object.hasOwn(connections, token.text)
      ? connections[token.text as keyof typeof connections]
      : undefined;
    if (token.kind !== ")" && token.kind !== "end") this.at++;
    if (known === undefined) this.error(token, `${shown(token)} instead of solid, thermal_reliefs or none`);
    this.close(open);
    return { type: "zone_connection", ...(known === undefined ? {} : { zoneConnection: known }) };
  }

  private assertion(open: Token): Constraint {
    const token = this.peek();
    if (token.kind === ")" || token.kind === "end") {
      this.error(token, "the assertion's expression is missing");
      this.close(open);
      return { type: "assertion" };
    }
    this.at++;
    const test = this.expression(token, "assertion");
    this.close(open);
    return { type: "assertion", testText: token.text, ...(test === null ? {} : { test }) };
  }

  private spokes(open: Token): Constraint {
    const token = this.peek();
    let min: number | undefined;
    if (token.kind === "(") {
      const { min: inner } = this.limits("min_resolved_spokes", open);
      this.error(token, "a bare number is expected: (constraint min_resolved_spokes 2)");
      return { type: "min_resolved_spokes", ...(inner === undefined ? {} : { min: inner }) };
    }
    if (token.kind !== ")" && token.kind !== "end") this.at++;
    if (token.kind === "word" && /^\d+$/.test(token.text)) min = Number(token.text);
    else this.error(token, `${shown(token)} instead of a number`);
    this.close(open);
    return { type: "min_resolved_spokes", ...(min === undefined ? {} : { min }) };
  }

  private limits(type: ConstraintType, open: Token): Constraint {
    const found: { min?: number; opt?: number; max?: number; withinDiffPairs?: boolean } = {};
    while (this.peek().kind !== ")" && this.peek().kind !== "end") {
      const inner = this.next();
      if (inner.kind !== "(") {
        this.error(inner, `${shown(inner)} instead of "(min …)", "(opt …)" or "(max …)"`);
        continue;
      }
      const head = this.next();
      const word = head.kind === "word" ? head.text : "";
      if (word === "min" || word === "opt" || word === "max") {
        const value = this.value(type, word, inner);
        if (value === null) continue;
        found[word] = value;
      } else if (word === "within_diff_pairs") {
        if (type === "skew") found.withinDiffPairs = true;
        else this.error(head, "within_diff_pairs is for skew only");
        this.close(inner);
      } else {
        this.error(head, `${shown(head)} instead of min, opt, max or within_diff_pairs`);
        this.skip(head);
      }
    }
    this.close(open);
    return { type, ...found };
  }

  /** `0.2mm` or a sum without blanks, `1mm+8mil`; in quotes it may have blanks. */
  private value(type: ConstraintType, what: string, open: Token): number | null {
    const token = this.peek();
    if (token.kind === ")" || token.kind === "end") {
      this.error(token, `the ${what} value is missing`);
      this.close(open);
      return null;
    }
    if (token.kind === "(") {
      this.error(token, `"(" instead of a value`);
      this.close(open);
      return null;
    }
    this.at++;
    const unit = this.peek();
    if (unit.kind === "word" && /^[\d.]+$/.test(token.text)) {
      this.at++;
      this.error(unit, `the unit must stand right behind the number: ${token.text}${unit.text}`);
      this.close(open);
      return null;
    }
    this.close(open);
    const offset = token.kind === "text" ? token.start + 1 : token.start;
    const { tree, problem } = parseExpression(token.text);
    if (tree === null) {
      this.errorAt(offset + (problem?.offset ?? 0), token.end, problem?.message ?? "no value");
      return null;
    }
    const result = constantOf(tree);
    if (result !== null && fits(constraintTypes[type].measure, result)) return result.value;
    const says =
      constraintTypes[type].measure === "length" ? "a length with its unit (0.2mm, 8mil, 0.1in)" : "a bare number";
    this.errorAt(offset, token.end, `${JSON.stringify(token.text)} instead of ${says}`);
    return null;
  }

  private layer(open: Token): LayerTest | null {
    const token = this.peek();
    if (token.kind === ")" || token.kind === "end") {
      this.error(token, "the layer's name is missing: outer, inner or a name such as F.Cu");
      this.close(open);
      return null;
    }
    this.at++;
    const test = layerTest(token.text);
    if (test === null) this.error(token, `${shown(token)} is no layer: outer, inner or a name such as "F.Cu"`);
    this.close(open);
    return test;
  }

  private severity(open: Token): RuleSeverity | null {
    const token = this.peek();
    const known = severities.find((each) => each === token.text);
    if (token.kind !== ")" && token.kind !== "end") this.at++;
    if (known === undefined) this.error(token, `${shown(token)} instead of ${severities.join(", ")}`);
    this.close(open);
    return known ?? null;
  }

  private expression(token: Token, what: string): Expression | null {
    this.whole(token);
    if (token.kind === "text" && token.text.trim() === "") return null;
    if (token.kind !== "text" && token.kind !== "word") {
      this.error(token, `${shown(token)} instead of a quoted expression`);
      if (token.kind === "(") this.skip(token);
      return null;
    }
    const place = (offset: number) =>
      token.places?.[offset] ?? (token.kind === "text" ? token.start + 1 : token.start) + offset;
    const { tree, problem } = parseExpression(token.text);
    if (tree === null) {
      const message = `in the ${what}: ${problem?.message ?? "no expression"}`;
      this.tell("error", "rule", place(problem?.offset ?? 0), token.end, message);
      return NEVER;
    }
    for (const { severity, message, start, end } of checkExpression(tree))
      this.tell(severity, "none", place(start), place(end), `in the ${what}: ${message}`);
    return tree;
  }

  /** Tells of a text that is not closed, or of a text variable. */
  private whole(token: Token): void {
    if (token.open === true) this.error(token, 'a text that never closes: " is missing');
  }

  /** The bracket that closes `open`; everything before it is one error. */
  private close(open: Token): void {
    const token = this.next();
    if (token.kind === ")") return;
    this.at--;
    const { line } = placeIn(this.text, open.start);
    this.error(token, `${shown(token)} instead of the ")" for the "(" in line ${line}`);
    if (token.kind === "end") return;
    let depth = 0;
    while (this.peek().kind !== "end") {
      const each = this.next();
      if (each.kind === "(") depth++;
      if (each.kind === ")" && depth-- === 0) return;
    }
  }

  /** Goes behind the bracket that closes the list whose head is wrong. */
  private skip(head: Token): void {
    if (head.kind === ")") return;
    let depth = head.kind === "(" ? 2 : 1;
    while (depth > 0 && this.peek().kind !== "end") {
      const each = this.next();
      if (each.kind === "(") depth++;
      if (each.kind === ")") depth--;
    }
  }

  private peek(): Token {
    return this.tokens[this.at]!;
  }

  private next(): Token {
    const token = this.tokens[this.at]!;
    if (token.kind !== "end") this.at++;
    return token;
  }

  private error(token: Token, message: string): void {
    this.tell("error", "file", token.start, token.end, message);
  }

  private warn(token: Token, message: string): void {
    this.tell("warning", "none", token.start, token.end, message);
  }

  private errorAt(start: number, end: number, message: string): void {
    this.tell("error", "file", start, end, message);
  }

  private tell(
    severity: RuleProblem["severity"],
    effect: RuleProblem["effect"],
    start: number,
    end: number,
    message: string,
  ): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push({ severity, effect, message, start, end: Math.max(start, end), ...placeIn(this.text, start) });
  }
}

function shown(token: Token): string {
  return token.kind === "end" ? "the end of the file" : JSON.stringify(token.text);
}

/** The layers that a rule's `(layer …)` names; null when there is no such layer. */
export function layerTest(text: string): LayerTest | null {
  if (text === "outer") return { text, matches: (layer) => layer === "F.Cu" || layer === "B.Cu" };
  if (text === "inner") return { text, matches: (layer) => /^In\d+\.Cu$/.test(layer) };
  const layers = layersMatching(text);
  if (layers.size === 0) return null;
  return { text, matches: (layer) => layers.has(layer) };
}

function fits(measure: Measure, { value, unit }: Constant): boolean {
  return measure === "length" ? unit === "length" || value === 0 : unit === "";
}

interface Constant {
  readonly value: number;
  readonly unit: Unit;
}

/** The value of an expression that needs no items; null when it does, or mixes units. */
function constantOf(tree: Expression): Constant | null {
  if (tree.op === "number") return { value: tree.value, unit: tree.unit };
  if (tree.op !== "+" && tree.op !== "-" && tree.op !== "*" && tree.op !== "/") return null;
  const left = constantOf(tree.left);
  const right = constantOf(tree.right);
  if (left === null || right === null) return null;
  const unit = left.unit === "" ? right.unit : left.unit;
  if (tree.op === "*") return left.unit !== "" && right.unit !== "" ? null : { value: left.value * right.value, unit };
  if (tree.op === "/") return right.unit !== "" || right.value === 0 ? null : { value: left.value / right.value, unit };
  if (left.unit !== right.unit && left.value !== 0 && right.value !== 0) return null;
  return { value: tree.op === "+" ? left.value + right.value : left.value - right.value, unit };
}
