import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { CommandError } from "../../core/base/error.ts";
import type { Answer, PersonPort, Question } from "../../core/commands/person.ts";
import { plainLine } from "../../core/commands/person.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { RpcPeer } from "../rpc/json-rpc.ts";
import { RpcError, rpcCodes } from "../rpc/json-rpc.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";

/** The longest that an agent waits for a person. */
const CEILING_MS = 600_000;

/** Whether the client can put a form before its person. */
export function canElicit(capabilities: unknown, version: ProtocolVersion): boolean {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: unknown };
  if (!has(version, "2025-06-18") || typeof elicitation !== "object" || elicitation === null) return false;
  // Before forms had a name, having the capability meant them.
  return Object.keys(elicitation).length === 0 || "form" in elicitation;
}

/** The person at the client's end, by `elicitation/create` (2025-06-18 and 2025-11-25). */
export function elicitingPerson(peer: RpcPeer): PersonPort {
  return {
    async ask(question, signal) {
      const late = AbortSignal.timeout(CEILING_MS);
      const either = AbortSignal.any([signal, late]);
      const withdraw = (requestId: number) => peer.notify("notifications/cancelled", { requestId });
      try {
        return answerOf(await peer.request("elicitation/create", formOf(question), { signal: either, withdraw }));
      } catch (thrown) {
        if (!either.aborted) throw thrown;
        throw new CommandError({
          code: late.aborted ? "timeout" : "cancelled",
          message: `Cannot wait for the person: ${late.aborted ? "ten minutes are over" : "the question was withdrawn"}.`,
        });
      }
    },
  };
}

interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly requestState: string;
}

/** Questions in two requests (2026-07-28): the first is answered with what is to be asked, the second brings the answer. */
export class Elicitations {
  private key: Buffer | undefined;

  /** The first round's answer, or the person who has answered already. Throws for a state that is not ours. */
  round(args: unknown, params: unknown, registry: Registry): InputRequired | PersonPort {
    const valid = registry.validate(registry.get("agent.ask"), args) as {
      prompt: string;
      choices?: readonly string[];
      confirm?: boolean;
    };
    const { inputResponses, requestState } = (params ?? {}) as { inputResponses?: unknown; requestState?: unknown };
    const state = this.seal(JSON.stringify(args));
    if (inputResponses !== undefined) {
      if (!same(String(requestState), state)) {
        throw new RpcError(rpcCodes.invalidParams, "Cannot go on: requestState is not that of this question.");
      }
      const answer = answerOf((inputResponses as { answer?: unknown } | null)?.answer);
      return { ask: async () => answer };
    }
    const kind = valid.choices !== undefined ? "choice" : valid.confirm === true ? "confirm" : "text";
    const prompt = plainLine(valid.prompt);
    const question = {
      kind,
      prompt,
      from: "",
      ...(valid.choices === undefined ? {} : { choices: valid.choices }),
    } as const;
    return {
      resultType: "input_required",
      inputRequests: { answer: { method: "elicitation/create", params: formOf(question) } },
      requestState: state,
    };
  }

  private seal(text: string): string {
    return createHmac("sha256", (this.key ??= randomBytes(32)))
      .update(text)
      .digest("hex");
  }
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function formOf({ kind, prompt, choices }: Question): unknown {
  const answer =
    kind === "confirm"
      ? { type: "boolean", title: "Yes" }
      : { type: "string", title: "Answer", ...(choices === undefined ? {} : { enum: choices }) };
  return {
    mode: "form",
    message: prompt,
    requestedSchema: { type: "object", properties: { answer }, required: ["answer"] },
  };
}

function answerOf(response: unknown): Answer {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: { answer?: unknown } };
  const answer = content?.answer;
  if (action !== "accept" || answer === undefined) return { status: "declined" };
  return { status: "answered", text: typeof answer === "boolean" ? (answer ? "yes" : "no") : String(answer) };
}
