import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Json } from "../../format/json-tree.ts";
import { projectJson } from "../../model/project/project-document.ts";
import { nameKeyOf, pathText, readPath } from "../../model/project/setting-path.ts";
import { settingType } from "../../model/project/setting-types.ts";
import { defineCommand } from "../define.ts";
import { noProject, openSettings } from "./project-file.ts";

export const readSettings = defineCommand({
  id: "project.readSettings",
  title: "Read project settings",
  about:
    "What the project file says, whole or at a path: board.design_settings.rules, net_settings.classes.Default, " +
    "text_variables; or a job set (jobs.<id>). Lengths are in mm and line widths in mils, as in the file. Set with project.settings.",
  kind: "query",
  scope: "project",
  args: {
    path: Type.String({ description: "The board, root schematic, .kicad_pro or .kicad_jobset file.", minLength: 1 }),
    at: Type.Optional(Type.String({ description: "The path of a setting or a group; everything when left out." })),
  },
  result: Type.Object({
    path: Type.String({ description: "The project file, absolute." }),
    value: Type.Unknown({ description: "What stands there." }),
    type: Type.Optional(Type.String({ description: "What may stand there, where that is known." })),
  }),
  examples: [
    {
      about: "The limits of the board.",
      args: { path: "blinky/blinky.kicad_pro", at: "board.design_settings.rules" },
    },
  ],
  async run(cx, args) {
    const open = (await openSettings(cx, args.path)) ?? refuseMissing(args.path);
    let value: Json | undefined = projectJson(open.doc);
    if (args.at === undefined) return { path: open.path, value };
    const path = readPath(args.at);
    for (const [i, name] of (path ?? []).entries()) value = memberOf(value, name, pathText(path!.slice(0, i)));
    if (path === null || value === undefined) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot read ${args.at}: ${open.path} has no such setting.`,
        hint: "Read the group above it, or everything by leaving `at` out.",
        data: { path: open.path },
      });
    }
    const type = settingType(path, Array.isArray(value) || typeof value !== "object" ? value : undefined);
    return { path: open.path, value, ...(type === null ? {} : { type: type.says }) };
  },
});

function memberOf(value: Json | undefined, name: string, at: string): Json | undefined {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const key = nameKeyOf(at);
    if (key !== null) return list.find((each) => memberOf(each, key, "") === name);
    return /^\d+$/.test(name) ? list[Number(name)] : undefined;
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, Json>>)[name];
}

function refuseMissing(path: string): never {
  throw noProject(path);
}
