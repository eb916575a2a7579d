import { Type } from "typebox";
import { encodeText } from "../../format/text.ts";
import { defineCommand } from "../define.ts";
import { writeArtefacts } from "./artefacts.ts";
import { boardPages, type PlotPage, sheetPages } from "./plot-pages.ts";

export const plot = defineCommand({
  id: "project.plot",
  title: "Plot",
  about: "Plots the layers of a board, or a schematic and all sheets below it, to PDF or SVG, at scale 1 on the page.",
  kind: "export",
  scope: "document",
  args: {
    out: Type.Optional(Type.String({ description: "Folder; plots beside the document when left out.", minLength: 1 })),
    format: Type.Optional(
      Type.Union([Type.Literal("pdf"), Type.Literal("svg")], { description: "pdf (default) or svg." }),
    ),
    layers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: "Layers of a board, * for any letters; copper, mask, paste, silk and Edge.Cuts when left out.",
        minItems: 1,
      }),
    ),
    single: Type.Optional(Type.Boolean({ description: "PDF: one file with a page for each layer or sheet." })),
    blackAndWhite: Type.Optional(Type.Boolean({ description: "All in black." })),
    mirror: Type.Optional(Type.Boolean({ description: "Left and right exchanged." })),
    dryRun: Type.Optional(Type.Boolean({ description: "List the files, write none." })),
  },
  result: Type.Object({
    folder: Type.String(),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        pages: Type.Array(Type.String(), { description: "The layer or the sheet of each page." }),
      }),
    ),
    notes: Type.Optional(Type.Array(Type.String())),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  examples: [
    {
      about: "Copper and outline, one PDF.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["*.Cu", "Edge.Cuts"], single: true, dryRun: true },
    },
    { about: "The schematic, black on white.", fixture: "blinky/blinky.kicad_sch", args: { blackAndWhite: true } },
  ],
  async run(cx, args) {
    const folder = args.out ?? `${cx.open.path.replace(/[^/\\]*$/, "")}plots`;
    const { pages, base, notes } = cx.doc.kind === "board" ? await boardPages(cx, args) : await sheetPages(cx, args);
    cx.signal.throwIfAborted();
    const single = cx.doc.kind === "board" ? `${base}-layers` : base;
    const files = await plotFiles(pages, single, args.format ?? "pdf", args.single === true);
    if (args.dryRun !== true) await writeArtefacts(cx, folder, files);
    return {
      folder: await cx.session.resolve(folder),
      files: files.map(({ name, pages: shown }) => ({ name, pages: shown })),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
      ...(args.dryRun === true ? { dryRun: true } : {}),
    };
  },
});

interface PlotFile {
  readonly name: string;
  readonly pages: string[];
  readonly bytes: Uint8Array;
}

/** The writers are loaded when first needed. */
async function plotFiles(
  pages: readonly PlotPage[],
  base: string,
  format: "pdf" | "svg",
  single: boolean,
): Promise<PlotFile[]> {
  if (format === "svg") {
    const { writeSvg } = await import("../../engines/render/svg.ts");
    return pages.map(({ name, title, page }) => {
      const text = writeSvg(page.recording, page.order, page, page.theme);
      return { name: `${name}.svg`, pages: [title], bytes: encodeText(text) };
    });
  }
  const { writePdf } = await import("../../engines/render/pdf.ts");
  if (single) {
    const bytes = writePdf(
      pages.map(({ page }) => page),
      base,
    );
    return [{ name: `${base}.pdf`, pages: pages.map(({ title }) => title), bytes }];
  }
  return pages.map(({ name, title, page }) => ({
    name: `${name}.pdf`,
    pages: [title],
    bytes: writePdf([page], `${base} ${title}`),
  }));
}
