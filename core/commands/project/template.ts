import { CommandError } from "../../base/error.ts";
import { decodeText, encodeText, quote } from "../../format/text.ts";

/** A file by its path in its folder. */
export interface TemplateFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A template's files as those of a project of another name, as KiCad makes a project from a template: files with the
 * template's name get the project's, and uses of sheets are those of the project. Throws `conflict` for a folder without a
 * project, and where two files would have one name.
 */
export function fromTemplate(files: readonly TemplateFile[], name: string, template: string): TemplateFile[] {
  const projects = files.filter((file) => /^[^/]+\.kicad_pro$/.test(file.name));
  const [project] = projects;
  if (project === undefined || projects.length > 1) {
    throw new CommandError({
      code: "conflict",
      message: `Cannot take ${template} as a template: it has ${projects.length === 0 ? "no" : projects.length} project files.`,
      hint: "Name a folder with one .kicad_pro file and its schematic and board.",
    });
  }
  const stem = project.name.replace(/\.kicad_pro$/, "");
  const made = files.map((file) => ({ name: renamed(file.name, stem, name), bytes: adapted(file, stem, name) }));
  const twice = made.find((file, i) => made.findIndex((other) => other.name === file.name) !== i);
  if (twice === undefined) return made;
  throw new CommandError({
    code: "conflict",
    message: `Cannot make ${name} from ${template}: two of its files would be ${twice.name}.`,
    hint: "Give another name.",
  });
}

/** `old.kicad_sch` and `old-cache.lib` of the top folder: with the template's name, or that and a dash before. */
function renamed(file: string, stem: string, name: string): string {
  if (file.includes("/") || !file.startsWith(stem)) return file;
  const rest = file.slice(stem.length);
  return rest.startsWith(".") || rest.startsWith("-") ? name + rest : file;
}

function adapted({ name: file, bytes }: TemplateFile, stem: string, name: string): Uint8Array {
  if (/\.kicad_sch$/.test(file)) {
    // References and pages are kept by project: those of the template are the new one's.
    const text = decodeText(bytes);
    const own = `(project ${quote(stem)}`;
    return text.includes(own) ? encodeText(text.replaceAll(own, `(project ${quote(name)}`)) : bytes;
  }
  if (file !== `${stem}.kicad_pro`) return bytes;
  const text = decodeText(bytes);
  const filename = `"filename": ${JSON.stringify(`${stem}.kicad_pro`)}`;
  return encodeText(text.replace(filename, () => `"filename": ${JSON.stringify(`${name}.kicad_pro`)}`));
}
