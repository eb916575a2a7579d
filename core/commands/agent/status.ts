import { Type } from "typebox";
import { defineCommand } from "../define.ts";

export const status = defineCommand({
  id: "agent.status",
  title: "Agent status",
  about: "Whether agents may edit, whether a person can be asked, and which build answers.",
  kind: "query",
  scope: "app",
  besideQueue: true,
  args: {},
  result: Type.Object({
    halted: Type.Union(
      [Type.Null(), Type.Object({ by: Type.String(), at: Type.Number(), reason: Type.Optional(Type.String()) })],
      { description: "Who stopped agents, when (milliseconds since 1970) and why; null: they may edit." },
    ),
    person: Type.Boolean({ description: "Whether agent.ask reaches a person." }),
    build: Type.Record(Type.String(), Type.String(), { description: "Version, revision, profile, tool schema." }),
  }),
  examples: [{ about: "May I edit?", args: {} }],
  run: ({ services }) => {
    const halted = services.automation?.halted ?? null;
    return {
      halted: halted === null ? null : { ...halted },
      person: services.person !== undefined,
      build: { ...services.build?.() },
    };
  },
});
