import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { decodeText } from "../../format/text.ts";
import type { LibraryPart } from "../../library/load.ts";
import { footprintOfFile, loadFootprint } from "../../library/load.ts";
import { plainPath } from "../../library/path-variables.ts";
import type { LibraryKind, LibraryPort } from "../../library/port.ts";
import type { Library } from "../../library/tables.ts";
import { librariesOf } from "../../library/tables.ts";
import type { Context } from "../define.ts";

/** Whose libraries: a file of the project. */
export const projectArg = Type.Optional(
  Type.String({
    description:
      "A file of the project whose libraries count, relative to the working directory; the open document's when left out.",
    minLength: 1,
  }),
);

/** The file that stands for the project: the one named, else an open one; null for the global libraries alone. */
export async function resolvedProject(cx: Context, project: string | undefined): Promise<string | null> {
  if (project !== undefined) return cx.session.resolve(project);
  return cx.session.list()[0]?.path ?? null;
}

/** The libraries' port, or the reason why there is none. */
export function libraryPort(cx: Context, verb: string): LibraryPort {
  const port = cx.services.libraries;
  if (port !== undefined) return port;
  throw new CommandError({
    code: "service-unavailable",
    message: `Cannot ${verb}: this program reads no libraries.`,
    hint: "Call it over the command line, the editor or a server.",
  });
}

/** The libraries that the design of `file` can use; without a file, the global ones. */
export async function librariesFor(
  cx: Context,
  kind: LibraryKind,
  file: string | null,
  verb: string,
): Promise<Library[]> {
  const port = libraryPort(cx, verb);
  const project = file === null ? null : await port.projectFolder(file);
  return librariesOf(port, kind, project, project === null ? {} : await projectVariables(cx, port, project));
}

/** The text variables of a project, which its tables may use. */
async function projectVariables(cx: Context, port: LibraryPort, project: string): Promise<Record<string, string>> {
  const found = (await port.list(project))?.find(({ name }) => name.endsWith(".kicad_pro"));
  const bytes =
    found === undefined ? null : await cx.services.readFile?.(plainPath(found.name, project)).catch(() => null);
  if (bytes == null) return {};
  try {
    const json = JSON.parse(decodeText(bytes)) as { text_variables?: Record<string, unknown> };
    return Object.fromEntries(
      Object.entries(json.text_variables ?? {}).filter((each): each is [string, string] => typeof each[1] === "string"),
    );
  } catch {
    // A broken project file says nothing about libraries.
    return {};
  }
}

/** A footprint named as `Library:Name`, or as the path of its `.kicad_mod` file. */
export async function footprintNamed(cx: Context, file: string, name: string, verb: string): Promise<LibraryPart> {
  const port = libraryPort(cx, verb);
  if (/\.kicad_mod$/i.test(name)) return footprintOfFile(port, await fileNamed(cx, name), verb);
  return loadFootprint(port, await librariesFor(cx, "footprints", file, verb), name, verb);
}

/** A library file named by its path, relative to the working directory; libraries may lie outside of it. */
export async function fileNamed(cx: Context, path: string): Promise<string> {
  try {
    return await cx.session.resolve(path);
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== "denied" || !/^([A-Za-z]:)?[\\/]/.test(path)) throw error;
    return plainPath(path, "/");
  }
}
