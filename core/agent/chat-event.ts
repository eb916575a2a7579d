import { CommandError } from "../base/error.ts";
import type { AgentChatEvent } from "./chat.ts";

const kinds: readonly AgentChatEvent["kind"][] = ["text", "progress", "intents", "done", "error"];
const keys = ["chatId", "kind", "text", "percent", "intents", "label", "path"];
const MAX_INTENTS = 1000;
const MAX_LABEL = 200;

/** The params of `agent.chatEvent`, checked. Throws `invalid-args` with every reason. */
export function parseChatEvent(params: unknown): AgentChatEvent {
  const reasons = reasonsAgainst(params);
  if (reasons.length === 0) return params as AgentChatEvent;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot take agent.chatEvent: ${reasons.join("; ")}.`,
    hint: 'Example: { "chatId": "…", "kind": "text", "text": "Done: " }',
    data: { reasons },
  });
}

function reasonsAgainst(params: unknown): string[] {
  if (typeof params !== "object" || params === null || Array.isArray(params)) return ["params must be an object"];
  const { chatId, kind, text, percent, intents, label, path } = params as Record<string, unknown>;
  const reasons = Object.keys(params)
    .filter((key) => !keys.includes(key))
    .map((key) => `${key} is no field (${keys.join(", ")})`);
  if (typeof chatId !== "string" || chatId === "") reasons.push("chatId must be the request's id");
  if (!kinds.includes(kind as AgentChatEvent["kind"])) reasons.push(`kind must be one of ${kinds.join(", ")}`);
  if (text !== undefined && typeof text !== "string") reasons.push("text must be a string");
  if (text === undefined && ["text", "progress", "error"].includes(kind as string)) {
    reasons.push(`text is missing (kind ${String(kind)})`);
  }
  if (percent !== undefined && !(typeof percent === "number" && percent >= 0 && percent <= 100)) {
    reasons.push("percent must be a number from 0 to 100");
  }
  if (label !== undefined && (typeof label !== "string" || label === "" || label.length > MAX_LABEL)) {
    reasons.push(`label must be a string of 1 to ${MAX_LABEL} characters`);
  }
  if (path !== undefined && (typeof path !== "string" || path === "")) reasons.push("path must be a file's path");
  if (kind === "intents" || intents !== undefined) reasons.push(...reasonsAgainstIntents(intents));
  return reasons;
}

function reasonsAgainstIntents(intents: unknown): string[] {
  if (!Array.isArray(intents) || intents.length === 0 || intents.length > MAX_INTENTS) {
    return [`intents must be a list of 1 to ${MAX_INTENTS} edits`];
  }
  const bad = intents.findIndex((intent) => typeof (intent as { op?: unknown } | null)?.op !== "string");
  return bad === -1 ? [] : [`intents[${bad}].op must be a command's verb, e.g. addTrack`];
}
