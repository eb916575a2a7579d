import { Type } from "typebox";
import type { Review, ReviewItem } from "../../session/review.ts";
import { stateOf } from "../../session/review.ts";
import { defineCommand } from "../define.ts";

const stateSchema = Type.Union([
  Type.Literal("pending"),
  Type.Literal("accepted"),
  Type.Literal("rejected"),
  Type.Literal("modified"),
  Type.Literal("superseded"),
]);

/** Characters told of an item that was rejected. */
const MAX_TEXT = 500;

/** Items told of one change. */
const MAX_ITEMS = 200;

export const reviews = defineCommand({
  id: "agent.reviews",
  title: "Reviews",
  about:
    "What became of agents' changes: pending (nobody has looked yet), accepted, rejected (taken back), modified (the " +
    "person changed it afterwards) or superseded (an agent changed it again), item by item, with the person's notes. " +
    "Read the notes of what was rejected and do better. Only the person accepts or rejects, in the editor.",
  kind: "query",
  scope: "app",
  args: {
    of: Type.Optional(
      Type.Union([Type.Literal("me"), Type.Literal("all")], {
        description: "Whose changes: your own (default for agents), or all.",
      }),
    ),
    state: Type.Optional(Type.Array(stateSchema, { description: "Only changes in these states." })),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many, the newest; 20 when left out.", minimum: 1, maximum: 500 }),
    ),
  },
  result: Type.Object({
    reviews: Type.Array(
      Type.Object({
        id: Type.String({ description: "The change's undo group; session.undo takes it." }),
        agent: Type.String(),
        label: Type.String(),
        at: Type.Number({ description: "Milliseconds since 1970." }),
        state: stateSchema,
        note: Type.Optional(Type.String({ description: "What the person said about it." })),
        proposed: Type.Optional(Type.Literal(true, { description: "A proposal: done once it is accepted." })),
        items: Type.Array(
          Type.Object({
            path: Type.String(),
            id: Type.String(),
            change: Type.Union([Type.Literal("added"), Type.Literal("changed"), Type.Literal("removed")]),
            state: stateSchema,
            note: Type.Optional(Type.String()),
            text: Type.Optional(Type.String({ description: "Of what was rejected: as the agent had made it." })),
          }),
          { description: "Newest change first; of one change at most 200 items." },
        ),
      }),
    ),
    total: Type.Integer({ description: "How many there are." }),
  }),
  examples: [
    { about: "What did the person say?", args: {} },
    { about: "What was rejected, of anybody?", args: { of: "all", state: ["rejected"] } },
  ],
  run(cx, args) {
    const mine = (args.of ?? (cx.caller.kind === "agent" ? "me" : "all")) === "me";
    const all = cx.services.reviews?.list(mine ? { agent: cx.caller.name } : {}) ?? [];
    const found = all.filter((review) => args.state === undefined || args.state.includes(stateOf(review)));
    return {
      reviews: found
        .slice(-(args.limit ?? 20))
        .reverse()
        .map(told),
      total: found.length,
    };
  },
});

function told(review: Review) {
  const { id, agent, label, at, note, proposal, items } = review;
  return {
    id,
    agent,
    label,
    at,
    state: stateOf(review),
    ...(note === undefined ? {} : { note }),
    ...(proposal === undefined ? {} : { proposed: true as const }),
    items: items.slice(0, MAX_ITEMS).map((item) => {
      const text = item.state === "rejected" ? madeText(review, item) : undefined;
      return { ...item, ...(text === undefined ? {} : { text }) };
    }),
  };
}

/** An item's text in the file as a change had made it, where the change wrote it whole. */
function madeText({ documents }: Review, { path, id }: ReviewItem): string | undefined {
  const steps = documents.find((each) => each.path === path)?.steps ?? [];
  const made = steps.findLast((step) => step.op === "add" && step.in === undefined && step.item.id === id);
  return made?.op === "add" ? made.item.text.trim().replace(/\s+/g, " ").slice(0, MAX_TEXT) : undefined;
}
