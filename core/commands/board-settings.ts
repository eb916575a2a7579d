import { decodeText } from "../format/text.ts";
import { projectText } from "../model/project/project-document.ts";
import type { ProjectSettings } from "../model/project/settings.ts";
import { readProjectSettings } from "../model/project/settings.ts";
import type { Context, DocumentContext } from "./define.ts";

/** The project's settings for a document: of the `.kicad_pro` beside it, a new project's when there is none. */
export function settingsFor(cx: DocumentContext): Promise<ProjectSettings> {
  return settingsBeside(cx, cx.open.path);
}

/** The settings of the project that a board's or a root schematic's file belongs to. */
export async function settingsBeside(cx: Context, file: string): Promise<ProjectSettings> {
  return readProjectSettings(await projectTextBeside(cx, file));
}

/** The text of that project, as it stands in the session or on disk; null when there is none. */
export async function projectTextBeside(
  cx: Pick<Context, "session" | "services">,
  file: string,
): Promise<string | null> {
  const path = file.replace(/\.[^./\\]*$/, ".kicad_pro");
  // Unsaved edits of the project count.
  const open = cx.session.list().find((each) => each.path === path);
  if (open !== undefined && open.doc.kind === "project") return projectText(open.doc);
  const bytes = (await cx.services.readFile?.(path)) ?? null;
  return bytes === null ? null : decodeText(bytes);
}
