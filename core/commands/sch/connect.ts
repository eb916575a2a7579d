import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Box, Point } from "../../base/nm.ts";
import { boundsOf, isEmptyBox, makeBounds } from "../../engines/render/bounds.ts";
import { contextOf } from "../../engines/render/context.ts";
import { paintItem } from "../../engines/render/paint.ts";
import type { ContactMap, Line } from "../../engines/sheet/contacts.ts";
import { contactsOf, isOn, placeKey } from "../../engines/sheet/contacts.ts";
import type { RouteEnd, RouteScene } from "../../engines/sheet/wire-route.ts";
import { joinedPlaces, routeWire } from "../../engines/sheet/wire-route.ts";
import { plainEffects } from "../../model/effects.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { addLine, joinAt } from "./draw-lines.ts";
import { type PinPlace, pinPlace } from "./pin-places.ts";

/** A label's wire is so long: 100 mil. */
const STUB = 2_540_000;
const GRID = 1_270_000;
/** More pairs of places than this are not tried. */
const TRIES = 4;
/** A wire with more corners than this reads worse than two labels. */
const MAX_CORNERS = 5;

export const connect = defineEdit({
  id: "sch.connect",
  title: "Connect pins",
  about:
    "Connects pins of symbols: by an orthogonal wire that goes round bodies and touches nothing else, or by two labels of " +
    "one name where no good way is found (`auto`), or as told. What wires join with a pin already counts as the pin.",
  scope: "schematic",
  args: {
    from: Type.String({ description: "A pin, e.g. U1.3 or U1.OUT", minLength: 1 }),
    to: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
      description: "The pin, or the pins, to connect it with",
    }),
    by: Type.Optional(
      Type.Union([Type.Literal("auto"), Type.Literal("wire"), Type.Literal("label")], {
        description: "auto (default), wire, or label.",
      }),
    ),
    net: Type.Optional(
      Type.String({ description: "The labels' text; made from the first pin when left out.", minLength: 1 }),
    ),
  },
  label: (args) => `Connect ${args.from} with ${typeof args.to === "string" ? args.to : args.to.join(", ")}`,
  examples: [
    { about: "By a wire.", fixture: "blinky/blinky.kicad_sch", args: { from: "U1.5", to: "C1.1" } },
    {
      about: "By labels.",
      fixture: "blinky/blinky.kicad_sch",
      args: { from: "U1.5", to: ["R1.1"], by: "label", net: "CTRL" },
    },
  ],
  run(cx, args) {
    const from = pinPlace(cx.doc, args.from, "connect");
    const notes: string[] = [];
    for (const ref of typeof args.to === "string" ? [args.to] : args.to) {
      const to = pinPlace(cx.doc, ref, "connect");
      if (isJoined(contactsOf(cx.doc), from.at, to.at)) {
        notes.push(`${args.from} and ${ref} are connected already.`);
        continue;
      }
      const path = args.by === "label" ? null : bestWire(cx, from, to);
      if (path !== null && (args.by === "wire" || path.length - 2 <= MAX_CORNERS)) {
        for (let i = 1; i < path.length; i++) addLine(cx.edit, { bus: false, from: path[i - 1]!, to: path[i]! });
        joinAt(cx.edit, path);
      } else if (args.by === "wire") {
        throw new CommandError({
          code: "check-failed",
          message: `Cannot wire ${args.from} to ${ref}: every way nearby touches something else or passes a body.`,
          hint: 'Use "by": "label", or move the symbols apart.',
        });
      } else {
        const name = args.net ?? nameOf(from);
        labelPin(cx, from, name);
        labelPin(cx, to, name);
        notes.push(`${args.from} and ${ref} are connected by the label ${name}.`);
      }
    }
    return notes;
  },
});

function isJoined(map: ContactMap, a: Point, b: Point): boolean {
  return joinedPlaces(map, a).keys.has(placeKey(b));
}

/** The best of the wires between what is joined with one pin and what is joined with the other. */
function bestWire(cx: EditContext, from: PinPlace, to: PinPlace): Point[] | null {
  const scene = sceneOf(cx);
  let best: Point[] | null = null;
  for (const a of endsOf(scene.map, from, to.at)) {
    for (const b of endsOf(scene.map, to, a.at)) {
      const path = routeWire(a, b, scene);
      if (path !== null && (best === null || weight(path) < weight(best))) best = path;
    }
  }
  return best;
}

function weight(path: readonly Point[]): number {
  let length = path.length * 4 * GRID;
  for (let i = 1; i < path.length; i++)
    length += Math.abs(path[i]!.x - path[i - 1]!.x) + Math.abs(path[i]!.y - path[i - 1]!.y);
  return length;
}

