import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineCommand } from "../define.ts";
import type { LogEntry } from "../log-entry.ts";

/** A result longer than this is cut in the Markdown report. */
const SHOWN = 400;

export const exportLog = defineCommand({
  id: "session.export",
  title: "Export session log",
  about:
    "The calls of this session: who called what, with arguments, result and time, as a Markdown report or one JSON document.",
  kind: "query",
  scope: "app",
  args: {
    format: Type.Optional(
      Type.Union([Type.Literal("markdown"), Type.Literal("json")], { description: "markdown (default) or json." }),
    ),
  },
  result: Type.Object({
    format: Type.String(),
    calls: Type.Integer({ description: "Number of calls in the log." }),
    text: Type.String({ description: "The report, or the JSON document as text." }),
  }),
  examples: [{ about: "What happened so far?", args: {} }],
  async run(cx, args) {
    if (cx.services.readLog === undefined) {
      throw new CommandError({
        code: "service-unavailable",
        message: "Cannot export the log: this program keeps none.",
        hint: "Use edsnx serve, edsnx mcp or the editor.",
      });
    }
    const entries = (await cx.services.readLog()) as readonly LogEntry[];
    const format = args.format ?? "markdown";
    const text = format === "json" ? JSON.stringify({ calls: entries }, null, 2) : report(entries);
    return { format, calls: entries.length, text };
  },
});

function report(entries: readonly LogEntry[]): string {
  const lines = ["# Session", ""];
  for (const entry of entries) {
    const end = entry.error === undefined ? "" : ` failed: ${entry.error.code}`;
    lines.push(`## ${entry.id} (${entry.caller}, ${entry.ms} ms)${end}`, "", fence(entry.args), "");
    if (entry.error !== undefined) lines.push(entry.error.message, "");
    else if (entry.kind !== "query") lines.push(fence(entry.result), "");
  }
  return lines.join("\n");
}

function fence(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  // A longer fence than any run of backticks inside, so that no value breaks out of it.
  const ticks = "`".repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map((m) => m[0].length + 1)));
  return `${ticks}json\n${shown}\n${ticks}`;
}
