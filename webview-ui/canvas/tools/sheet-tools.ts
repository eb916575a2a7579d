import type { Point } from "../../../core/base/nm.ts";
import { contactsOf, isOn } from "../../../core/engines/sheet/contacts.ts";
import { distance, drawArc, drawCircle, drawRectangle, sizeOf } from "./board-tools.ts";
import type { PointsSpec } from "./points-tool.ts";
import type { ToolSurface } from "./tool.ts";
import { toArgs } from "./tool.ts";

/** Tools of schematics that take places and add something. */
export const sheetTools: readonly PointsSpec[] = [
  {
    id: "wire",
    title: "Draw wire",
    steps: ["Press where the wire begins", "Press corners; a pin or a wire's end ends it"],
    least: 2,
    most: Number.POSITIVE_INFINITY,
    corners: "90",
    endsAt: isConnection,
    done: async (points, surface) => (await surface.run("sch.wire", { pts: points.map(toArgs) })) !== null,
  },
  {
    id: "bus",
    title: "Draw bus",
    steps: ["Press where the bus begins", "Press corners"],
    least: 2,
    most: Number.POSITIVE_INFINITY,
    corners: "90",
    done: async (points, surface) => (await surface.run("sch.bus", { pts: points.map(toArgs) })) !== null,
  },
  {
    id: "busEntry",
    title: "Place bus entry",
    steps: ["Press on the bus", "Press to which side the wire leaves"],
    least: 2,
    most: 2,
    async done([at, to], surface) {
      const direction = `${to!.y > at!.y ? "down" : "up"}-${to!.x < at!.x ? "left" : "right"}`;
      return (await surface.run("sch.busEntry", { at: toArgs(at!), direction })) !== null;
    },
  },
  label("label", "Place net label", "local"),
  label("globalLabel", "Place global label", "global"),
  label("hierarchicalLabel", "Place hierarchical label", "hierarchical"),
  {
    id: "noConnect",
    title: "Place no-connect flag",
    steps: ["Press on the pin that stays open"],
    least: 1,
    most: 1,
    done: async ([at], surface) => (await surface.run("sch.addNoConnect", { at: toArgs(at!) })) !== null,
  },
  {
    id: "junction",
    title: "Place junction",
    steps: ["Press where the wires meet"],
    least: 1,
    most: 1,
    done: async ([at], surface) => (await surface.run("sch.addJunction", { at: toArgs(at!) })) !== null,
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
      return (await surface.run("sch.addText", { text, at: toArgs(at!) })) !== null;
    },
  },
  {
    id: "sheet",
    title: "Add sheet",
    steps: ["Press a corner", "Press the opposite corner"],
    least: 2,
    most: 2,
    draw: drawRectangle,
    says: sizeOf,
    async done([a, b], surface) {
      const name = await surface.ask({ title: "Add sheet", label: "Name of the sheet" });
      if (name === null || name === "") return name === "";
      const at = { x: Math.min(a!.x, b!.x), y: Math.min(a!.y, b!.y) };
      const size = { x: Math.abs(b!.x - a!.x), y: Math.abs(b!.y - a!.y) };
      return (await surface.run("sch.addSheet", { name, at: toArgs(at), size: toArgs(size) })) !== null;
    },
  },
  {
    id: "sheetPin",
    title: "Place sheet pin",
    steps: ["Press on the edge of a sheet"],
    least: 1,
    most: 1,
    done: ([at], surface) => sheetPin(at!, surface),
  },
  {
    id: "line",
    title: "Draw line",
    steps: ["Press where the line begins", "Press the next corner"],
    least: 2,
    most: Number.POSITIVE_INFINITY,
    done: (points, surface) => graphic(surface, { shape: "polyline", pts: points.map(toArgs) }),
  },
  {
    id: "rectangle",
    title: "Draw rectangle",
    steps: ["Press a corner", "Press the opposite corner"],
    least: 2,
    most: 2,
    draw: drawRectangle,
    says: sizeOf,
    done: ([from, to], surface) => graphic(surface, { shape: "rectangle", from: toArgs(from!), to: toArgs(to!) }),
  },
  {
    id: "circle",
    title: "Draw circle",
    steps: ["Press the middle", "Press a place on the circle"],
    least: 2,
    most: 2,
    draw: drawCircle,
    done: ([center, to], surface) =>
      graphic(surface, { shape: "circle", center: toArgs(center!), radius: distance(center!, to!) / 1e6 }),
  },
  {
    id: "arc",
    title: "Draw arc",
    steps: ["Press where the arc begins", "Press where it ends", "Press a place that it goes through"],
    least: 3,
    most: 3,
    draw: drawArc,
    done: ([from, to, mid], surface) =>
      graphic(surface, { shape: "arc", from: toArgs(from!), mid: toArgs(mid!), to: toArgs(to!) }),
  },
];

async function sheetPin(at: Point, surface: ToolSurface): Promise<boolean> {
  const doc = surface.doc();
  const sheet = surface
    .hits(at)
    .flatMap((id) => doc?.items.get(id) ?? [])
    .find(({ kind }) => kind === "sheet");
  if (sheet === undefined) {
    surface.complain("Cannot place a sheet pin: there is no sheet here. Press on the edge of one.");
    return false;
  }
  const name = await surface.ask({ title: "Place sheet pin", label: "Name of the label inside" });
  if (name === null || name === "") return name === "";
  const corner = sheet["at"] as Point;
  const size = sheet["size"] as Point;
  const right = corner.x + size.x;
  const bottom = corner.y + size.y;
  const edges = [
    { side: "left", away: Math.abs(at.x - corner.x), offset: at.y - corner.y },
    { side: "right", away: Math.abs(at.x - right), offset: at.y - corner.y },
    { side: "top", away: Math.abs(at.y - corner.y), offset: at.x - corner.x },
    { side: "bottom", away: Math.abs(at.y - bottom), offset: at.x - corner.x },
  ];
  const [{ side, offset } = edges[0]!] = edges.sort((a, b) => a.away - b.away);
  const args = { sheet: sheet.id, name, side, offset: offset / 1e6 };
  return (await surface.run("sch.addSheetPin", args)) !== null;
}

function label(id: string, title: string, type: "local" | "global" | "hierarchical"): PointsSpec {
  return {
    id,
    title,
    steps: ["Press on the wire or pin"],
    least: 1,
    most: 1,
    async done([at], surface) {
      const text = await surface.ask({ title, label: "Name of the net", choices: labelsOf(surface) });
      if (text === null || text === "") return text === "";
      return (await surface.run("sch.label", { text, at: toArgs(at!), type })) !== null;
    },
  };
}

/** Names that labels of this sheet have, for typing them once only. */
function labelsOf(surface: ToolSurface): string[] {
  const names = new Set<string>();
  for (const item of surface.doc()?.items.ofKind("label") ?? []) names.add(String(item["text"]));
  return [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** Whether a wire that comes here is connected: on a pin, a label, a sheet's pin or another wire. */
function isConnection(at: Point, surface: ToolSurface): boolean {
  const doc = surface.doc();
  if (doc === null) return false;
  const contacts = contactsOf(doc);
  return contacts.at(at).length > 0 || contacts.lines.some(({ from, to }) => isOn(at, from, to));
}

async function graphic(surface: ToolSurface, args: Readonly<Record<string, unknown>>): Promise<boolean> {
  return (await surface.run("sch.addGraphic", args)) !== null;
}
