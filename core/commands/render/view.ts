import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { nearest } from "../../base/nearest.ts";
import type { Box } from "../../base/nm.ts";
import { fromMm, toMm } from "../../base/nm.ts";
import type { ContextOptions } from "../../engines/render/context.ts";
import { projectOptions } from "../../engines/render/project.ts";
import { type Scene, sceneOf } from "../../engines/render/scene.ts";
import type { Theme } from "../../engines/render/sink.ts";
import { themeFor } from "../../engines/render/themes.ts";
import { decodeText } from "../../format/text.ts";
import type { Doc } from "../../model/document.ts";
import { partsBoard } from "../../model/library/parts-board.ts";
import { partsSheet, symbolNames } from "../../model/library/parts-sheet.ts";
import { drawingSheetName } from "../../model/project/drawing-sheet-name.ts";
import { projectTextBeside } from "../board-settings.ts";
import type { DocumentContext } from "../define.ts";
import { instancesOf } from "../sch/symbol-refs.ts";

/** What pictures of a document have in common. */
export const viewArgs = {
  layers: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description:
        "Layers to show: F.Cu, B.SilkS, Edge.Cuts, …, with * for any letters (*.Cu). Left out: copper, silk screen, outline and drawings of a board; everything of a schematic.",
      minItems: 1,
    }),
  ),
  region: Type.Optional(
    Type.Array(Type.Number({ minimum: -2000, maximum: 2000 }), {
      description:
        "The part to show: [x1, y1, x2, y2] in mm, x right, y down. Left out: the board's outline, or the page.",
      minItems: 4,
      maxItems: 4,
    }),
  ),
  side: Type.Optional(
    Type.Union([Type.Literal("front"), Type.Literal("back")], {
      description: "Look at a board from the front (default) or, mirrored, from the back.",
    }),
  ),
  theme: Type.Optional(
    Type.Union([Type.Literal("kicad"), Type.Literal("light"), Type.Literal("dark"), Type.Literal("print")], {
      description: "Colours: kicad (default), light or dark (schematics), print (black on white).",
    }),
  ),
  background: Type.Optional(
    Type.String({ description: "Ground colour #RRGGBB instead of the theme's.", pattern: "^#[0-9a-fA-F]{6}$" }),
  ),
  symbol: Type.Optional(
    Type.String({ description: "Of a symbol library: which symbol, the first when left out.", minLength: 1 }),
  ),
  out: Type.Optional(
    Type.String({ description: "Write the picture to this file and leave it out of the answer.", minLength: 1 }),
  ),
};

export interface ViewArgs {
  readonly layers?: readonly string[];
  readonly region?: readonly number[];
  readonly side?: "front" | "back";
  readonly theme?: "kicad" | "light" | "dark" | "print";
  readonly background?: string;
  readonly out?: string;
  readonly symbol?: string;
}

export interface DrawnView extends Scene {
  readonly theme: Theme;
  readonly mirror: boolean;
}

/** Draws the document as asked, with the settings of the project beside it. */
export async function drawView(cx: DocumentContext, args: ViewArgs): Promise<DrawnView> {
  const side = args.side ?? "front";
  const doc = shownDoc(cx.doc, args.symbol);
  const scene = sceneOf(doc, {
    layers: args.layers ?? null,
    region: args.region === undefined ? null : regionOf(args.region),
    side,
    context: await projectBeside(cx),
  });
  const theme = themeFor(doc.kind, args.theme);
  const ground = args.background;
  return {
    ...scene,
    theme:
      ground === undefined ? theme : { ...theme, background: { rgb: Number.parseInt(ground.slice(1), 16), alpha: 1 } },
    mirror: side === "back" && doc.kind === "board",
  };
}

/** A footprint's file as its parts, a symbol library as those of one symbol, anything else as it is. */
function shownDoc(doc: Doc, wanted: string | undefined): Doc {
  if (doc.kind !== "symbolLibrary") return partsBoard(doc) ?? doc;
  const names = symbolNames(doc);
  const name = wanted ?? names[0] ?? "";
  const sheet = partsSheet(doc, { name, unit: 1, style: 1 });
  if (sheet !== null) return sheet;
  const near = nearest(name, names);
  throw new CommandError({
    code: "not-found",
    message: `Cannot draw symbol ${JSON.stringify(name)}: the library has ${names.length} symbols, none of that name.`,
    hint: near === undefined ? "List them with query.items." : `Did you mean ${JSON.stringify(near)}?`,
  });
}

/** A region in mm as the surface shows it: rounded to the micrometre. */
export function regionMm(box: Box): number[] {
  return [box.minX, box.minY, box.maxX, box.maxY].map((v) => Math.round(toMm(v) * 1000) / 1000);
}

/** What the project beside a document says about drawing it. */
export async function projectBeside(cx: DocumentContext): Promise<ContextOptions> {
  const { path } = cx.open;
  const file = path.split(/[\\/]/).at(-1) ?? path;
  const beside = path.slice(0, path.length - file.length);
  const text = (await projectTextBeside(cx, path)) ?? (await projectOfSheet(cx, beside)) ?? "";
  const project = projectOptions(text);
  const name = cx.doc.kind === "schematic" ? drawingSheetName(text) : "";
  const sheet = name === "" ? null : ((await cx.services.readFile?.(beside + name)) ?? null);
  return {
    ...project,
    ...(sheet === null ? {} : { drawingSheet: decodeText(sheet) }),
    variables: { FILENAME: file, ...project.variables },
  };
}

/** The project of a sheet below the root: its symbols name the projects that use it. Null where none is in the folder. */
async function projectOfSheet(cx: DocumentContext, folder: string): Promise<string | null> {
  if (cx.doc.kind !== "schematic") return null;
  const tried = new Set<string>();
  for (const symbol of cx.doc.items.ofKind("symbol")) {
    for (const { project } of instancesOf(symbol)) {
      if (project === "" || /[\\/]/.test(project) || tried.has(project)) continue;
      tried.add(project);
      const text = await projectTextBeside(cx, `${folder}${project}.kicad_pro`);
      if (text !== null) return text;
    }
  }
  return null;
}

function regionOf(mm: readonly number[]): Box {
  const [x1, y1, x2, y2] = mm.map(fromMm) as [number, number, number, number];
  if (x1 === x2 || y1 === y2) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot show region [${mm.join(", ")}]: it has no area.`,
      hint: "Give two opposite corners, as in [100, 80, 150, 120].",
    });
  }
  return { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
}
