import type { LogEntry } from "../commands/log-entry.ts";
import { hideSecrets } from "./secrets.ts";

/** A call as a shell runs it. */
export function callAsCli({ id, args }: Pick<LogEntry, "id" | "args">): string {
  const given = jsonOf(args);
  return given === "{}" ? `edsnx ${id}` : `edsnx ${id} --args '${given.replaceAll("'", "'\\''")}'`;
}

/** A call as a script of `edsnx run` makes it. */
export function callAsScript({ id, args }: Pick<LogEntry, "id" | "args">): string {
  const given = jsonOf(args);
  return `await edsnx.run(${JSON.stringify(id)}${given === "{}" ? "" : `, ${given}`});`;
}

/** Arguments or a result as JSON on one line, without secrets, cut where it is long. */
export function jsonOf(value: unknown, max = Infinity): string {
  const text = JSON.stringify(value ?? {}, hideSecrets) ?? "{}";
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}
