import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { fileKinds } from "../../model/file-kinds.ts";
import { readJobSet, readLocalSettings } from "../../model/project/local-settings.ts";
import { projectJson, projectText, writeProject } from "../../model/project/project-document.ts";
import { readProjectSettings } from "../../model/project/settings.ts";
import type { Context } from "../define.ts";
import { defineCommand } from "../define.ts";
import { besideProject, noProject, openProject } from "./project-file.ts";

const endings = [".kicad_pcb", ".kicad_sch", ".kicad_pro", ".kicad_dru", ".kicad_prl"];

export const describe = defineCommand({
  id: "project.describe",
  title: "Describe project",
  about:
    "What a project is: its files, the KiCad that wrote it, text variables, net classes, what the board has to keep, and " +
    "which violations are ranked differently than KiCad does.",
  kind: "query",
  scope: "project",
  args: {
    path: Type.String({ description: "The board, the root schematic or the .kicad_pro file.", minLength: 1 }),
  },
  result: Type.Object({
    path: Type.String({ description: "The project file, absolute." }),
    files: Type.Array(Type.String(), { description: "Files of the project's name that are there, absolute." }),
    version: Type.Integer({ description: "meta.version: 1 KiCad 6 to 8, 2 and 3 since KiCad 9." }),
    kicad: Type.String({ description: "The KiCad that writes net settings like these." }),
    sheets: Type.Array(Type.String(), { description: "Names of the schematic's sheets, as KiCad noted them." }),
    textVariables: Type.Record(Type.String(), Type.String()),
    netClasses: Type.Array(Type.String()),
    constraints: Type.Record(Type.String(), Type.Unknown(), {
      description: "Lengths in mm; names as in pcb.setConstraints.",
    }),
    severities: Type.Object({
      drc: Type.Record(Type.String(), Type.String()),
      erc: Type.Record(Type.String(), Type.String()),
    }),
    exclusions: Type.Object({ drc: Type.Integer(), erc: Type.Integer() }),
    local: Type.Optional(
      Type.Object(
        { layerPreset: Type.String(), hiddenNets: Type.Array(Type.String()), files: Type.Array(Type.String()) },
        { description: "From the person's own .kicad_prl file." },
      ),
    ),
    jobSets: Type.Array(
      Type.Object({
        path: Type.String(),
        jobs: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), description: Type.String() })),
        outputs: Type.Array(
          Type.Object({
            id: Type.String(),
            type: Type.String({ description: "folder or archive." }),
            description: Type.String(),
            path: Type.String(),
            only: Type.Array(Type.String(), { description: "Ids of its jobs; all when empty." }),
          }),
        ),
      }),
      { description: "The folder's job sets. Read a job's settings with project.readSettings at jobs.<id>." },
    ),
    problems: Type.Array(Type.Unknown(), { description: "What is wrong with the file's text." }),
  }),
  examples: [{ about: "What is this project?", args: { path: "blinky/blinky.kicad_pro" } }],
  async run(cx, args) {
    const open = await openProject(cx, args.path);
    if (open === null) throw noProject(args.path);
    const settings = readProjectSettings(projectText(open.doc));
    const json = projectJson(open.doc);
    const files = await filesBeside(cx, open.path);
    const local = files.find((path) => path.endsWith(".kicad_prl"));
    const bytes = local === undefined ? null : await cx.services.readFile?.(local);
    const { maxError, minSpokes, useHeightForLength, allowMicrovias, allowBlindVias, ...lengths } =
      settings.constraints;
    const others = { minSpokes, useHeightForLength, allowMicrovias, allowBlindVias };
    return {
      path: open.path,
      files,
      version: open.doc.version,
      kicad: writerOf(json["net_settings"]),
      sheets: (Array.isArray(json["sheets"]) ? json["sheets"] : []).map((row) =>
        String(Array.isArray(row) ? row[1] : ""),
      ),
      textVariables: Object.fromEntries(settings.textVariables),
      netClasses: settings.netClasses.map((each) => each.name),
      constraints: {
        ...Object.fromEntries(Object.entries({ ...lengths, maxError }).map(([name, value]) => [name, toMm(value)])),
        ...others,
      },
      severities: {
        drc: Object.fromEntries(settings.drcSeverities),
        erc: Object.fromEntries(settings.ercSeverities),
      },
      exclusions: { drc: settings.drcExclusions.length, erc: settings.ercExclusions.length },
      ...(bytes === null || bytes === undefined ? {} : { local: localOf(bytes) }),
      jobSets: await jobSetsIn(cx, open.path),
      problems: open.problems.map((problem) => ({ ...problem })),
    };
  },
});

async function filesBeside(cx: Context, path: string): Promise<string[]> {
  const { readFile } = cx.services;
  const found: string[] = [];
  for (const ending of endings) {
    const file = besideProject(path, ending);
    if (cx.session.find(file) !== undefined || (readFile !== undefined && (await readFile(file)) !== null))
      found.push(file);
  }
  return found;
}

/** The job sets of the project's folder, by name: KiCad lets people call them as they like. */
async function jobSetsIn(cx: Context, project: string) {
  const folder = project.slice(0, Math.max(project.lastIndexOf("/"), project.lastIndexOf("\\")));
  const listed = (await cx.services.libraries?.list(folder)) ?? [];
  const { ending } = fileKinds.jobSet;
  const found = listed.flatMap(({ name }) => (name.endsWith(ending) ? [`${folder}/${name}`] : []));
  const sets = found.sort().map(async (path) => {
    const doc = cx.session.find(path)?.doc;
    const bytes = doc === undefined ? await cx.services.readFile?.(path) : writeProject(doc);
    const { jobs, outputs } = readJobSet(bytes ?? new Uint8Array(0)).jobSet;
    return {
      path,
      jobs: jobs.map(({ id, type, description }) => ({ id, type, description })),
      outputs: outputs.map((output) => ({ ...output, only: [...output.only] })),
    };
  });
  return Promise.all(sets);
}

function localOf(bytes: Uint8Array) {
  const { layerPreset, hiddenNets, files } = readLocalSettings(bytes).settings;
  return { layerPreset, hiddenNets: [...hiddenNets], files: [...files] };
}

/** By the version of the net settings, which changes with KiCad's. */
function writerOf(nets: unknown): string {
  const meta = (nets as { readonly meta?: { readonly version?: unknown } } | undefined)?.meta;
  const version = typeof meta?.version === "number" ? meta.version : -1;
  if (version < 0) return "unknown";
  return version < 3
    ? "KiCad 6"
    : version === 3
      ? "KiCad 7 or 8"
      : version === 4
        ? "KiCad 9"
        : version === 5
          ? "KiCad 10"
          : "newer than KiCad 10";
}
