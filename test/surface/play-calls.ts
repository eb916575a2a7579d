import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Surface } from "./surfaces.ts";

interface Call {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Its answer says which field of a footprint has which id: `$R1` stands for R1's reference from then on. */
  readonly fields?: boolean;
}

/** Makes the calls of a file, one JSON object a line; throws at the first that fails. Answers how many there were. */
export async function playCalls(surface: Surface, file: string): Promise<number> {
  const calls = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Call);
  const ids = new Map<string, string>();
  for (const { call, args, fields } of calls) {
    const named = Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        typeof value === "string" && value.startsWith("$") ? ids.get(value.slice(1)) : value,
      ]),
    );
    const outcome = await surface.call(call, named);
    assert.ok("result" in outcome, `${call} ${JSON.stringify(named)}: ${JSON.stringify(outcome)}`);
    if (fields !== true) continue;
    const { items } = outcome.result as { items: { id: string; name: string; value: string }[] };
    for (const { id, name, value } of items) if (name === "Reference") ids.set(value, id);
  }
  return calls.length;
}
