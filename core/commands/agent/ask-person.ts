import { CommandError } from "../../base/error.ts";
import type { Context } from "../define.ts";
import type { Answer, Question } from "../person.ts";
import { plainLine } from "../person.ts";

/** Puts a question to the person. Throws `service-unavailable` where nobody sits, `invalid-args` for an empty prompt. */
export async function askPerson(
  cx: Context,
  id: string,
  question: Omit<Question, "from" | "path"> & { readonly path?: string | undefined },
): Promise<Answer> {
  const { person } = cx.services;
  if (person === undefined) {
    throw new CommandError({
      code: "service-unavailable",
      message: `Cannot run ${id}: no person sits at an editor here.`,
      hint: "Attach to a running editor (--attach), or ask the person in your own words.",
    });
  }
  const { path, prompt: words, ...rest } = question;
  const prompt = plainLine(words);
  if (prompt === "") {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot run ${id}: prompt has no visible character.`,
      hint: `Example: ${id} {"prompt":"Which connector do you mean?"}`,
    });
  }
  const real = path === undefined ? undefined : await cx.session.resolve(path);
  return person.ask(
    { ...rest, prompt, from: plainLine(cx.caller.name, 60), ...(real === undefined ? {} : { path: real }) },
    cx.signal,
  );
}
