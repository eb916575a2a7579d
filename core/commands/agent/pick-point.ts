import { Type } from "typebox";
import { defineCommand, pathArg } from "../define.ts";
import { fromPoint, pointMm } from "../schemas.ts";
import { askPerson } from "./ask-person.ts";

export const pickPoint = defineCommand({
  id: "agent.pickPoint",
  title: "Let the person pick a point",
  about: "Asks the person to click a place in the editor and waits up to ten minutes for it.",
  kind: "run",
  scope: "app",
  besideQueue: true,
  args: {
    path: pathArg,
    prompt: Type.String({ description: "What to click, one line.", minLength: 1, maxLength: 2000 }),
  },
  result: Type.Object({
    status: Type.Union([Type.Literal("answered"), Type.Literal("declined")]),
    path: Type.Optional(Type.String({ description: "The document." })),
    point: Type.Optional(pointMm("Where the person clicked")),
  }),
  examples: [
    {
      about: "Where does it go?",
      args: { path: "blinky/blinky.kicad_pcb", prompt: "Click where the mounting hole goes." },
      headless: "service-unavailable",
    },
  ],
  async run(cx, { path, prompt }) {
    const answer = await askPerson(cx, "agent.pickPoint", { kind: "point", prompt, path });
    if (answer.status === "declined" || answer.point === undefined) return { status: "declined" as const };
    return {
      status: answer.status,
      ...(answer.path === undefined ? {} : { path: answer.path }),
      point: fromPoint(answer.point),
    };
  },
});
