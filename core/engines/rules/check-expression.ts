import type { Expression } from "./expression.ts";
import { nodesOf } from "./expression.ts";
import { functionNamed, functionNames } from "./functions.ts";
import { layersMatching } from "./layer-names.ts";
import { propertyNamed, propertyNames } from "./properties.ts";

export interface ExpressionFinding {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What an expression names that is not there: KiCad takes it for undefined, so a rule hardly means what it says. */
export function checkExpression(tree: Expression): ExpressionFinding[] {
  const found: ExpressionFinding[] = [];
  for (const node of nodesOf(tree)) {
    const say = (severity: "error" | "warning", message: string) =>
      found.push({ severity, message, start: node.start, end: node.end });
    if (node.op === "property" && propertyNamed(node.name) === undefined)
      say("error", `no item has a property ${node.name}${nearby(node.name, propertyNames)}`);
    if (node.op !== "call") continue;
    const known = functionNamed(node.name);
    if (known === undefined) {
      say("error", `there is no function ${node.name}${nearby(node.name, functionNames)}`);
      continue;
    }
    if (node.args.length !== known.args.length)
      say("error", `${known.name} takes ${known.args.length === 0 ? "no argument" : known.args.join(", ")}`);
    const [first] = node.args;
    if (known.args[0] === "layer" && first?.op === "text" && layersMatching(first.value).size === 0)
      say("error", `${JSON.stringify(first.value)} is no layer`);
    if (known.instead !== undefined) say("warning", `${known.name} is an old name of ${known.instead}`);
  }
  return found;
}

/** ": did you mean X?" for the name that is most like it. */
function nearby(name: string, known: readonly string[]): string {
  const wanted = name.toLowerCase();
  let best = "";
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const each of known) {
    const distance = editDistance(wanted, each.toLowerCase());
    if (distance < least) [best, least] = [each, distance];
  }
  return best === "" ? "" : `; did you mean ${best}?`;
}

function editDistance(a: string, b: string): number {
  if (a.length > 64 || b.length > 64) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
