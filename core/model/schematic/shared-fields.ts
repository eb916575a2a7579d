import { formatNm, formatNumber, numberOf, quote, textOf } from "../../format/text.ts";
import type { Absent, Field, Stroke } from "../field.ts";
import { argOf, colorOf, flag, KICAD_8, listOf, stroke, writeColor } from "../field.ts";
import { anyText, colour, oneOf, orNull, readOnly, record, yesNo } from "../surface.ts";

/** The item's uuid: quoted since KiCad 8. */
export function schematicUuid(): Field<string | Absent> {
  return {
    about: "The item's uuid.",
    tokens: ["uuid"],
    absent: null,
    surface: readOnly(orNull(anyText)),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? null : textOf(tree, arg);
    },
    write: (value, file) => (value === null ? null : `(uuid ${file.version >= KICAD_8 ? quote(value) : value})`),
  };
}

/** First version in which all uuids are quoted and colours have no needless zeros: KiCad 10. */
const TIDY = 20250900;

/** The uuid of a drawn shape: KiCad 8 and 9 quote it as little as KiCad 7 does. */
export function shapeUuid(): Field<string | Absent> {
  const own = schematicUuid();
  return {
    ...own,
    write: (value, file, all) =>
      value !== null && file.version < TIDY && !isLine(all) ? `(uuid ${value})` : own.write(value, file, all),
  };
}

/** Whether a drawing of a sheet is a plain line to KiCad: a polyline of two points, which has no fill. */
export function isLine(drawn: Readonly<Record<string, unknown>>): boolean {
  return drawn["token"] === "polyline" && (drawn["pts"] as readonly unknown[]).length === 2 && drawn["uuid"] !== null;
}

/** Whether only the symbol editor shows something: a bare word in all versions. */
export function privateFlag(): Field<boolean> {
  return {
    ...flag("private", "Whether only the symbol editor shows it."),
    write: (value) => (value ? "private" : null),
  };
}

/** `(stroke (width …) (type …))`: schematics have it since KiCad 6, boards a version later. */
export function schematicStroke(): Field<Stroke> {
  const plain = stroke();
  return {
    ...plain,
    read(tree, nodes, file) {
      const own = plain.read(tree, nodes, file);
      // What a schematic's line leaves open is KiCad's own way of drawing it.
      return listOf(tree, nodes[0]!, "type") < 0 ? { ...own, type: "default" } : own;
    },
    write: (s) => `(stroke (width ${formatNm(s.width)}) (type ${s.type})${writeColor(s.color)})`,
  };
}

/** Whether KiCad placed the fields itself: `(fields_autoplaced yes)`, `(fields_autoplaced)` before KiCad 8. */
export function fieldsAutoplaced(): Field<boolean> {
  return {
    about: "Whether the fields were placed automatically.",
    tokens: ["fields_autoplaced"],
    absent: false,
    surface: yesNo,
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 || textOf(tree, arg) !== "no";
    },
    write: (value, file) =>
      value ? (file.version >= KICAD_8 ? "(fields_autoplaced yes)" : "(fields_autoplaced)") : null,
  };
}

const fillTypes = ["none", "outline", "background", "color", "hatch", "reverse_hatch", "cross_hatch"];

/** How a closed shape is filled. */
export interface SchematicFill {
  /** none, outline, background, color, hatch, … */
  readonly type: string;
  readonly color: readonly number[] | Absent;
}

/** `(fill (type none) (color …))`. */
export function schematicFill(): Field<SchematicFill> {
  return {
    about: `Fill: type (${fillTypes.join(", ")}) and colour.`,
    tokens: ["fill"],
    absent: { type: "none", color: null },
    shared: true,
    surface: record<SchematicFill>({ type: oneOf(fillTypes), color: colour }),
    read(tree, [node]) {
      const type = listOf(tree, node!, "type");
      return { type: type < 0 ? "none" : textOf(tree, argOf(tree, type, 1)), color: colorOf(tree, node!) };
    },
    write: (fill) =>
      `(fill${fill.type === "none" && fill.color !== null ? "" : ` (type ${fill.type})`}${writeColor(fill.color)})`,
  };
}

/** The ground of a sheet: KiCad up to 9 writes its opacity with four decimals. */
export function sheetFill(): Field<SchematicFill> {
  const own = schematicFill();
  return {
    ...own,
    write: (fill, file, all) => {
      if (file.version >= TIDY || fill.type !== "none" || fill.color === null) return own.write(fill, file, all);
      const [red = 0, green = 0, blue = 0, opacity = 0] = fill.color;
      return `(fill (color ${[red, green, blue].map(formatNumber).join(" ")} ${opacity.toFixed(4)}))`;
    },
  };
}

/** `(color r g b a)` of a junction; null when the theme decides. */
export function optionalColor(): Field<readonly number[] | Absent> {
  return {
    about: "Colour: red, green, blue 0..255, opacity 0..1.",
    tokens: ["color"],
    absent: null,
    surface: colour,
    read: (tree, [node]) => [1, 2, 3, 4].map((n) => numberOf(tree, argOf(tree, node!, n)) || 0),
    write: (color) => (color === null ? null : writeColor(color).trim()),
  };
}
