import { decodeText } from "../format/text.ts";
import type { ProjectSettings } from "../model/project/settings.ts";
import { readProjectSettings } from "../model/project/settings.ts";
import type { DocumentContext } from "./define.ts";

/** The project's settings for a document: of the `.kicad_pro` beside it, a new project's when there is none. */
export async function settingsFor(cx: DocumentContext): Promise<ProjectSettings> {
  const path = cx.open.path.replace(/\.[^./\\]*$/, ".kicad_pro");
  const bytes = (await cx.services.readFile?.(path)) ?? null;
  return readProjectSettings(bytes === null ? null : decodeText(bytes));
}
