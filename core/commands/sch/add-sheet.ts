import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { sheetFilePath } from "../../engines/sheet/sheet-paths.ts";
import { layOut } from "../../format/layout.ts";
import { encodeText } from "../../format/text.ts";
import { KICAD_7, KICAD_8 } from "../../model/field.ts";
import type { SheetInstance } from "../../model/schematic/sheet.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { SymbolInstance } from "../../model/schematic/symbol.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { newFieldLook } from "./field-look.ts";
import { addPin, freePlace } from "./sheet-pins.ts";
import type { FileUse } from "./sheet-uses.ts";
import { leadsTo, usesOfFile } from "./sheet-uses.ts";
import { walkSheets } from "./sheet-walk.ts";

/** KiCad's own: distance of a sheet's name and file from its edge, for text of 1.27 mm. */
const NAME_ABOVE = 711_600;
const FILE_BELOW = 584_600;

export const addSheet = defineEdit({
  id: "sch.addSheet",
  title: "Add sheet",
  about:
    "Adds a hierarchical sheet. A file that is not there yet is made, empty, at once (undo takes the sheet away, not the " +
    "file); one that is there is used again: its parts get places in the project, and their numbers when the file was in " +
    "no other use. `pins` adds a pin for each hierarchical label inside.",
  scope: "schematic",
  args: {
    name: Type.String({ description: "The sheet's name.", minLength: 1 }),
    file: Type.Optional(
      Type.String({
        description:
          "Its file, relative to this schematic's folder, e.g. power.kicad_sch; made from the name when left out.",
        pattern: "\\.kicad_sch$",
      }),
    ),
    at: pointMm("Its upper left corner"),
    size: Type.Optional(pointMm("Width and height; [25.4, 20.32] when left out")),
    pins: Type.Optional(Type.Boolean({ description: "Whether the labels inside get pins; true when left out." })),
  },
  label: (args) => `Add sheet ${args.name}`,
  examples: [
    {
      about: "One more use of a sheet.",
      fixture: "hierarchy/hierarchy.kicad_sch",
      args: { name: "Third lamp", file: "lamp.kicad_sch", at: [127, 109.22] },
    },
  ],
  async run(cx, args) {
    if (cx.doc.version < KICAD_7) {
      throw new CommandError({
        code: "check-failed",
        message: "Cannot add a sheet: files of KiCad 6 keep sheets' pages in the project's root file.",
        hint: "Raise the file's version with project.upgrade.",
      });
    }
    const file = args.file ?? `${args.name.replace(/[^\p{L}\p{N}_-]+/gu, "_")}.kicad_sch`;
    const [at, size] = [toPoint(args.at), toPoint(args.size ?? [25.4, 20.32])];
    if (size.x < 2_540_000 || size.y < 2_540_000) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a sheet of ${size.x / 1e6} x ${size.y / 1e6} mm: it must be at least 2.54 mm each way.`,
        hint: "Leave size out for 25.4 x 20.32 mm.",
      });
    }
    const twin = [...cx.doc.items.ofKind("sheet")].find((sheet) => propertyValue(sheet, "Sheetname") === args.name);
    if (twin !== undefined) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot add a sheet ${args.name}: this schematic has one of that name.`,
        hint: "Choose another name.",
        data: { id: twin.id },
      });
    }
    const inner = await innerFile(cx, sheetFilePath(cx.open.path, file));
    const above = await usesOfFile(cx, cx.open.path, cx.doc);
    const id = cx.edit.add("sheet", {
      ...{ at, size, excludeFromSim: false, inBom: true, onBoard: true, dnp: false, fieldsAutoplaced: true },
      stroke: { width: 152_400, type: "solid", color: null },
      fill: { type: "none", color: [0, 0, 0, 0] },
      instances: await pages(cx, above),
    });
    addFields(cx, id, args.name, file, at, size);
    const below = above.map((use) => ({ project: use.project, path: `${use.path}/${id}` }));
    const notes = inner === null ? [`${file} is made when the edit is.`] : await placeParts(cx, inner, below);
    if (inner !== null && args.pins !== false) addPins(cx, id, inner);
    return notes;
  },
});

