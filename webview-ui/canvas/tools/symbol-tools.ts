import type { Point } from "../../../core/base/nm.ts";
import type { Item } from "../../../core/model/item.ts";
import type { Behind } from "../../../core/model/library/parts-sheet.ts";
import { symbolBehind, unitOf } from "../../../core/model/library/parts-sheet.ts";
import { distance, drawArc, drawCircle, drawRectangle, sizeOf } from "./board-tools.ts";
import type { PointsSpec } from "./points-tool.ts";
import type { ToolSurface } from "./tool.ts";
import { toArgs } from "./tool.ts";

/** Tools that add parts to the symbol of a library that is shown. */
export const symbolTools: readonly PointsSpec[] = [
  {
    id: "pin",
    title: "Add pin",
    steps: ["Press where wires will join it", "Press to which side the body is"],
    least: 2,
    most: 2,
    done: ([at, body], surface) => {
      const number = nextPin(surface);
      const properties = { at: [...place(at!), angleTo(at!, body!)], number: { text: number }, name: { text: number } };
      return add(surface, "pin", properties);
    },
  },
  {
    id: "line",
    title: "Draw line",
    steps: ["Press where the line begins", "Press the next corner; Enter ends it"],
    least: 2,
    most: Number.POSITIVE_INFINITY,
    done: (points, surface) => add(surface, "polyline", { pts: points.map(place) }),
  },
  {
    id: "rectangle",
    title: "Draw rectangle",
    steps: ["Press a corner", "Press the opposite corner"],
    least: 2,
    most: 2,
    draw: drawRectangle,
    says: sizeOf,
    done: ([from, to], surface) =>
      add(surface, "rectangle", { start: place(from!), end: place(to!), fill: { type: "background" } }),
  },
  {
    id: "circle",
    title: "Draw circle",
    steps: ["Press the middle", "Press a place on the circle"],
    least: 2,
    most: 2,
    draw: drawCircle,
    done: ([center, to], surface) =>
      add(surface, "circle", { center: place(center!), radius: Math.round(distance(center!, to!)) / 1e6 }),
  },
  {
    id: "arc",
    title: "Draw arc",
    steps: ["Press where the arc begins", "Press where it ends", "Press a place that it goes through"],
    least: 3,
    most: 3,
    draw: drawArc,
    done: ([from, to, mid], surface) => add(surface, "arc", { start: place(from!), mid: place(mid!), end: place(to!) }),
  },
  {
    id: "text",
    title: "Add text",
    steps: ["Press where the text goes"],
    least: 1,
    most: 1,
    async done([at], surface) {
      const text = await surface.ask({ title: "Add text", label: "Text" });
      if (text === null || text === "") return text === "";
      return add(surface, "text", { text, at: [...place(at!), 0] });
    },
  },
];

async function add(surface: ToolSurface, token: string, properties: object): Promise<boolean> {
  const doc = surface.doc();
  const shown = doc === null ? null : symbolBehind(doc);
  const to = shown === null ? undefined : drawingFor(shown, token);
  if (to === undefined) {
    surface.complain(
      "Cannot add to this symbol: it has no drawing of its own. Choose the symbol that it derives from.",
    );
    return false;
  }
  return (await surface.run("lib.symbol.edit", { add: [{ to: String(to["name"]), token, properties }] })) !== null;
}

/** Pins go to the drawing of a unit, the rest to what all units share, where the symbol has both. */
function drawingFor({ symbol, shown }: Behind, token: string): Item | undefined {
  const drawings = symbol.children.filter(({ kind }) => kind === "symbolUnit");
  const isFor = (drawing: Item, unit: number) => {
    const [u, style] = unitOf(drawing);
    return u === unit && (style === 0 || style === shown.style);
  };
  const shared = drawings.find((each) => isFor(each, 0));
  const own = drawings.find((each) => isFor(each, shown.unit));
  return token === "pin" ? (own ?? shared) : (shared ?? own);
}

function nextPin(surface: ToolSurface): string {
  const pins = [...(surface.doc()?.items.ofKind("libraryPin") ?? [])];
  const numbers = pins
    .map((pin) => Number((pin["number"] as { text: string }).text))
    .filter((n) => Number.isInteger(n));
  return String(Math.max(0, ...numbers) + 1);
}

/** A library's y points up. */
function place({ x, y }: Point): [number, number] {
  const [mx, my] = toArgs({ x, y });
  return [mx!, my === 0 ? 0 : -my!];
}

/** The direction of a pin: to its body, by right angles. */
function angleTo(from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, from.y - to.y];
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 180 : 0;
  return dy < 0 ? 270 : 90;
}
