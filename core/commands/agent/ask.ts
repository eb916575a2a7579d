import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { askPerson } from "./ask-person.ts";

export const ask = defineCommand({
  id: "agent.ask",
  title: "Ask the person",
  about:
    "Puts a question to the person at the editor and waits up to ten minutes: yes or no, one of `choices`, or free text.",
  kind: "run",
  scope: "app",
  besideQueue: true,
  args: {
    prompt: Type.String({ description: "The question, one line.", minLength: 1, maxLength: 2000 }),
    choices: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        description: "Answers to choose from.",
        minItems: 1,
        maxItems: 20,
      }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: "A question of yes or no." })),
  },
  result: Type.Object({
    status: Type.Union([Type.Literal("answered"), Type.Literal("declined")], {
      description: "declined: the person closed the question.",
    }),
    text: Type.Optional(Type.String({ description: "The answer; yes or no with `confirm`." })),
  }),
  examples: [
    {
      about: "Which of two?",
      args: { prompt: "Which side should J1 be on?", choices: ["top", "bottom"] },
      headless: "service-unavailable",
    },
  ],
  async run(cx, args) {
    const kind = args.choices !== undefined ? "choice" : args.confirm === true ? "confirm" : "text";
    const { prompt, choices } = args;
    const answer = await askPerson(cx, "agent.ask", { kind, prompt, ...(choices === undefined ? {} : { choices }) });
    if (answer.status === "declined") return { status: answer.status };
    return { status: answer.status, text: answer.text ?? "" };
  },
});
