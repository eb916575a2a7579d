import type { Nm, Point } from "../../../core/base/nm.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import type { Scene } from "../scene.ts";
import type { Cursor, Part, Tool, ToolSurface, Turn } from "./tool.ts";
import { toArgs } from "./tool.ts";

export interface PlaceOptions {
  readonly id: "placeFootprint" | "placeSymbol" | "placePower";
  readonly title: string;
  readonly kind: "symbol" | "footprint";
  /** What is looked for first. */
  readonly query: string;
  readonly command: string;
  /** The argument that names the part. */
  readonly name: "footprint" | "symbol";
}

export const placeFootprint: PlaceOptions = {
  id: "placeFootprint",
  title: "Place footprint",
  kind: "footprint",
  query: "",
  command: "pcb.placeFootprint",
  name: "footprint",
};
export const placeSymbol: PlaceOptions = {
  id: "placeSymbol",
  title: "Place symbol",
  kind: "symbol",
  query: "",
  command: "sch.placeSymbol",
  name: "symbol",
};
export const placePower: PlaceOptions = {
  id: "placePower",
  title: "Place power symbol",
  kind: "symbol",
  query: "power:",
  command: "sch.placePower",
  name: "symbol",
};

/** Places a part of a library: it is chosen first and hangs on the pointer until it is placed. */
export class PlaceTool implements Tool {
  readonly id: string;
  readonly title: string;
  private readonly options: PlaceOptions;
  private readonly surface: ToolSurface;
  private part: Part | null = null;
  private turn: Turn = { angle: 0, isBack: false, mirror: null };
  private scene: Scene | null = null;
  private cursor: Point | null = null;
  private isBusy = false;

  /** With a part that is chosen already, or asks for one. */
  constructor(options: PlaceOptions, surface: ToolSurface, part: Part | null = null) {
    this.id = options.id;
    this.title = options.title;
    this.options = options;
    this.surface = surface;
    if (part === null) void this.choose();
    else this.take(part);
  }

  hint(): string {
    if (this.part === null) return "Choose a part";
    const turns = this.options.kind === "footprint" ? "R turns · F to the other side" : "R turns · X, Y mirror";
    return `${this.part.id} · Press where it goes · ${turns} · A another one · Esc ends`;
  }

  move(to: Cursor): void {
    this.cursor = to.at;
    this.surface.refresh();
  }

  press({ at }: Cursor): void {
    const { part, turn, options, surface } = this;
    this.cursor = at;
    if (part === null || this.isBusy) return;
    this.isBusy = true;
    const mirror = turn.mirror === null ? {} : { mirror: turn.mirror };
    const side = turn.isBack ? { side: "back" } : {};
    const args = { [options.name]: part.id, at: toArgs(at), rotation: turn.angle, ...mirror, ...side };
    surface.run(options.command, args).finally(() => {
      this.isBusy = false;
      surface.refresh();
    });
  }

  finish(): void {}

  key(key: string): boolean {
    const { turn } = this;
    if (this.part === null) return false;
    if (key === "r") this.turn = { ...turn, angle: (turn.angle + 90) % 360 };
    else if (key === "f" && this.options.kind === "footprint") this.turn = { ...turn, isBack: !turn.isBack };
    else if (key === "x" && this.options.name === "symbol" && this.options.id === "placeSymbol") this.mirror("y");
    else if (key === "y" && this.options.name === "symbol" && this.options.id === "placeSymbol") this.mirror("x");
    else if (key === "a") {
      void this.choose();
      return true;
    } else return false;
    this.scene = this.part.scene(this.turn);
    this.surface.refresh();
    return true;
  }

  cancel(): boolean {
    return false;
  }

  draw(sink: Sink, pixel: Nm): void {
    if (this.cursor === null) return;
    const { x, y } = this.cursor;
    sink.layer("draft");
    sink.polyline([x - 8 * pixel, y, x + 8 * pixel, y], pixel);
    sink.polyline([x, y - 8 * pixel, x, y + 8 * pixel], pixel);
  }

  ghost(): { readonly scene: Scene; readonly at: Point } | null {
    return this.scene === null || this.cursor === null ? null : { scene: this.scene, at: this.cursor };
  }

  private mirror(axis: "x" | "y"): void {
    this.turn = { ...this.turn, mirror: this.turn.mirror === axis ? null : axis };
  }

  private async choose(): Promise<void> {
    const { kind, query } = this.options;
    const part = await this.surface.choosePart(kind, query);
    if (part === null) {
      if (this.part === null) this.surface.end();
      return;
    }
    this.take(part);
    this.surface.refresh();
  }

  private take(part: Part): void {
    this.part = part;
    this.scene = part.scene(this.turn);
  }
}
