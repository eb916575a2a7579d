import { CommandError } from "../base/error.ts";
import type { Session } from "../session/session.ts";

/**
 * Throws `denied` for a path with a part that begins with a dot below the folder that is worked in: there programs keep
 * what they obey (`.git/hooks`, `.vscode/settings.json`, `.mcp.json`), and a report has words of others in it.
 */
export async function refuseHidden(session: Session, path: string): Promise<void> {
  const real = await session.resolve(path);
  const folders = [await session.resolve("."), ...session.list().map((open) => open.path.replace(/[^\\/]*$/, ""))];
  const above = folders
    .map((folder) => folder.replace(/[\\/.]+$/, ""))
    .filter((folder) => real.startsWith(folder))
    .sort((a, b) => b.length - a.length)[0];
  const parts = real.slice(above?.length ?? 0).split(/[\\/]/);
  if (!parts.some((part) => part.startsWith("."))) return;
  throw new CommandError({
    code: "denied",
    message: `Cannot write ${path}: it is hidden, and agents write no hidden files.`,
    hint: "Choose a name without a part that begins with a dot.",
    data: { path: real },
  });
}
