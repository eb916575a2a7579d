import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import { commands } from "../../core/commands/list.gen.ts";
import { plainlyFits } from "../../core/commands/plain-fit.ts";

/** Arguments with one thing changed: taken away, of another type, out of bounds, or added. */
function* spoilt(value: unknown): Iterable<unknown> {
  for (const other of [null, true, "", "x", -1, 0, 1.5, 1e9, Number.NaN, [], {}, [1, 2], { x: 1 }]) yield other;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    yield value.slice(1);
    for (const [i, each] of value.entries())
      for (const other of spoilt(each)) yield value.map((own, at) => (at === i ? other : own));
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, unheardOf: 1 };
    for (const [name, each] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of spoilt(each)) yield { ...value, [name]: other };
    }
  }
}

describe("plain fit of arguments", function () {
  this.timeout(120_000);

  it("is claimed for nothing that the validator refuses, and for most calls", () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, validateSchema: false });
    let [plain, examples, refused] = [0, 0, 0];
    for (const { id, args, examples: own } of commands) {
      const check = ajv.compile(args);
      for (const example of own) {
        examples++;
        if (plainlyFits(args, example.args)) plain++;
        for (const other of spoilt(example.args)) {
          if (check(other)) continue;
          refused++;
          assert.equal(plainlyFits(args, other), false, `${id} ${JSON.stringify(other)}`);
        }
      }
    }
    assert.ok(plain > examples * 0.9, `${plain} of ${examples} examples`);
    assert.ok(refused > 5000, `${refused} refused`);
  });
});
