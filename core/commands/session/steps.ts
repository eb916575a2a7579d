import type { Static } from "typebox";
import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import type { Outcome } from "../../session/session.ts";
import type { Context } from "../define.ts";
import { documentOutcome } from "../define.ts";
import type { Intent } from "../intent.ts";

/** One call inside a batch or a transaction. */
export const stepSchema = Type.Object(
  {
    id: Type.String({ description: "A query or edit command, e.g. pcb.addTrack." }),
    args: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Its arguments." })),
  },
  { additionalProperties: false },
);

/** What batches and transactions answer. */
export const stepsResult = Type.Object({
  label: Type.String({ description: "Name of the undo entry." }),
  results: Type.Array(Type.Unknown(), { description: "One result a step." }),
  documents: Type.Array(documentOutcome, { description: "What changed, by document." }),
  dryRun: Type.Optional(Type.Boolean()),
});

/** The calls that a list of intents for one document stands for: `addTrack` is `pcb.addTrack` on a board. */
export function stepsOfIntents(
  intents: readonly Intent[],
  area: "pcb" | "sch",
  path: string,
): Static<typeof stepSchema>[] {
  return intents.map(({ op, ...args }) => ({ id: `${area}.${op}`, args: { path, ...args } }));
}

/** What a change did to a document, in the words of an answer. */
export function tellOutcome({
  path,
  newIds,
  changedIds,
  removedIds,
  revision,
  hash,
}: Outcome): Static<typeof documentOutcome> {
  return {
    path,
    newIds: [...newIds],
    changedIds: [...changedIds],
    removedIds: [...removedIds],
    revision,
    hash,
  };
}

/** Runs calls as one change: all or nothing, one undo entry for each document touched. */
export async function runSteps(
  cx: Context,
  steps: readonly Static<typeof stepSchema>[],
  label: string,
  dryRun: boolean,
): Promise<Static<typeof stepsResult>> {
  const results: unknown[] = [];
  const { outcomes } = await cx.session.transact({ label, actor: cx.caller.name, dryRun }, async () => {
    for (const [index, step] of steps.entries()) {
      try {
        if (/^(session|agent)\./.test(step.id)) throw notAStep(step.id);
        results.push(await cx.run(step.id, step.args ?? {}));
      } catch (thrown) {
        throw atStep(thrown, index, step.id);
      }
    }
  });
  return { label, results, documents: outcomes.map(tellOutcome), ...(dryRun ? { dryRun } : {}) };
}

/** Commands of the session and of agents act on what a transaction is inside of, or wait for somebody. */
export function notAStep(id: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${id} as a step: ${id.split(".")[0]} commands do not belong in a transaction.`,
    hint: "Call it before or after.",
  });
}

function atStep(thrown: unknown, index: number, id: string): CommandError {
  const error = toCommandError(thrown);
  return new CommandError({
    code: error.code,
    message: `${error.message} (step ${index}, ${id}; nothing was changed)`,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    data: { ...error.data, step: index },
    cause: error,
  });
}
