import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Checkpoint, Checkpoints } from "../../session/checkpoints.ts";
import type { Context } from "../define.ts";

export const checkpointSchema = Type.Object({
  id: Type.String({ description: "For session.restore." }),
  label: Type.String(),
  by: Type.String({ description: "Who set it." }),
  at: Type.Number({ description: "Milliseconds since 1970." }),
  documents: Type.Array(Type.String(), { description: "What it holds." }),
});

export function tellCheckpoint({ id, label, by, at, documents }: Checkpoint) {
  return { id, label, by, at, documents: documents.map(({ path }) => path) };
}

/** Throws `service-unavailable` where there are none. */
export function checkpointsOf({ services }: Context, verb: string): Checkpoints {
  if (services.checkpoints !== undefined) return services.checkpoints;
  throw new CommandError({
    code: "service-unavailable",
    message: `Cannot ${verb}: this host keeps no checkpoints.`,
    hint: "Take changes back with session.undo.",
  });
}
