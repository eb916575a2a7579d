import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { decodeText, encodeText, headOf } from "../../format/text.ts";
import { LIST, parseTree } from "../../format/tree.ts";
import type { Doc } from "../../model/document.ts";
import { ORDER_STEP } from "../../model/item.ts";
import { newRules } from "../../model/project/new-project.ts";
import { ruleName } from "../../model/rules/rule.ts";
import { removeStep } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import { defineEdit } from "../define.ts";
import { besideProject } from "../project/project-file.ts";

export const setCustomRules = defineEdit({
  id: "pcb.setCustomRules",
  title: "Set custom rules",
  about:
    "Adds design rules to the board's .kicad_dru file, replaces those of the same name, and takes others away, as one " +
    "undoable change; rules that are not named stay as they are, with their comments. `path` is the board or the " +
    ".kicad_dru file; query.items on that file lists its rules.",
  scope: "project",
  args: {
    rules: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100_000 }), {
        description:
          'Rules in KiCad\'s language, one each: (rule name (constraint clearance (min 1mm)) (condition "…")).',
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    remove: Type.Optional(Type.Array(Type.String(), { description: "Names of rules to take away.", minItems: 1 })),
    removeOthers: Type.Optional(Type.Boolean({ description: "Take all rules away that are not given here." })),
  },
  examples: [
    {
      about: "Mains keep 6 mm from all else.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { rules: ["(rule mains (constraint clearance (min 6mm)) (condition \"A.hasNetclass('Mains')\"))"] },
    },
  ],
  async run(cx, args) {
    const given = (args.rules ?? []).map(readRule);
    if (given.length === 0 && args.remove === undefined && args.removeOthers !== true) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot set custom rules: none is given, and none to remove.",
        hint: 'Example: { "rules": ["(rule wide (constraint track_width (min 0.3mm)))"] }',
      });
    }
    const path = besideProject(cx.open.path, ".kicad_dru");
    const { path: real } = await cx.session.openOrNew(path, newRules(), cx.caller.name);
    const edit = cx.editOf(real);
    for (const name of args.remove ?? []) removeRule(edit, name);
    const names = new Set(given.map((rule) => rule.name));
    if (args.removeOthers === true) {
      for (const item of [...edit.doc.items.ofKind("rule")])
        if (!names.has(item["name"] as string)) edit.apply(removeStep(edit.doc, item));
    }
    for (const rule of given) putRule(edit, rule);
  },
});

interface Given {
  readonly name: string;
  readonly text: string;
}

/** Checks that a text is one rule; comments before it are part of it. */
function readRule(text: string): Given {
  const bytes = encodeText(text);
  const tree = parseTree(bytes);
  const problem = tree.problems[0];
  const reason =
    problem !== undefined
      ? `${problem.message} at line ${problem.line}, column ${problem.column}`
      : tree.count === 0 || tree.kind[0] !== LIST || headOf(tree, 0) !== "rule"
        ? "it is no (rule …)"
        : tree.next[0] !== tree.count
          ? "something stands behind the rule: give each rule for itself"
          : ruleName(tree, 0) === ""
            ? "it has no name"
            : null;
  if (reason === null) return { name: ruleName(tree, 0), text: text.trim() };
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot set the rule ${JSON.stringify(text.slice(0, 80))}: ${reason}.`,
    hint: "Example: (rule wide (constraint track_width (min 0.3mm)))",
  });
}

function removeRule(edit: Edit, name: string): void {
  const item = edit.doc.items.get(`rule:${name}`);
  if (item === undefined) {
    throw new CommandError({
      code: "not-found",
      message: `Cannot remove the rule ${name}: the file has ${namesOf(edit.doc)}.`,
      hint: "List the rules with query.items on the .kicad_dru file.",
    });
  }
  edit.apply(removeStep(edit.doc, item));
}

/** A rule of the same name gives its place. */
function putRule(edit: Edit, rule: Given): void {
  const id = `rule:${rule.name}`;
  const old = edit.doc.items.get(id);
  const { eol } = edit.doc;
  const text = (old === undefined ? "\n\n" : `\n`) + rule.text.replace(/\r\n/g, "\n");
  const order = old?.order ?? (edit.doc.items.entries.at(-1)?.order ?? 0) + ORDER_STEP;
  const item = { id, kind: "rule", order, text: text.replace(/\n/g, eol) };
  if (old !== undefined) {
    if (sameRule(edit.doc, id, rule.text)) return;
    edit.apply(removeStep(edit.doc, old));
  }
  edit.apply({ op: "add", item });
}

function sameRule(doc: Doc, id: string, text: string): boolean {
  const { source } = doc.items.get(id)!;
  return decodeText(source.bytes, source.start, source.end) === text;
}

function namesOf(doc: Doc): string {
  const names = [...doc.items.ofKind("rule")].map((item) => String(item["name"]));
  return names.length === 0 ? "no rules" : names.slice(0, 20).join(", ");
}
