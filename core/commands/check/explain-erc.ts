import { CommandError } from "../../base/error.ts";
import { runErc } from "../../engines/erc/check.ts";
import { rules } from "../../engines/erc/rules.ts";
import type { Subject } from "../../engines/erc/subject.ts";
import type { DocumentContext } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";
import { ercLibraries } from "./erc-libraries.ts";

/** Explains one violation of the electrical rules: the first of a type with all the items that are named. */
export async function explainErc(
  cx: DocumentContext,
  args: { readonly type: string; readonly items: readonly string[] },
) {
  const rule = rules.find((each) => each.type === args.type);
  if (rule === undefined)
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot explain ${JSON.stringify(args.type)}: there is no such kind of violation.`,
      hint: `These are: ${rules.map((each) => each.type).join(", ")}.`,
      data: { type: args.type },
    });
  const { netlist } = await wholeDesign(cx);
  const { libraries } = cx.services;
  const looksUp = rule.needsLibrary === true && libraries !== undefined;
  const library = looksUp ? await ercLibraries(libraries, netlist, cx.open.path) : null;
  const found = runErc(netlist, { types: new Set([rule.type]), library, signal: cx.signal }).find((each) =>
    args.items.every((ref) => each.items.some((item) => isCalled(item, ref))),
  );
  if (found === undefined)
    throw new CommandError({
      code: "not-found",
      message: `Cannot explain ${rule.type}${args.items.length === 0 ? "" : ` of ${args.items.join(" and ")}`}: there is no such violation.`,
      hint: "List them with check.erc.",
      data: { type: rule.type },
    });
  const set = netlist.design.settings.ercSeverities.get(found.type);
  const whose = set === undefined ? "KiCad's default" : "the project's choice";
  const excluded =
    found.excluded === null ? "" : `, excluded${found.excluded.comment === "" ? "" : `: ${found.excluded.comment}`}`;
  return {
    type: found.type,
    check: rule.about,
    description: found.description,
    items: found.items.map(({ text, sheet }) => `${text} on ${sheet.names}`),
    rule: `${found.severity} (${whose}${excluded})`,
  };
}

/** Whether a text means an item of a finding: its uuid, the symbol (R1) or the pin (R1.2). */
export function isCalled({ id, text }: Subject, ref: string): boolean {
  const dot = ref.lastIndexOf(".");
  const [part, pin] = [ref.slice(0, Math.max(dot, 0)), ref.slice(dot + 1)];
  return (
    id === ref ||
    text.startsWith(`Symbol ${ref} `) ||
    (dot > 0 && (text.startsWith(`Symbol ${part} Pin ${pin} `) || text.startsWith(`Symbol ${part} Hidden pin ${pin} `)))
  );
}
