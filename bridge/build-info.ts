import { schemaDigest } from "../core/commands/digest.ts";
import { commandDigests } from "../core/commands/digests.gen.ts";
import { profile, revision, version } from "./version.ts";

/** Which build answers; two of one `toolSchema` offer the same commands. */
export function buildInfo(): Readonly<Record<string, string>> {
  return { version, revision, profile, toolSchema: schemaDigest(commandDigests) };
}
