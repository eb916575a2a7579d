import { buildInfo } from "../build-info.ts";
import { noReply } from "../rpc/json-rpc.ts";
import { version as ownVersion } from "../version.ts";
import type { ProtocolVersion } from "./era.ts";
import { has, metaKeys, modernVersion } from "./era.ts";

/** Lists of this program's own never change while it runs. */
const LIST_TTL_MS = 3_600_000;

export function capabilities(version: ProtocolVersion): Record<string, unknown> {
  return {
    tools: {},
    resources: { subscribe: true, listChanged: true },
    prompts: {},
    ...(has(version, "2025-03-26") ? { completions: {} } : {}),
    // Whoever debugs a client sees which build answers; `agent_status` tells it to the model.
    experimental: { "edsnx.build": buildInfo() },
  };
}

export function serverInfo(version: ProtocolVersion): Record<string, unknown> {
  const title = has(version, "2025-06-18") ? { title: "Electronics Designer" } : {};
  return { name: "edsnx", ...title, version: ownVersion };
}

/** How long a result may be kept; live documents not at all. */
const caching: Readonly<Record<string, { ttlMs: number; cacheScope: "public" | "private" }>> = {
  "server/discover": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "prompts/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "resources/templates/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
  "resources/list": { ttlMs: 0, cacheScope: "private" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
};

/** Lists say also to older clients how long they may be kept. */
export function legacyResult(method: string, result: unknown): unknown {
  const cache = caching[method];
  return cache === undefined || !method.endsWith("/list") || result === noReply
    ? result
    : { ...(result as object), ...cache };
}

export function modernResult(method: string, result: unknown): unknown {
  if (result === noReply) return result;
  const { _meta: meta, ...rest } = result as { _meta?: Record<string, unknown> };
  return {
    resultType: "complete",
    ...rest,
    ...caching[method],
    _meta: { ...meta, [metaKeys.serverInfo]: serverInfo(modernVersion) },
  };
}
