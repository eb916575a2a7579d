import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { encodeText } from "../../format/text.ts";
import { newBoard } from "../../model/board/new-board.ts";
import { newProject } from "../../model/project/new-project.ts";
import { newSchematic } from "../../model/schematic/new-schematic.ts";
import type { Context } from "../define.ts";
import { defineCommand } from "../define.ts";
import type { TemplateFile } from "./template.ts";
import { fromTemplate } from "./template.ts";

export const newProjectCommand = defineCommand({
  id: "project.new",
  title: "New project",
  about:
    "Makes a project: a folder with a project file, an empty schematic and an empty board, in the form of KiCad 9. It is " +
    "built out of sight and appears whole or not at all; nothing that is there is overwritten.",
  kind: "run",
  scope: "app",
  args: {
    folder: Type.String({
      description: "The project's folder, to be made; its name is the project's unless `name` is given.",
      minLength: 1,
    }),
    name: Type.Optional(
      Type.String({
        description: "The project's name, which its files get.",
        pattern: '^[^/\\\\:*?"<>|\\x00-\\x1f]{1,120}$',
      }),
    ),
    template: Type.Optional(
      Type.String({
        description: "A folder with a project to start from, or a KiCad template's name; copper and paper are its own.",
        minLength: 1,
      }),
    ),
    copper: Type.Optional(
      Type.Integer({
        description: "How many copper layers: 2 (default), 4, 6, … 32.",
        minimum: 2,
        maximum: 32,
        multipleOf: 2,
      }),
    ),
    paper: Type.Optional(
      Type.Union(
        ["A5", "A4", "A3", "A2", "A1", "A0", "A", "B", "C", "D", "E", "USLetter", "USLegal", "USLedger"].map((word) =>
          Type.Literal(word),
        ),
        { description: "Page size of both; A4 when left out." },
      ),
    ),
    open: Type.Optional(Type.Boolean({ description: "Whether board and schematic are opened; true when left out." })),
  },
  result: Type.Object({
    folder: Type.String({ description: "Absolute." }),
    project: Type.String({ description: "The project file." }),
    schematic: Type.String(),
    board: Type.String(),
  }),
  examples: [
    { about: "A four-layer project.", args: { folder: "amplifier", copper: 4 } },
    { about: "A project that begins as a copy of another.", args: { folder: "flasher", template: "blinky" } },
  ],
  async run(cx, args) {
    const name = args.name ?? args.folder.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "");
    if (!/^[^/\\:*?"<>|]+$/.test(name) || name === "." || name === "..") {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot make a project called ${JSON.stringify(name)}: that is no name for files.`,
        hint: "Give name.",
      });
    }
    const template = args.template === undefined ? [] : await templateFiles(cx, args.template, name);
    const paper = args.paper ?? "A4";
    const uuid = cx.session.newUuid();
    const fresh = [
      { name: `${name}.kicad_sch`, bytes: encodeText(newSchematic({ uuid, root: true, paper })) },
      { name: `${name}.kicad_pcb`, bytes: encodeText(newBoard({ copper: args.copper ?? 2, paper })) },
      { name: `${name}.kicad_pro`, bytes: newProject(`${name}.kicad_pro`) },
    ];
    // What a template has not got is made.
    const more = fresh.filter((file) => !template.some((each) => each.name === file.name));
    const folder = await cx.session.resolve(args.folder);
    await cx.session.make(
      [...template, ...more].map(({ name, bytes }) => ({ path: `${folder}/${name}`, bytes, folder })),
    );
    const file = (extension: string) => `${folder}/${name}.${extension}`;
    const paths = { project: file("kicad_pro"), schematic: file("kicad_sch"), board: file("kicad_pcb") };
    if (args.open !== false) {
      await cx.session.open(paths.schematic, cx.caller.name);
      await cx.session.open(paths.board, cx.caller.name);
    }
    return { folder, ...paths };
  },
});

async function templateFiles(cx: Context, template: string, name: string): Promise<readonly TemplateFile[]> {
  const files = await cx.services.readTemplate?.(template);
  if (files != null) return fromTemplate(files, name, template);
  throw new CommandError({
    code: "not-found",
    message: `Cannot make ${name}: there is no template ${template}.`,
    hint: "Name a folder with a project, or leave template out.",
    data: { template },
  });
}
