import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import { Painting } from "./painting.ts";
import { Scene } from "./scene.ts";
import type { Part, Turn } from "./tools/tool.ts";

/** A part of a library as it is drawn, from its text in KiCad's form; null when that cannot be read. */
export function partOf(id: string, kind: "symbol" | "footprint", text: string, board: Doc): PartModel | null {
  const bytes = new TextEncoder().encode(kind === "footprint" ? boardWith(text, board) : sheetWith(id, text));
  const { doc } = readDoc(bytes);
  return doc === null ? null : new PartModel(id, kind, doc);
}

export class PartModel implements Part {
  readonly id: string;
  private readonly kind: "symbol" | "footprint";
  private readonly doc: Doc;
  private readonly painting: Painting;

  constructor(id: string, kind: "symbol" | "footprint", doc: Doc) {
    this.id = id;
    this.kind = kind;
    this.doc = doc;
    this.painting = new Painting(doc, "part");
  }

  paint(sink: Sink): void {
    for (const item of this.doc.items.ofKind(this.kind)) this.painting.paint(item, sink);
  }

  /** Layers from the bottom up. */
  order(names: readonly string[]): readonly string[] {
    return this.painting.order(names, "front");
  }

  scene(turn: Turn): Scene {
    const scene = new Scene();
    scene.put("part", "part", (sink) => this.paint(new TurnedSink(sink, turn)));
    return scene;
  }
}

/** Turns what is painted about 0, 0: first mirrored, then turned; on the back layers change sides. */
class TurnedSink implements Sink {
  private readonly sink: Sink;
  private readonly turn: Turn;
  private readonly cos: number;
  private readonly sin: number;
  private readonly flipX: number;
  private readonly flipY: number;

  constructor(sink: Sink, turn: Turn) {
    this.sink = sink;
    this.turn = turn;
    const angle = (turn.angle * Math.PI) / 180;
    this.cos = Math.round(Math.cos(angle));
    this.sin = Math.round(Math.sin(angle));
    this.flipX = turn.isBack || turn.mirror === "y" ? -1 : 1;
    this.flipY = turn.mirror === "x" ? -1 : 1;
  }

  begin(id: string, part?: string): void {
    this.sink.begin(id, part);
  }

  end(): void {
    this.sink.end();
  }

  layer(name: string): void {
    this.sink.layer(this.turn.isBack ? name.replace(/^[FB]\./, (side) => (side === "F." ? "B." : "F.")) : name);
  }

  polyline(points: ArrayLike<number>, width: number): void {
    this.sink.polyline(this.turned(points), width);
  }

  arc(cx: number, cy: number, radius: number, from: number, sweep: number, width: number): void {
    const [x, y] = this.turned([cx, cy]);
    const isMirrored = this.flipX * this.flipY < 0;
    const start = this.flipX < 0 ? 180 - from : from;
    const begin = this.flipY < 0 ? -start : start;
    this.sink.arc(x!, y!, radius, begin + this.turn.angle, isMirrored ? -sweep : sweep, width);
  }

  disc(cx: number, cy: number, radius: number): void {
    const [x, y] = this.turned([cx, cy]);
    this.sink.disc(x!, y!, radius);
  }

  polygon(points: ArrayLike<number>, ends?: ArrayLike<number>): void {
    this.sink.polygon(this.turned(points), ends);
  }

  /** Counter-clockwise on screen, where y points down. */
  private turned(points: ArrayLike<number>): number[] {
    const turned: number[] = [];
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i]! * this.flipX;
      const y = points[i + 1]! * this.flipY;
      turned.push(x * this.cos + y * this.sin, y * this.cos - x * this.sin);
    }
    return turned;
  }
}

/** Layers of a footprint that is for no board in particular, with KiCad's types. */
const usualLayers = [
  ...["F.Cu", "B.Cu"].map((name) => ({ name, type: "signal" })),
  ..."F.Adhes B.Adhes F.Paste B.Paste F.SilkS B.SilkS F.Mask B.Mask Dwgs.User Cmts.User Edge.Cuts Margin F.CrtYd B.CrtYd F.Fab B.Fab"
    .split(" ")
    .map((name) => ({ name, type: "user" })),
];

/** A board with nothing but this footprint, on the layers of the board that it is for. */
function boardWith(footprint: string, board: Doc): string {
  const rows = board.kind === "board" ? new Painting(board, "part").layerRows() : usualLayers;
  const layers = rows.map(({ name, type }, i) => `(${i} "${name}" ${type})`).join(" ");
  const body = footprint.replace(/\(layer "F\.Cu"\)/, '(layer "F.Cu") (at 0 0)');
  return `(kicad_pcb (version 20241229) (generator "edsnx") (general (thickness 1.6)) (paper "A4") (layers ${layers}) (setup) (net 0 "") ${body})`;
}

/** A sheet with nothing but this symbol. */
function sheetWith(id: string, symbol: string): string {
  const name = id.replace(/["\\]/g, "\\$&");
  return `(kicad_sch (version 20250114) (generator "edsnx") (uuid "00000000-0000-0000-0000-000000000001") (paper "A4") (lib_symbols ${symbol}) (symbol (lib_id "${name}") (at 0 0 0) (unit 1) (uuid "00000000-0000-0000-0000-000000000002")))`;
}
