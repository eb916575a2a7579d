import { Type } from "typebox";
import { defineCommand, pathArg } from "../define.ts";
import { referenceOf } from "../item-refs.ts";
import { askPerson } from "./ask-person.ts";

export const pickItems = defineCommand({
  id: "agent.pickItems",
  title: "Let the person pick items",
  about: "Asks the person to select items in the editor and waits up to ten minutes for it.",
  kind: "run",
  scope: "app",
  besideQueue: true,
  args: {
    path: pathArg,
    prompt: Type.String({ description: "What to select, one line.", minLength: 1, maxLength: 2000 }),
  },
  result: Type.Object({
    status: Type.Union([Type.Literal("answered"), Type.Literal("declined")]),
    path: Type.Optional(Type.String({ description: "The document." })),
    items: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), ref: Type.Optional(Type.String()) }), {
        description: "What was picked.",
      }),
    ),
  }),
  examples: [
    {
      about: "Which part is meant?",
      args: { path: "blinky/blinky.kicad_pcb", prompt: "Select the connector that should move." },
      headless: "service-unavailable",
    },
  ],
  async run(cx, { path, prompt }) {
    const answer = await askPerson(cx, "agent.pickItems", { kind: "items", prompt, path });
    if (answer.status === "declined") return { status: answer.status };
    const open = answer.path === undefined ? undefined : cx.session.find(answer.path);
    const items = (answer.ids ?? []).flatMap((id) => {
      const item = open?.doc.items.get(id);
      if (item === undefined) return [];
      const ref = referenceOf(item);
      return [{ id, kind: item.kind, ...(ref === "" ? {} : { ref }) }];
    });
    return { status: answer.status, ...(open === undefined ? {} : { path: open.path }), items };
  },
});