/** Where a wire to a pin may end: at the pin when nothing is wired to it, else at its wires, the nearest places first. */
function endsOf(map: ContactMap, pin: PinPlace, other: Point): RouteEnd[] {
  const { keys, lines } = joinedPlaces(map, pin.at);
  const outward = { x: -pin.inward.x + 0, y: -pin.inward.y + 0 };
  if (lines.length === 0) return [{ at: pin.at, outward }];
  const places = new Map<string, Point>();
  for (const line of lines) {
    for (const end of [line.from, line.to]) places.set(placeKey(end), end);
    const foot = footOn(line, other, pin.at);
    if (foot !== null) places.set(placeKey(foot), foot);
  }
  const isFree = (p: Point) => !map.at(p).some((contact) => contact.kind === "pin" || contact.kind === "noConnect");
  const far = (p: Point) => Math.abs(p.x - other.x) + Math.abs(p.y - other.y);
  const found = [...places.values()].filter((p) => isFree(p) || keys.size === 1).sort((a, b) => far(a) - far(b));
  return found.slice(0, TRIES).map((at) => ({ at, outward: null }));
}

/** The place on a line that is next to `p`, on the grid of `origin`. */
function footOn(line: Line, p: Point, origin: Point): Point | null {
  const clamp = (v: number, a: number, b: number) => Math.min(Math.max(v, Math.min(a, b)), Math.max(a, b));
  const snap = (v: number, o: number) => o + Math.round((v - o) / GRID) * GRID;
  const foot = {
    x: line.from.x === line.to.x ? line.from.x : snap(clamp(p.x, line.from.x, line.to.x), origin.x),
    y: line.from.y === line.to.y ? line.from.y : snap(clamp(p.y, line.from.y, line.to.y), origin.y),
  };
  return isOn(foot, line.from, line.to) ? foot : null;
}

function sceneOf(cx: EditContext): RouteScene {
  const paint = contextOf(cx.doc);
  const bodies: Box[] = [];
  const texts: Box[] = [];
  for (const item of cx.doc.items.ofKind("symbol", "sheet")) {
    const body = makeBounds((layer) => BODY.has(layer));
    const text = makeBounds((layer) => !BODY.has(layer));
    paintItem(paint, item, body);
    paintItem(paint, item, text);
    if (!isEmptyBox(body.box())) bodies.push(body.box());
    if (!isEmptyBox(text.box())) texts.push(text.box());
  }
  for (const item of cx.doc.items.ofKind("label", "text", "textBox")) texts.push(boundsOf(paint, item));
  return { map: contactsOf(cx.doc), bodies, texts };
}

const BODY: ReadonlySet<string> = new Set([
  "sch.symbol",
  "sch.symbol.background",
  "sch.pin",
  "sch.sheet",
  "sch.sheet.background",
]);

/** A short wire out of the pin, and a label at its end that reads away from the body. */
function labelPin(cx: EditContext, pin: PinPlace, text: string): void {
  const map = contactsOf(cx.doc);
  const named = [...joinedPlaces(map, pin.at).keys].some((key) =>
    map.byPlace
      .get(key)
      ?.some((contact) => contact.kind === "label" && cx.doc.items.get(contact.item)?.["text"] === text),
  );
  if (named) return;
  const way = { x: -pin.inward.x + 0, y: -pin.inward.y + 0 };
  const end = { x: pin.at.x + way.x * STUB, y: pin.at.y + way.y * STUB };
  const half = { x: pin.at.x + way.x * GRID, y: pin.at.y + way.y * GRID };
  const isFree = (p: Point) => map.at(p).length === 0 && !map.lines.some((line) => isOn(p, line.from, line.to));
  const wired = map.lines.some((line) => isOn(pin.at, line.from, line.to));
  const at = !wired && isFree(end) && isFree(half) ? end : pin.at;
  if (at !== pin.at) addLine(cx.edit, { bus: false, from: pin.at, to: end });
  const angle = way.x > 0 ? 0 : way.x < 0 ? 180 : way.y < 0 ? 90 : 270;
  cx.edit.add("label", {
    token: "label",
    text: text.replace(/\//g, "{slash}"),
    length: null,
    shape: null,
    at: { ...at, angle },
    fieldsAutoplaced: false,
    effects: { ...plainEffects, hAlign: angle >= 180 ? "right" : "left", vAlign: "bottom" },
  });
}

/** `U1_OUT`, from the pin's part and its name. */
function nameOf(pin: PinPlace): string {
  const field = pin.symbol.children.find((child) => child.kind === "property" && child["name"] === "Reference");
  const reference = String(field?.["value"] ?? "U");
  return `${reference}_${pin.name === "" ? pin.number : pin.name.replace(/[~{}]/g, "")}`;
}