/** The sheet's file, opened; made when it is missing. Null in a dry run that would make it. */
async function innerFile(cx: EditContext, path: string): Promise<string | null> {
  try {
    const { path: real, doc } = await cx.session.open(path, cx.caller.name);
    if (doc.kind !== "schematic") {
      throw new CommandError({
        code: "wrong-kind",
        message: `Cannot add ${real} as a sheet: it is a ${doc.kind}.`,
        hint: "Name a .kicad_sch file.",
      });
    }
    if (await leadsTo(cx, real, doc, cx.open.path)) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot add ${real} as a sheet: it holds this schematic, so each would be inside the other.`,
        hint: "Choose another file.",
      });
    }
    return real;
  } catch (thrown) {
    if (toCommandError(thrown).code !== "not-found") throw thrown;
  }
  if (cx.dryRun) return null;
  // KiCad 9 is the first that ends a schematic with this line.
  const fonts = cx.doc.version >= 20250114 ? " (embedded_fonts no)" : "";
  const text =
    `(kicad_sch (version ${cx.doc.version}) (generator "edsnx") (uuid ${cx.doc.version >= KICAD_8 ? `"${cx.session.newUuid()}"` : cx.session.newUuid()}) ` +
    `(paper "A4") (lib_symbols)${fonts})`;
  return (await cx.session.create(path, encodeText(`${layOut(text, 0, cx.doc.style)}\n`), cx.caller.name)).path;
}

/** The next free page for each use. */
async function pages(cx: EditContext, above: readonly FileUse[]): Promise<SheetInstance[]> {
  const taken = new Set<number>();
  for (const open of cx.session.list()) {
    if (open.doc.kind !== "schematic") continue;
    for (const use of await walkSheets(cx, { path: open.path, doc: open.doc })) taken.add(Number(use.page));
  }
  let page = 2;
  return above.map(({ project, path }) => {
    while (taken.has(page)) page++;
    taken.add(page);
    return { project, path, page: String(page) };
  });
}

function addFields(cx: EditContext, id: string, name: string, file: string, at: Point, size: Point): void {
  const look = (vAlign: "top" | "bottom") => newFieldLook(cx.doc.version, true, { hAlign: "left", vAlign });
  const above = { x: at.x, y: at.y - NAME_ABOVE, angle: 0 };
  const below = { x: at.x, y: at.y + size.y + FILE_BELOW, angle: 0 };
  cx.edit.addInside(id, "property", { name: "Sheetname", value: name, at: above, ...look("bottom") });
  cx.edit.addInside(id, "property", { name: "Sheetfile", value: file, at: below, ...look("top") });
}

/** Gives the parts of a file, and of the files below it, a place in the new uses. */
async function placeParts(cx: EditContext, file: string, uses: readonly FileUse[]): Promise<string[]> {
  const { doc } = cx.session.get(file);
  let unnumbered = 0;
  for (const inner of await walkSheets(cx, { path: file, doc })) {
    if (inner.doc === null) continue;
    const path = (await cx.session.open(inner.file, cx.caller.name)).path;
    const edit = cx.editOf(path);
    const tail = inner.path.slice(inner.path.indexOf("/", 1) < 0 ? inner.path.length : inner.path.indexOf("/", 1));
    for (const item of edit.doc.items.ofKind("symbol")) {
      const known = item["instances"] as readonly SymbolInstance[];
      const project = uses[0]!.project;
      const first = !known.some((use) => use.project === project);
      const reference = propertyValue(item, "Reference");
      const added = uses.map((use, n) => {
        const kept = first && n === 0;
        if (!kept && !reference.startsWith("#")) unnumbered++;
        const name = kept ? reference : reference.replace(/\d*\??$/, "?");
        return {
          project: use.project,
          path: use.path + tail,
          reference: name,
          unit: Number(item["unit"] ?? 1),
          extra: "",
        };
      });
      edit.set(item.id, { instances: [...known, ...added] });
    }
    for (const item of edit.doc.items.ofKind("sheet")) {
      const known = item["instances"] as readonly SheetInstance[];
      const added = uses.map((use) => ({ project: use.project, path: use.path + tail, page: "" }));
      edit.set(item.id, { instances: [...known, ...added] });
    }
  }
  return unnumbered === 0 ? [] : [`${unnumbered} parts have no number in the new use yet: give them one.`];
}

function addPins(cx: EditContext, id: string, file: string): void {
  const labels = [...cx.session.get(file).doc.items.ofKind("label")].filter((l) => l["token"] === "hierarchical_label");
  const names = new Map(labels.map((label) => [label["text"] as string, (label["shape"] as string) ?? "input"]));
  for (const [name, shape] of names) {
    const sheet = cx.doc.items.get(id)!;
    const right = shape === "output";
    const side =
      freePlace(sheet, right ? "right" : "left") !== null ? (right ? "right" : "left") : right ? "left" : "right";
    const place = freePlace(sheet, side);
    if (place !== null) addPin(cx.edit, sheet, name, shape, side, place);
  }
}
