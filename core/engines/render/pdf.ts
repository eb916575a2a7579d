import { zlibSync } from "fflate";
import { decodeBase64 } from "../../base/base64.ts";
import type { Box, Nm } from "../../base/nm.ts";
import { inOrder } from "./picture.ts";
import { decodePng } from "./png.ts";
import type { LayerShapes, Picture, Recording } from "./recording.ts";
import { replay } from "./recording.ts";
import type { Color, Theme } from "./sink.ts";
import { layerColor } from "./themes.ts";
import { sinCos } from "./transform.ts";

/** One page: what is drawn, in which order of layers, and the part of the sheet that the page shows at scale 1. */
export interface PdfPage {
  readonly recording: Recording;
  readonly order: readonly string[];
  readonly region: Box;
  readonly mirror?: boolean;
  readonly theme: Theme;
}

/** Lines without a width are drawn this thin (mm). */
const HAIRLINE = 0.05;
const POINTS_PER_MM = 72 / 25.4;
/** How far the handles of a quarter circle are from its ends, in radii. */
const QUARTER = (4 / 3) * Math.tan(Math.PI / 8);

/** A PDF 1.4 file: vectors only, no fonts; the same input gives the same bytes. */
export function writePdf(pages: readonly PdfPage[], title: string): Uint8Array {
  const file = new PdfFile();
  const tree = file.reserve();
  const kids = pages.map((page) => writePage(file, tree, page));
  file.put(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(" ")}]>>`);
  const catalog = file.add(`<</Type/Catalog/Pages ${tree} 0 R>>`);
  const info = file.add(`<</Title ${utf16(title)}/Producer(edsnx)>>`);
  return file.bytes(catalog, info);
}

function writePage(file: PdfFile, parent: number, page: PdfPage): number {
  const { region, theme } = page;
  const [width, height] = [mm(region.maxX - region.minX), mm(region.maxY - region.minY)];
  const out: string[] = [];
  const states = new Map<number, number>();
  const pictures: number[] = [];
  const [sx, dx] = page.mirror === true ? [-1, mm(region.maxX)] : [1, -mm(region.minX)];
  // Millimetres of the sheet, y down.
  out.push(`${num(POINTS_PER_MM)} 0 0 ${num(POINTS_PER_MM)} 0 0 cm`);
  out.push(`${fillColor(theme.background)} 0 0 ${num(width)} ${num(height)} re f`);
  out.push(`${sx} 0 0 -1 ${num(dx)} ${num(mm(region.maxY))} cm`, "1 J 1 j");
  for (const shapes of inOrder(page.recording, page.order)) {
    const color = shapes.color ?? layerColor(theme, shapes.layer);
    if (color.alpha === 0) continue;
    const percent = Math.round(color.alpha * 100);
    if (!states.has(percent)) states.set(percent, file.add(`<</ca ${percent / 100}/CA ${percent / 100}>>`));
    out.push(`/A${percent} gs`, fillColor(color), strokeColor(color));
    for (const picture of shapes.pictures) {
      const id = addPicture(file, picture);
      if (id === null) continue;
      pictures.push(id);
      const [x, y] = [mm(picture.cx - picture.width / 2), mm(picture.cy + picture.height / 2)];
      out.push(`q ${num(mm(picture.width))} 0 0 ${num(-mm(picture.height))} ${num(x)} ${num(y)} cm /P${id} Do Q`);
    }
    drawShapes(shapes, out);
  }
  const content = file.stream("", new TextEncoder().encode(out.join("\n")));
  const gs = [...states].map(([percent, id]) => `/A${percent} ${id} 0 R`).join("");
  const images = pictures.map((id) => `/P${id} ${id} 0 R`).join("");
  const box = `[0 0 ${num(width * POINTS_PER_MM)} ${num(height * POINTS_PER_MM)}]`;
  const resources = `<</ExtGState<<${gs}>>/XObject<<${images}>>>>`;
  return file.add(`<</Type/Page/Parent ${parent} 0 R/MediaBox${box}/Resources${resources}/Contents ${content} 0 R>>`);
}

function drawShapes(shapes: LayerShapes, out: string[]): void {
  const pen = (width: Nm) => `${num(width > 0 ? mm(width) : HAIRLINE)} w`;
  replay(shapes, {
    polyline(points, width) {
      // A line of one point is a dot.
      const path = points.length === 2 ? [points[0]!, points[1]!, points[0]!, points[1]!] : points;
      out.push(`${pen(width)} ${chain(path, 0, path.length)} S`);
    },
    arc(cx, cy, radius, from, sweep, width) {
      out.push(`${pen(width)} ${arcPath(cx, cy, radius, from, sweep)}${Math.abs(sweep) >= 360 ? " h" : ""} S`);
    },
    disc: (cx, cy, radius) => void out.push(`${arcPath(cx, cy, radius, 0, 360)} h f`),
    polygon(points, ends) {
      const paths: string[] = [];
      let from = 0;
      for (const end of Array.from(ends ?? [points.length])) {
        paths.push(`${chain(points, from, end)} h`);
        from = end;
      }
      out.push(`${paths.join(" ")} f*`);
    },
  });
}

function chain(points: ArrayLike<Nm>, from: number, to: number): string {
  const parts: string[] = [];
  for (let i = from; i + 1 < to; i += 2)
    parts.push(`${num(mm(points[i]!))} ${num(mm(points[i + 1]!))} ${i === from ? "m" : "l"}`);
  return parts.join(" ");
}

/** An arc as cubic curves of at most a quarter turn. */
function arcPath(cx: Nm, cy: Nm, radius: Nm, from: number, sweep: number): string {
  const n = Math.max(1, Math.ceil(Math.abs(sweep) / 90));
  const step = sweep / n;
  const reach = radius * (Math.abs(step) === 90 ? QUARTER : (4 / 3) * Math.tan((Math.abs(step) * Math.PI) / 720));
  const turn = Math.sign(step) || 1;
  const at = (angle: number, along: number) => {
    const { s, c } = sinCos(angle);
    return `${num(mm(cx + radius * c - along * turn * s))} ${num(mm(cy - radius * s - along * turn * c))}`;
  };
  const parts = [`${at(from, 0)} m`];
  for (let i = 0; i < n; i++) {
    const [a, b] = [from + step * i, from + step * (i + 1)];
    parts.push(`${at(a, reach)} ${at(b, -reach)} ${at(b, 0)} c`);
  }
  return parts.join(" ");
}

/** JPEG as it is, PNG as pixels over white; null for anything else. */
function addPicture(file: PdfFile, { data }: Picture): number | null {
  const head = (width: number, height: number) =>
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`;
  if (data.startsWith("/9j/")) {
    const bytes = decodeBase64(data);
    const size = jpegSize(bytes);
    return size === null ? null : file.raw(`${head(size.width, size.height)}/Filter/DCTDecode`, bytes);
  }
  const image = decodePng(data);
  if (image === null) return null;
  const rgb = new Uint8Array(image.width * image.height * 3);
  for (let i = 0, p = 0; i < rgb.length; i += 3, p += 4) {
    const alpha = image.data[p + 3]! / 255;
    for (let c = 0; c < 3; c++) rgb[i + c] = Math.round(image.data[p + c]! * alpha + 255 * (1 - alpha));
  }
  return file.stream(head(image.width, image.height), rgb);
}

