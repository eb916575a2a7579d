import { ringBox } from "../../geometry/ring.ts";
import type { Setup } from "../../model/board/setup.ts";
import type { Doc } from "../../model/document.ts";
import { boardOutline } from "../../model/shape/board-outline.ts";
import type { GerberHead } from "./gerber.ts";

export interface JobFile {
  readonly name: string;
  readonly fileFunction: string;
  readonly polarity: "Positive" | "Negative";
}

/** The Gerber job file: what the set is of, and which file is what (Ucamco's Gerber job format, JSON). */
export function jobFile(
  doc: Doc,
  files: readonly JobFile[],
  { project, software }: Pick<GerberHead, "project" | "software">,
  copper: number,
  date: string,
): string {
  const [setupItem] = [...doc.items.ofKind("setup")];
  const [general] = [...doc.items.ofKind("general")];
  const setup = setupItem as unknown as Setup | undefined;
  const thickness = general?.["thickness"] as number | null | undefined;
  const stackup = setup?.stackup ?? null;
  const job = {
    Header: {
      GenerationSoftware: { Vendor: "Softforge", Application: software.name, Version: software.version },
      CreationDate: date,
    },
    GeneralSpecs: {
      ProjectId: { Name: project.name, GUID: project.guid, Revision: project.revision },
      ...sizeOf(doc),
      LayerNumber: copper,
      ...(thickness === null || thickness === undefined ? {} : { BoardThickness: thickness / 1e6 }),
      ...(stackup?.copperFinish == null ? {} : { Finish: stackup.copperFinish }),
    },
    FilesAttributes: files.map(({ name, fileFunction, polarity }) => ({
      Path: name,
      FileFunction: jobFunction(fileFunction),
      FilePolarity: polarity,
    })),
    ...(stackup === null ? {} : { MaterialStackup: stackup.layers.map(stackRow).filter((row) => row !== null) }),
  };
  return `${JSON.stringify(job, null, 2)}\n`;
}

/** The job format has other words for some functions than the files themselves. */
function jobFunction(fileFunction: string): string {
  return fileFunction
    .replace(/^Soldermask/, "SolderMask")
    .replace(/^Paste/, "SolderPaste")
    .replace(/^Profile,.*/, "Profile");
}

function sizeOf(doc: Doc): object {
  const boxes = boardOutline(doc, 5_000).rings.map(ringBox);
  if (boxes.length === 0) return {};
  const span = (low: "minX" | "minY", high: "maxX" | "maxY") =>
    (Math.max(...boxes.map((box) => box[high])) - Math.min(...boxes.map((box) => box[low]))) / 1e6;
  return { Size: { X: span("minX", "maxX"), Y: span("minY", "maxY") } };
}

type StackRow = NonNullable<Setup["stackup"]>["layers"][number];

function stackRow({ name, type, sheets }: StackRow): object | null {
  const words: readonly (readonly [RegExp, string])[] = [
    [/silk/i, "Legend"],
    [/paste/i, "SolderPaste"],
    [/mask/i, "SolderMask"],
    [/^copper$/i, "Copper"],
    [/^(core|prepreg)$/i, "Dielectric"],
  ];
  const kind = words.find(([pattern]) => pattern.test(type))?.[1];
  if (kind === undefined) return null;
  const [sheet] = sheets;
  const thickness = sheets.reduce((sum, each) => sum + (each.thickness ?? 0), 0);
  return {
    Type: kind,
    ...(sheet?.color == null ? {} : { Color: sheet.color }),
    ...(thickness === 0 ? {} : { Thickness: thickness / 1e6 }),
    ...(sheet?.material == null ? {} : { Material: sheet.material }),
    ...(sheet?.epsilonR == null ? {} : { DielectricConstant: String(sheet.epsilonR) }),
    ...(sheet?.lossTangent == null ? {} : { LossTangent: String(sheet.lossTangent) }),
    Name: name,
  };
}
