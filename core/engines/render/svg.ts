import type { Box, Nm } from "../../base/nm.ts";
import { inOrder } from "./picture.ts";
import { type LayerShapes, type Recording, replay } from "./recording.ts";
import type { Color, Theme } from "./sink.ts";
import { layerColor } from "./themes.ts";
import { sinCos } from "./transform.ts";

export interface SvgView {
  /** The part of the sheet that is shown. */
  readonly region: Box;
  /** Left and right exchanged. */
  readonly mirror?: boolean;
}

/** Lines without a width are drawn this thin, in millimetres. */
const HAIRLINE = 0.05;

/** An SVG in millimetres: one group a layer (`data-layer`), from the bottom of the picture to the top. */
export function writeSvg(recording: Recording, order: readonly string[], view: SvgView, theme: Theme): string {
  const { minX, minY, maxX, maxY } = view.region;
  const [x, y, w, h] = [mm(minX), mm(minY), mm(maxX - minX), mm(maxY - minY)];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" viewBox="${x} ${y} ${w} ${h}">`,
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${hex(theme.background)}"/>`,
    `<g stroke-linecap="round" stroke-linejoin="round" fill="none"${view.mirror === true ? ` transform="translate(${mm(minX + maxX)} 0) scale(-1 1)"` : ""}>`,
  ];
  for (const shapes of inOrder(recording, order)) {
    const color = shapes.color ?? layerColor(theme, shapes.layer);
    if (color.alpha === 0) continue;
    writeLayer(shapes, color, parts);
  }
  parts.push("</g>", "</svg>", "");
  return parts.join("\n");
}

function writeLayer(shapes: LayerShapes, color: Color, parts: string[]): void {
  const opacity = color.alpha < 1 ? ` opacity="${Number(color.alpha.toFixed(3))}"` : "";
  parts.push(`<g data-layer="${escapeXml(shapes.layer)}" stroke="${hex(color)}"${opacity}>`);
  const fill = `fill="${hex(color)}" stroke="none"`;
  const pen = (width: Nm) => (width > 0 ? mm(width) : HAIRLINE);
  for (const p of shapes.pictures) {
    const kind = p.data.startsWith("/9j/") ? "jpeg" : "png";
    const box = `x="${mm(p.cx - p.width / 2)}" y="${mm(p.cy - p.height / 2)}" width="${mm(p.width)}" height="${mm(p.height)}"`;
    parts.push(`<image ${box} preserveAspectRatio="none" href="data:image/${kind};base64,${escapeXml(p.data)}"/>`);
  }
  replay(shapes, {
    polyline(points, width) {
      const d = chain(points, 0, points.length);
      // A line of one point is a dot.
      parts.push(`<path d="${points.length === 2 ? `${d}h0` : d}" stroke-width="${pen(width)}"/>`);
    },
    arc(cx, cy, radius, from, sweep, width) {
      if (Math.abs(sweep) >= 360) {
        parts.push(`<circle cx="${mm(cx)}" cy="${mm(cy)}" r="${mm(radius)}" stroke-width="${pen(width)}"/>`);
        return;
      }
      const at = (angle: number) => {
        const { s, c } = sinCos(angle);
        return `${mm(cx + radius * c)} ${mm(cy - radius * s)}`;
      };
      const flags = `${Math.abs(sweep) > 180 ? 1 : 0} ${sweep < 0 ? 1 : 0}`;
      const r = mm(radius);
      parts.push(`<path d="M${at(from)}A${r} ${r} 0 ${flags} ${at(from + sweep)}" stroke-width="${pen(width)}"/>`);
    },
    disc(cx, cy, radius) {
      parts.push(`<circle cx="${mm(cx)}" cy="${mm(cy)}" r="${mm(radius)}" ${fill}/>`);
    },
    polygon(points, ends) {
      let d = "";
      let from = 0;
      const rings = ends ?? [points.length];
      for (let i = 0; i < rings.length; i++) {
        d += `${chain(points, from, rings[i]!)}Z`;
        from = rings[i]!;
      }
      parts.push(`<path d="${d}" ${fill} fill-rule="evenodd"/>`);
    },
  });
  parts.push("</g>");
}

function chain(points: ArrayLike<Nm>, from: number, to: number): string {
  let d = "";
  for (let i = from; i + 1 < to; i += 2) d += `${i === from ? "M" : "L"}${mm(points[i]!)} ${mm(points[i + 1]!)}`;
  return d;
}

/** Millimetres to the tenth of a micrometre. */
function mm(nm: Nm): number {
  return Math.round(nm / 100) / 10_000;
}

function hex(color: Color): string {
  return `#${color.rgb.toString(16).padStart(6, "0")}`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
