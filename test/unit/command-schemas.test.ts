import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import { commands } from "../../core/commands/list.gen.ts";

// The registry compiles schemas without asking whether they are right, since that takes long at every start.
describe("the schemas of commands", () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  for (const side of ["args", "result"] as const)
    it(`are JSON Schema 2020-12: ${side}`, () => {
      for (const command of commands)
        assert.equal(ajv.validateSchema(command[side]), true, `${command.id}: ${ajv.errorsText()}`);
    });
  it("would be refused otherwise", () => {
    assert.equal(ajv.validateSchema({ type: "object", properties: { a: { type: "text" } } }), false);
  });
});
