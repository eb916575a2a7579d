import type { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import { plainLine } from "../../core/commands/person.ts";
import type { Review } from "../../core/session/review.ts";
import { stateOf } from "../../core/session/review.ts";
import { PERSON } from "../person.ts";

/** Characters of a change's id by which a person names it. */
const CODE = 6;

/** `/review`: lists what waits for the person, of every request and of none; `accept` or `reject` judges all or one. */
export async function review(core: AgentCore, rest: string): Promise<string> {
  const waiting = core.reviews.list().filter((each) => stateOf(each) === "pending");
  const [, verb, more = ""] = /^(accept|reject)\b\s*([\s\S]*)$/.exec(rest) ?? [];
  if (verb === undefined) {
    if (rest === "") return listOf(waiting);
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot review ${plainLine(rest, 60)}: that is neither accept nor reject.`,
      hint: "Such as /review reject, or /review reject with the code of one change and a note.",
    });
  }
  const [, code = "", words = ""] = /^([0-9a-f]{6})\b\s*([\s\S]*)$/.exec(more) ?? [];
  const meant = code === "" ? waiting : waiting.filter((each) => codeOf(each) === code);
  if (meant.length === 0) return code === "" ? "Nothing waits for you." : `No change that waits has the code ${code}.`;
  const note = plainLine(code === "" ? more : words, 500);
  const ids = new Set(meant.map(({ id }) => id));
  const refusals =
    verb === "accept"
      ? await core.reviews.acceptAll({ ids })
      : await core.reviews.rejectAll({ ids }, PERSON.name, note === "" ? undefined : note);
  const done = `${counted(ids.size - refusals.length)} ${verb}ed.`;
  return [done, ...refusals.map(({ message }) => `- ${message}`)].join("\n");
}

function listOf(waiting: readonly Review[]): string {
  if (waiting.length === 0) return "Nothing waits for you.";
  return [
    `${counted(waiting.length)} ${waiting.length === 1 ? "waits" : "wait"} for you:`,
    ...waiting.map((each) => {
      const { agent, label, items, proposal } = each;
      const size = `${items.length} ${items.length === 1 ? "item" : "items"}`;
      return `- ${label} (${agent}, ${size}${proposal === undefined ? "" : ", proposed"}) \`${codeOf(each)}\``;
    }),
    "",
    "`/review accept` and `/review reject` judge all of them; with a code behind, that one. What follows is your note.",
  ].join("\n");
}

function codeOf({ id }: Review): string {
  return id.slice(-CODE);
}

function counted(n: number): string {
  return `${n} ${n === 1 ? "change" : "changes"}`;
}
