import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { describeOpen, openSummary } from "./summary.ts";

export const describe = defineCommand({
  id: "session.describe",
  title: "Describe session",
  about: "The open documents; with `path` also query.describe of that document.",
  kind: "query",
  scope: "app",
  args: { path: Type.Optional(Type.String({ description: "A document to describe.", minLength: 1 })) },
  result: Type.Object({
    documents: Type.Array(openSummary),
    document: Type.Optional(Type.Unknown({ description: "query.describe of the document." })),
  }),
  examples: [
    { about: "What is open?", args: {} },
    { about: "What is on the board?", args: { path: "blinky/blinky.kicad_pcb" } },
  ],
  async run(cx, args) {
    const document = args.path === undefined ? undefined : await cx.run("query.describe", { path: args.path });
    const documents = cx.session.list().map(describeOpen);
    return document === undefined ? { documents } : { documents, document };
  },
});
