import { decodeText, quote, textOf } from "../format/text.ts";
import type { Field } from "./field.ts";
import { argOf, flag, optionalText, positional, text } from "./field.ts";
import { positionalLength, positionalNumber, positionalYesNo } from "./field-forms.ts";
import type { ItemOf } from "./item.ts";
import { defineKind } from "./kind.ts";
import { rows } from "./struct.ts";
import { anyText, eachOf, integer, oneOf, orNull, readOnly } from "./surface.ts";

/** `(version 20241229)`. */
export const fileVersion = defineKind({
  kind: "version",
  tokens: ["version"],
  about: "The version of the file's format: the day when KiCad changed it last.",
  part: true,
  shape: { number: { ...positionalNumber(0, "The version, e.g. 20241229."), surface: readOnly(orNull(integer)) } },
});

/** `(generator "pcbnew")`. */
export const generator = defineKind({
  kind: "generator",
  tokens: ["generator", "host"],
  about: "The program that wrote the file.",
  part: true,
  shape: { name: { ...positional(0, "Its name."), surface: readOnly(anyText) } },
});

/** `(generator_version "9.0")`. */
export const generatorVersion = defineKind({
  kind: "generatorVersion",
  tokens: ["generator_version"],
  about: "The version of the program that wrote the file.",
  part: true,
  shape: { version: { ...positional(0, "Its version."), surface: readOnly(anyText) } },
});

/** `(uuid "…")` of a schematic file. */
export const fileUuid = defineKind({
  kind: "fileUuid",
  tokens: ["uuid"],
  about: "The schematic file's own uuid: the root of its sheet paths.",
  part: true,
  shape: { value: { ...positional(0, "The uuid."), surface: readOnly(anyText) } },
});

/** The sizes that KiCad knows by name. */
export const paperNames = [
  ...["A5", "A4", "A3", "A2", "A1", "A0", "A", "B", "C", "D", "E"],
  ...["GERBER", "USLetter", "USLegal", "USLedger", "User"],
];

/** `(paper "A4")`, `(paper "A4" portrait)`, `(paper "User" 300 200)`. */
export const paper = defineKind({
  kind: "paper",
  tokens: ["paper", "page"],
  about: "The sheet of paper.",
  part: true,
  shape: {
    size: { ...positional(0, `Its name: ${paperNames.join(", ")}.`), surface: oneOf<string>(paperNames) },
    width: positionalLength(1, "Width of a User sheet."),
    height: positionalLength(2, "Height of a User sheet."),
    portrait: { ...flag("portrait", "Whether it stands upright."), write: (value) => (value ? "portrait" : null) },
  },
  // KiCad reads width and height behind "User" only, and nothing behind them.
  misfit({ size, width, height, portrait }) {
    if (size !== "User")
      return width === null && height === null ? null : `a page of size ${size} has its own width and height`;
    if (width === null || height === null) return "a User page needs width and height";
    return portrait ? "a User page lies as its width and height say" : null;
  },
});

/** How many comments a title block has. */
const COMMENTS = 9;

/** `(comment 1 "text") (comment 2 "text") …`. */
const comments: Field<readonly string[]> = {
  about: "The comments 1 to 9, in order; empty ones are not in the file.",
  tokens: ["comment"],
  many: true,
  absent: [],
  surface: {
    ...eachOf(anyText),
    says: "a list of at most 9 texts",
    from: (json, current) => {
      const texts = eachOf(anyText).from?.(json, current);
      return texts === undefined || texts.length > COMMENTS ? undefined : texts;
    },
  },
  read(tree, nodes) {
    const found: string[] = [];
    for (const node of nodes) {
      const n = Number(textOf(tree, argOf(tree, node, 1)));
      if (!(n >= 1 && n <= COMMENTS)) continue;
      while (found.length < n) found.push("");
      found[n - 1] = textOf(tree, argOf(tree, node, 2));
    }
    return found;
  },
  write(values) {
    const written = values.flatMap((value, i) => (value === "" ? [] : [`(comment ${i + 1} ${quote(value)})`]));
    return written.length === 0 ? null : written.join(" ");
  },
};

/** `(title_block (title "…") (date "…") (rev "…") (company "…") (comment 1 "…"))`. */
export const titleBlock = defineKind({
  kind: "titleBlock",
  tokens: ["title_block"],
  about: "What the drawing sheet's title block says.",
  part: true,
  shape: {
    title: text("title", "The title."),
    date: text("date", "The date, in any form."),
    rev: text("rev", "The revision."),
    company: text("company", "The company."),
    comments,
  },
});

/** `(embedded_fonts no)`. */
export const embeddedFonts = defineKind({
  kind: "embeddedFonts",
  tokens: ["embedded_fonts"],
  about: "Whether the fonts in use are kept in the file.",
  part: true,
  shape: { enabled: positionalYesNo(0, "Whether they are.") },
});

/** `(data |…|)`: base64 of zstd-packed bytes, over many lines. */
const packedData: Field<string> = {
  about: "The file's bytes: packed by zstd, base64.",
  tokens: ["data"],
  absent: "",
  bulky: true,
  surface: readOnly(anyText),
  read(tree, [node]) {
    const head = tree.end[node! + 1]!;
    return packedText(tree.bytes, head, tree.end[node!]! - 1);
  },
  write: (value) => (value === "" ? null : `(data |${(value.match(/.{1,76}/g) ?? []).join(" ")}|)`),
};

/** What stands between the bars, without blanks. */
function packedText(bytes: Uint8Array, start: number, end: number): string {
  const kept = new Uint8Array(end - start);
  return decodeText(kept, 0, copyPacked(bytes, start, end, kept));
}

/** Copies what is neither blank nor bar; answers how much. A loop of its own, which the machine compiles at once. */
function copyPacked(bytes: Uint8Array, start: number, end: number, to: Uint8Array): number {
  let size = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte > 32 && byte !== BAR) to[size++] = byte;
  }
  return size;
}

const BAR = 124;

const fileShape = {
  name: text("name", "The file's name."),
  type: optionalText("type", "What it is: font, model, datasheet, worksheet or other.", false),
  data: packedData,
  checksum: optionalText("checksum", "Checksum of its bytes."),
};

/** A row of `(embedded_files (file …) …)`. */
export const embeddedFileShape = fileShape;

/** `(embedded_files (file (name "…") (type model) (data |…|) (checksum "…")) …)`. */
export const embeddedFiles = defineKind({
  kind: "embeddedFiles",
  tokens: ["embedded_files"],
  about: "Files that are kept in this one: models, fonts, drawing sheets.",
  part: true,
  shape: { files: rows("file", "The files.", fileShape) },
});

export type TitleBlock = ItemOf<typeof titleBlock>;
export type PaperItem = ItemOf<typeof paper>;
