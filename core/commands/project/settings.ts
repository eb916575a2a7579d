import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Json, JsonObject } from "../../format/json-tree.ts";
import type { SettingPath } from "../../model/project/setting-path.ts";
import { nameKeyOf, pathText, readPath } from "../../model/project/setting-path.ts";
import { settingType } from "../../model/project/setting-types.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { ProjectEdit } from "./project-file.ts";
import { editProject } from "./project-file.ts";

export const settings = defineEdit({
  id: "project.settings",
  title: "Set project settings",
  about:
    "Sets settings of the project file by path, e.g. board.design_settings.rules.min_clearance, as one undoable change; " +
    "null takes one away. What is not of the type that KiCad has there is refused. `path` is the board, the root " +
    "schematic, the .kicad_pro or a .kicad_jobset file (jobs.<id>.settings.…). Read settings with project.readSettings.",
  scope: "project",
  args: {
    set: Type.Record(Type.String(), Type.Unknown(), {
      description: 'New values by path: lengths in mm, line widths in mils. A name with a dot stands as ["a.b"].',
      minProperties: 1,
      maxProperties: 500,
    }),
    create: Type.Optional(
      Type.Boolean({ description: "Also set what is not in the file and of no known type. Default false." }),
    ),
  },
  examples: [
    {
      about: "Copper keeps 0.15 mm everywhere.",
      fixture: "blinky/blinky.kicad_pro",
      args: { set: { "board.design_settings.rules.min_clearance": 0.15 } },
    },
  ],
  async run(cx, args) {
    await setAll(cx, args.set as JsonObject, args.create === true);
  },
});

async function setAll(cx: EditContext, set: JsonObject, create: boolean): Promise<void> {
  const project = await editProject(cx);
  for (const [name, value] of Object.entries(set)) {
    const path =
      readPath(name) ?? refuse(name, "that is no path", "Example: board.design_settings.rules.min_clearance");
    const now = project.get(path);
    if (value === null && now !== undefined && now !== null) {
      if (settingType(path, undefined)?.says.startsWith("what KiCad") === true)
        refuse(name, "KiCad needs it", "Leave it.");
      project.remove(path);
      continue;
    }
    if (value === null && now === undefined) {
      if (project.remove(path) === 0) refuse(name, "it is not there", "Read what is there with project.readSettings.");
      continue;
    }
    checkOwner(path, name, project.doc.items.entry(`net_settings.classes.${path[2]}.name`) !== undefined);
    for (const leaf of leavesOf(path, value)) {
      const kind = settingType(leaf.path, project.get(leaf.path));
      if (kind === null && !create) {
        const hint = "Look for it with project.readSettings; to set it all the same give create: true.";
        refuse(pathText(leaf.path), "no such setting is in the file or known", hint);
      }
      const written = kind === null ? leaf.value : kind.write(leaf.value);
      if (written === undefined)
        refuse(
          pathText(leaf.path),
          `${JSON.stringify(leaf.value)?.slice(0, 200)} is not ${kind!.says}`,
          "Give such a value.",
        );
      else {
        nameMember(project, leaf.path);
        project.set(leaf.path, written);
      }
    }
  }
}

/** A class is made with its name and all: not by one of its lengths. */
function checkOwner(path: SettingPath, name: string, isThere: boolean): void {
  if (path[0] !== "net_settings" || path[1] !== "classes" || path.length < 4 || isThere) return;
  refuse(name, `there is no net class ${JSON.stringify(path[2])}`, "Make it with pcb.setNetclass.");
}

/** A new job or output says what it is called, as the list's other members do. */
function nameMember(project: ProjectEdit, path: SettingPath): void {
  const [list, name] = path;
  if (list === undefined || name === undefined || nameKeyOf(list) !== "id") return;
  if (project.get([list, name, "id"]) === undefined) project.set([list, name, "id"], name);
}

/** Objects are set member by member. */
function leavesOf(path: SettingPath, value: Json): { readonly path: SettingPath; readonly value: Json }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, each]) => leavesOf([...path, name], each as Json));
}

function refuse(name: string, reason: string, hint: string): never {
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot set ${name}: ${reason}.`,
    hint,
    data: { setting: name },
  });
}
