import { CommandError, toCommandError } from "../../base/error.ts";
import type { ToWrite } from "../../format/json-text.ts";
import { plainJson } from "../../format/json-text.ts";
import type { Json } from "../../format/json-tree.ts";
import type { Doc } from "../../model/document.ts";
import { fileKinds } from "../../model/file-kinds.ts";
import { newProject } from "../../model/project/new-project.ts";
import { projectText, settingsBelow } from "../../model/project/project-document.ts";
import { addSettingStep } from "../../model/project/project-step.ts";
import type { SettingPath } from "../../model/project/setting-path.ts";
import { pathText } from "../../model/project/setting-path.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { readProjectSettings } from "../../model/project/settings.ts";
import { removeStep } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import type { OpenDocument } from "../../session/open-document.ts";
import type { Context, EditContext } from "../define.ts";

/** The file of a project with this ending: it has the name of the board and of the root schematic. */
export function besideProject(path: string, ending: string): string {
  return path.endsWith(ending) ? path : path.replace(/\.[^./\\]*$/, ending);
}

/** The project file of a board, a schematic or itself, opened; null when there is none. */
export async function openProject(cx: Context, path: string): Promise<OpenDocument | null> {
  try {
    return await cx.session.open(besideProject(path, ".kicad_pro"), cx.caller.name);
  } catch (thrown) {
    if (toCommandError(thrown).code === "not-found") return null;
    throw thrown;
  }
}

/** What the project of a document says, unsaved edits included; KiCad's defaults when there is no project file. */
export async function settingsOf(cx: Context, path: string): Promise<ProjectSettings> {
  const open = await openProject(cx, path);
  return readProjectSettings(open === null ? null : projectText(open.doc));
}

/** The file of settings that a path means: the job set that it names, or the project file; null when there is none. */
export async function openSettings(cx: Context, path: string): Promise<OpenDocument | null> {
  return path.endsWith(fileKinds.jobSet.ending) ? cx.session.open(path, cx.caller.name) : openProject(cx, path);
}

/** The project file for an edit of it, or the job set that the call names; a missing project is made in KiCad's form. */
export async function editProject(cx: EditContext): Promise<ProjectEdit> {
  if (cx.open.doc.kind === "jobSet") return new ProjectEdit(cx.edit);
  const path = besideProject(cx.open.path, ".kicad_pro");
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const { path: real } = await cx.session.openOrNew(path, newProject(name), cx.caller.name);
  return new ProjectEdit(cx.editOf(real));
}

/** Sets and removes settings by path, whatever has to come or go for that. */
export class ProjectEdit {
  private readonly edit: Edit;

  constructor(edit: Edit) {
    this.edit = edit;
  }

  get doc(): Doc {
    return this.edit.doc;
  }

  get settings(): ProjectSettings {
    return readProjectSettings(projectText(this.edit.doc));
  }

  get(path: SettingPath): Json | undefined {
    return this.edit.doc.items.get(pathText(path))?.["value"] as Json | undefined;
  }

  /** Gives a setting a value; where it is new, a length is a `Real`. */
  set(path: SettingPath, value: ToWrite): void {
    const id = pathText(path);
    if (this.edit.doc.items.entry(id) !== undefined) {
      this.edit.set(id, { value: plainJson(value) });
      return;
    }
    // A null stands for an empty map: it gives way to the first member.
    for (let n = 1; n < path.length; n++) {
      const above = this.edit.doc.items.get(pathText(path.slice(0, n)));
      if (above !== undefined && above["value"] === null) this.edit.apply(removeStep(this.edit.doc, above));
    }
    this.edit.apply(addSettingStep(this.edit.doc, path, value));
  }

  /** Takes away a setting and all below it; answers how many there were. */
  remove(path: SettingPath): number {
    const entries = settingsBelow(this.edit.doc, path);
    for (const entry of entries) this.edit.apply(removeStep(this.edit.doc, entry.item()));
    return entries.length;
  }
}

/** For a path that is no file of a project. */
export function noProject(path: string): CommandError {
  return new CommandError({
    code: "not-found",
    message: `Cannot find the project of ${path}: ${besideProject(path, ".kicad_pro")} is not there.`,
    hint: "Give the path of the board, of the root schematic or of the .kicad_pro file.",
    data: { path },
  });
}