/** Size of a JPEG in colour, from its frame header. */
function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  for (let i = 2; i + 9 < bytes.length && bytes[i] === 0xff; ) {
    const marker = bytes[i + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && bytes[i + 9] !== 3) return null;
    if (isFrame) return { height: bytes[i + 5]! * 256 + bytes[i + 6]!, width: bytes[i + 7]! * 256 + bytes[i + 8]! };
    i += 2 + bytes[i + 2]! * 256 + bytes[i + 3]!;
  }
  return null;
}

/** The objects of a file, numbered from 1. */
class PdfFile {
  private readonly objects: Uint8Array[] = [];

  reserve(): number {
    return this.objects.push(new Uint8Array());
  }

  put(id: number, body: string): void {
    this.objects[id - 1] = latin(body);
  }

  add(body: string): number {
    return this.objects.push(latin(body));
  }

  stream(head: string, bytes: Uint8Array): number {
    return this.raw(`${head}/Filter/FlateDecode`, zlibSync(bytes));
  }

  raw(head: string, bytes: Uint8Array): number {
    return this.objects.push(
      joined([latin(`<<${head}/Length ${bytes.length}>>\nstream\n`), bytes, latin("\nendstream")]),
    );
  }

  bytes(catalog: number, info: number): Uint8Array {
    const parts = [latin("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")];
    const offsets: number[] = [];
    let at = parts[0]!.length;
    const push = (part: Uint8Array) => {
      parts.push(part);
      at += part.length;
    };
    this.objects.forEach((object, i) => {
      offsets.push(at);
      push(joined([latin(`${i + 1} 0 obj\n`), object, latin("\nendobj\n")]));
    });
    const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const size = offsets.length + 1;
    const trailer = `trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${at}\n%%EOF\n`;
    push(latin(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
    return joined(parts);
  }
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
}

/** Any text, as PDF strings hold it. */
function utf16(text: string): string {
  let hex = "FEFF";
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0");
  return `<${hex}>`;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function fillColor({ rgb }: Color): string {
  return `${channels(rgb)} rg`;
}

function strokeColor({ rgb }: Color): string {
  return `${channels(rgb)} RG`;
}

function channels(rgb: number): string {
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((c) => num(c / 255)).join(" ");
}

function mm(nm: Nm): number {
  return nm / 1e6;
}

/** A number as PDF has it: no exponent, four decimals. */
function num(value: number): string {
  const text = (Math.round(value * 1e4) / 1e4).toFixed(4).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
