import { promises as fs } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import type { TemplateFile } from "../../core/commands/project/template.ts";

/** More than this is no template: the bytes of all its files. */
const LIMIT = 256 * 1024 * 1024;

/** What a person's session leaves beside a project, and what is about the template and not of it. */
const leftOut =
  /^(meta|fp-info-cache|_autosave-.*|.*-backups|\..*)$|\.(lck|kicad_prl|bak|kicad_sch-bak|kicad_pcb-bak)$/i;

/** All files of a folder that is a template, by their paths in it; null where there is no such folder. */
export async function readTemplate(folder: string): Promise<TemplateFile[] | null> {
  const top = await fs.stat(folder).catch(() => null);
  if (top?.isDirectory() !== true) return null;
  const files: TemplateFile[] = [];
  let size = 0;
  const walk = async (below: string) => {
    for (const entry of await fs.readdir(join(folder, below), { withFileTypes: true })) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (leftOut.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(name);
      // Links may lead anywhere.
      if (!entry.isFile()) continue;
      const bytes = await fs.readFile(join(folder, name));
      size += bytes.length;
      if (size > LIMIT) throw tooLarge(folder);
      files.push({ name, bytes });
    }
  };
  await walk("");
  return files;
}

/** Where KiCad looks for templates by name: the person's own first, then those that came with it. */
export function templateFolders(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const named = ["KICAD_USER_TEMPLATE_DIR", ...[10, 9, 8, 7].map((version) => `KICAD${version}_TEMPLATE_DIR`)];
  const own = named.flatMap((name) => env[name] ?? []);
  const documents = ["10.0", "9.0", "8.0"].flatMap((version) => [
    join(homedir(), "Documents/KiCad", version, "template"),
    join(homedir(), ".local/share/kicad", version, "template"),
  ]);
  const shared =
    process.platform === "darwin"
      ? ["/Applications/KiCad/KiCad.app/Contents/SharedSupport/template"]
      : process.platform === "win32"
        ? ["10.0", "9.0"].map((version) =>
            join(env["ProgramFiles"] ?? "C:\\Program Files", "KiCad", version, "share/kicad/template"),
          )
        : ["/usr/share/kicad/template", "/usr/local/share/kicad/template"];
  return [...own, ...documents, ...shared];
}

function tooLarge(folder: string): CommandError {
  return new CommandError({
    code: "conflict",
    message: `Cannot take ${folder} as a template: its files are larger than ${LIMIT / 1024 / 1024} MB.`,
    hint: "Name a folder that holds a project and nothing else.",
  });
}
