import { Type } from "typebox";
import { CommandError } from "../../core/base/error.ts";
import type { Command } from "../../core/commands/define.ts";
import { defineCommand } from "../../core/commands/define.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const base = { kind: "run", scope: "app", args: {}, examples: [] } as const;

/** Commands whose tools bear the names that the conformance suite calls. */
export const fixtureCommands: readonly Command[] = [
  defineCommand({
    ...base,
    id: "test.simple_text",
    title: "Simple text",
    about: "Answers a text.",
    result: Type.Object({ text: Type.String() }),
    run: () => ({ text: "This is a simple text response for testing." }),
  }),
  defineCommand({
    ...base,
    id: "test.image_content",
    title: "Image",
    about: "Answers a picture.",
    result: Type.Object({ png: Type.String() }),
    run: () => ({ png }),
  }),
  defineCommand({
    ...base,
    id: "test.error_handling",
    title: "Error",
    about: "Fails.",
    result: Type.Null(),
    run: () => {
      throw new CommandError({
        code: "check-failed",
        message: "This tool intentionally returns an error for testing.",
      });
    },
  }),
  defineCommand({
    ...base,
    id: "test.tool_with_progress",
    title: "Progress",
    about: "Tells how far it is.",
    result: Type.Object({ done: Type.Boolean() }),
    run: async (cx) => {
      for (const percent of [0, 50, 100]) {
        cx.progress(`at ${percent}`, percent);
        await new Promise((done) => setTimeout(done, 60));
      }
      return { done: true };
    },
  }),
];
