import type { Nm } from "../../base/nm.ts";

/**
 * The shape that a Gerber file flashes or draws with. Places are nanometres about the aperture's middle, KiCad's axes
 * (y down); turning is done already.
 */
export type Aperture =
  | { readonly kind: "circle"; readonly diameter: Nm }
  | { readonly kind: "rect" | "oval"; readonly width: Nm; readonly height: Nm }
  | { readonly kind: "macro"; readonly parts: readonly AperturePart[] };

/** What a macro is the union of. `outline` is x, y, x, y …; holes are joined to the border by cuts. */
export type AperturePart =
  | { readonly kind: "disc"; readonly x: Nm; readonly y: Nm; readonly diameter: Nm }
  | { readonly kind: "line"; readonly points: readonly [Nm, Nm, Nm, Nm]; readonly width: Nm }
  | { readonly kind: "outline"; readonly points: readonly Nm[] };

/** A macro's outline may have so many corners (Gerber format specification, 4.5.1.6). */
export const MOST_CORNERS = 5000;

/** `C,0.5`, `R,1X2`, `O,1X2`; a macro's is its name alone. */
export function apertureTemplate(aperture: Aperture, macroName: string): string {
  switch (aperture.kind) {
    case "circle":
      return `C,${decimalMm(aperture.diameter)}`;
    case "rect":
      return `R,${decimalMm(aperture.width)}X${decimalMm(aperture.height)}`;
    case "oval":
      return `O,${decimalMm(aperture.width)}X${decimalMm(aperture.height)}`;
    case "macro":
      return macroName;
  }
}

/** The primitives of a macro, one a line, each with its star. */
export function macroBody(parts: readonly AperturePart[]): string {
  return parts.map((part) => `${primitive(part)}*`).join("\n");
}

function primitive(part: AperturePart): string {
  switch (part.kind) {
    case "disc":
      return `1,1,${decimalMm(part.diameter)},${decimalMm(part.x)},${decimalMm(-part.y)}`;
    case "line": {
      const [ax, ay, bx, by] = part.points;
      const ends = [ax, -ay, bx, -by].map(decimalMm).join(",");
      return `20,1,${decimalMm(part.width)},${ends},0`;
    }
    case "outline": {
      const { points } = part;
      const corners: string[] = [];
      for (let i = 0; i + 1 < points.length; i += 2)
        corners.push(`${decimalMm(points[i]!)},${decimalMm(-points[i + 1]!)}`);
      corners.push(corners[0]!);
      // Lines of a file stay short enough for editors.
      return `4,1,${corners.length - 1},\n${corners.join(",\n")},\n0`;
    }
  }
}

/** Millimetres with six decimals, all that nanometres need; no negative zero. */
export function decimalMm(nm: Nm): string {
  const text = (Math.round(nm) / 1e6).toFixed(6);
  return text === "-0.000000" ? "0.000000" : text;
}
