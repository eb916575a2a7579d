import { RpcError, rpcCodes } from "../rpc/json-rpc.ts";

/** Revisions that begin with `initialize`, oldest first. */
export const legacyVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** The revision without handshake: each request says its own version. */
export const modernVersion = "2026-07-28";

export type LegacyVersion = (typeof legacyVersions)[number];
export type ProtocolVersion = LegacyVersion | typeof modernVersion;

export const metaKeys = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** `UnsupportedProtocolVersion`. */
export const UNSUPPORTED_VERSION = -32022;

/** Whether a revision has what `since` brought. */
export function has(version: ProtocolVersion, since: ProtocolVersion): boolean {
  // The names are dates, so their order is that of the alphabet.
  return version >= since;
}

/** The revision to speak with a client that asks for `wanted` in `initialize`: its own, or our latest of that kind. */
export function negotiate(wanted: unknown): LegacyVersion {
  return legacyVersions.find((version) => version === wanted) ?? legacyVersions[legacyVersions.length - 1]!;
}

export interface ModernClaim {
  readonly clientName: string | undefined;
  readonly clientCapabilities: object;
}

/** What a request says about itself in `_meta`; null when it says nothing. Throws when it says it wrongly. */
export function modernClaim(params: unknown): ModernClaim | null {
  const meta = (params as { _meta?: Record<string, unknown> } | undefined)?._meta;
  const version = meta?.[metaKeys.protocolVersion];
  if (version === undefined) return null;
  if (version !== modernVersion) {
    throw new RpcError(UNSUPPORTED_VERSION, `Cannot speak protocol version ${String(version)} in _meta.`, {
      supported: [modernVersion],
      requested: version,
    });
  }
  const capabilities = meta?.[metaKeys.clientCapabilities];
  if (typeof capabilities !== "object" || capabilities === null || Array.isArray(capabilities)) {
    throw new RpcError(
      rpcCodes.invalidParams,
      `Cannot take the request: _meta["${metaKeys.clientCapabilities}"] is missing.`,
    );
  }
  const info = meta?.[metaKeys.clientInfo] as { name?: unknown } | undefined;
  return { clientName: typeof info?.name === "string" ? info.name : undefined, clientCapabilities: capabilities };
}
