// A bundle of its own: fills one zone on one layer at a time.
import { parentPort } from "node:worker_threads";
import { runFillTask } from "../../core/engines/fill/task.ts";
import { loadClipper } from "./clipper.ts";
import type { FillReply, FillRequest } from "./fill-message.ts";
import { packRings, unpackTask } from "./fill-message.ts";

const port = parentPort;
port?.on("message", (request: FillRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: FillRequest): Promise<FillReply> {
  try {
    const { task, others } = unpackTask(request);
    return { rings: packRings(runFillTask(await loadClipper(), task, others)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
