// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { encodeText } from "../../format/text.ts";
import { baseName, expandPath, isRemote, plainPath } from "../../library/path-variables.ts";
import type { LibraryKind } from "../../library/port.ts";
import { libraryNamed, pathVariables, projectTable } from "../../library/tables.ts";
import { defineEdit } from "../define.ts";
import { fileNamed, librariesFor, libraryPort } from "./libraries.ts";

export const addLibraryTable = defineEdit({
  id: "lib.addTable",
  title: "Add library to table",
  about: "Adds a library to the project's table, made when missing. Save the table before placing by the new name.",
  scope: "project",
  args: {
    library: Type.String({
      description:
        "A .kicad_sym file, or a .kicad_symdir or .pretty folder: its path, or with a path variable (${KIPRJMOD}/my.pretty).",
      minLength: 1,
    }),
    name: Type.Optional(
      Type.String({
        description: "Its nickname, what stands before the colon of Library:Name; the file's name when left out.",
        pattern: '^[^:/\\\\"<>\\r\\n\\t]+$',
      }),
    ),
    descr: Type.Optional(Type.String({ description: "Description." })),
  },
  label: (args) => `Add library ${args.name ?? stemOf(args.library)}`,
  examples: [
    {
      about: "The project's own footprints under a second name.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { library: "blinky/blinky.pretty", name: "mine", descr: "Parts of this board" },
    },
  ],
  async run(cx, args) {
    const port = libraryPort(cx, "add the library");
    const kind = kindOf(args.library);
    const project = await port.projectFolder(cx.open.path);
    const hasVariable = /\$[{(]/.test(args.library);
    const expanded = hasVariable ? expandPath(args.library, await pathVariables(port, project)) : null;
    if (expanded !== null && expanded.unknown.length > 0)
      throw refusal(args.library, `the path variable ${expanded.unknown.join(", ")} is not set`);
    const given = expanded?.text ?? args.library;
    if (isRemote(given)) throw refusal(args.library, "it lies on another machine");
    const path = expanded === null ? await fileNamed(cx, given) : plainPath(given, project);
    if ((await port.stat(path)) === null) throw refusal(args.library, `nothing is at ${path}`);
    const name = args.name ?? stemOf(path);
    const inside = path.startsWith(`${plainPath(project, "/")}/`);
    const uri = hasVariable
      ? args.library
      : inside
        ? `\${KIPRJMOD}${path.slice(plainPath(project, "/").length)}`
        : path;

    const taken = libraryNamed(await librariesFor(cx, kind, cx.open.path, "add the library"), name);
    const root = kind === "symbols" ? "sym_lib_table" : "fp_lib_table";
    const empty = encodeText(`(${root}\n  (version 7)\n)\n`);
    const table = await cx.session.openOrNew(projectTable(kind, project), empty, cx.caller.name);
    const edit = cx.editOf(table.path);
    for (const row of edit.doc.items.ofKind("tableRow")) {
      if (row["name"] !== name) continue;
      if (row["uri"] === uri && row["disabled"] !== true) return [`${table.path} has ${name} already.`];
      throw new CommandError({
        code: "conflict",
        message: `Cannot add the library ${name}: ${table.path} has one of this name at ${String(row["uri"])}${row["disabled"] === true ? ", disabled" : ""}.`,
        hint: "Give another name.",
        data: { name, uri: row["uri"] },
      });
    }
    edit.add("tableRow", { name, type: "KiCad", uri, options: "", descr: args.descr ?? "" });
    return taken?.scope === "global"
      ? [`The global table has a ${name} too, at ${taken.uri}: in this project the new one counts.`]
      : [];
  },
});

function kindOf(library: string): LibraryKind {
  if (/\.pretty[\\/]?$/i.test(library)) return "footprints";
  if (/\.(kicad_sym|kicad_symdir)[\\/]?$/i.test(library)) return "symbols";
  throw refusal(library, "its name ends in none of .kicad_sym, .kicad_symdir and .pretty");
}

function stemOf(path: string): string {
  return baseName(path.replace(/[\\/]$/, "")).replace(/\.(kicad_sym|kicad_symdir|pretty)$/i, "");
}

function refusal(library: string, reason: string): CommandError {
  return new CommandError({
    code: "not-found",
    message: `Cannot add the library ${library}: ${reason}.`,
    hint: "See what is there with lib.tables.",
    data: { library },
  });
}
