import { hashBytes, hashText } from "../base/hash.ts";
import type { Command } from "./define.ts";

/** Digest of what a command takes and answers: changes with every name, type, limit and description. */
export function digestOf({ kind, scope, about, args, result }: Command): string {
  return digest(JSON.stringify({ kind, scope, about, args, result }));
}

/** Digest of all of them, whatever their order. */
export function schemaDigest(digests: readonly string[]): string {
  return digest([...digests].sort().join("\n"));
}

function digest(text: string): string {
  return hashText(hashBytes(new TextEncoder().encode(text)));
}
