import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Json } from "../../format/json-tree.ts";
import { defineEdit } from "../define.ts";
import type { ProjectEdit } from "../project/project-file.ts";
import { editProject } from "../project/project-file.ts";

export const assignNetclass = defineEdit({
  id: "pcb.assignNetclass",
  title: "Assign net class",
  about:
    "Gives nets a net class, by patterns in the project file, as one undoable change. A pattern is a net's full name, or " +
    "has * and ? in it, or is a regular expression; a net may have several classes. `path` is the board or the " +
    ".kicad_pro file.",
  scope: "project",
  args: {
    netClass: Type.String({ description: "The class, made with pcb.setNetclass.", minLength: 1 }),
    patterns: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
      description: "Nets or patterns: GND, /CLK*, D[0..7].",
      minItems: 1,
      maxItems: 1000,
    }),
    remove: Type.Optional(Type.Boolean({ description: "Take these patterns away from the class." })),
  },
  label: (args) => `${args.remove === true ? "Take nets from" : "Assign nets to"} ${args.netClass}`,
  examples: [
    {
      about: "All supply nets are of class Default.",
      fixture: "blinky/blinky.kicad_pro",
      args: { netClass: "Default", patterns: ["+*"] },
    },
  ],
  async run(cx, args) {
    const project = await editProject(cx);
    const known = project.settings.netClasses.map((each) => each.name);
    if (!known.includes(args.netClass) && args.remove !== true) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot assign net class ${args.netClass}: the project has ${known.join(", ")}.`,
        hint: `Make it with pcb.setNetclass { "name": ${JSON.stringify(args.netClass)} }.`,
      });
    }
    const version = project.get(["net_settings", "meta", "version"]);
    const isOld = typeof version === "number" && version < 3;
    const missing = isOld ? listInClass(project, args) : listPatterns(project, args);
    if (missing.length === 0) return undefined;
    const what = args.remove === true ? "had not" : "had already";
    return [`${args.netClass} ${what} ${missing.join(", ")}.`];
  },
});

interface Assignment {
  readonly netClass: string;
  readonly patterns: readonly string[];
  readonly remove?: boolean;
}

/** Since KiCad 7 patterns have a list of their own. Answers those for which there was nothing to do. */
function listPatterns(project: ProjectEdit, { netClass, patterns, remove }: Assignment): string[] {
  const path = ["net_settings", "netclass_patterns"];
  const now = project.get(path);
  const rows = Array.isArray(now) ? (now as readonly Json[]) : [];
  const isOf = (row: Json, pattern: string) => {
    const each = row as { readonly pattern?: Json; readonly netclass?: Json } | null;
    return each?.pattern === pattern && each.netclass === netClass;
  };
  const [there, absent] = split(patterns, (pattern) => rows.some((row) => isOf(row, pattern)));
  const next =
    remove === true
      ? rows.filter((row) => !there.some((pattern) => isOf(row, pattern)))
      : [...rows, ...absent.map((pattern) => ({ netclass: netClass, pattern }))];
  if (next.length !== rows.length) project.set(path, next);
  return remove === true ? absent : there;
}

/** KiCad 6 lists nets in their class; a net has one class only. */
function listInClass(project: ProjectEdit, { netClass, patterns, remove }: Assignment): string[] {
  const path = ["net_settings", "classes", netClass, "nets"];
  const now = project.get(path);
  const nets = Array.isArray(now) ? (now as readonly Json[]) : [];
  const [there, absent] = split(patterns, (pattern) => nets.includes(pattern));
  const next = remove === true ? nets.filter((net) => !there.includes(net as string)) : [...nets, ...absent];
  if (next.length !== nets.length) project.set(path, next);
  return remove === true ? absent : there;
}

function split(all: readonly string[], is: (each: string) => boolean): [string[], string[]] {
  const unique = [...new Set(all)];
  return [unique.filter(is), unique.filter((each) => !is(each))];
}
