import type { Nm, Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { cornersOf, type RuleArea } from "../../model/schematic/rule-area.ts";

/** KiCad's connection grid: 50 mil. Turned about a place on it, what is on the grid stays on it. */
const GRID = 1_270_000;

/**
 * What items turn about: one symbol, label or text about its anchor, a wire about its last end, a sheet, a box, a drawing
 * and several items about their middle on the grid.
 */
export function centerOf(items: readonly Item[]): Point {
  const [first] = items;
  if (items.length === 1 && first !== undefined) {
    if (first.kind === "wire" || first.kind === "bus") return (first["pts"] as readonly Point[]).at(-1)!;
    const anchor = (first["at"] ?? first["center"]) as Point | null | undefined;
    const boxed = first.kind === "sheet" || first.kind === "textBox";
    if (anchor !== undefined && anchor !== null && !boxed) return { x: anchor.x, y: anchor.y };
  }
  return middleOnGrid(items);
}

/**
 * The middle of items, on the grid. Halfway between grid places the choice is one that turns along with the items, so
 * that four quarter turns end where they began: the place whose numbers are even where both are halfway, else the one
 * whose sum is even.
 */
export function middleOnGrid(items: readonly Item[]): Point {
  const places = items.flatMap(placesOf);
  const [x, y] = [middle(places.map((p) => p.x)) / GRID, middle(places.map((p) => p.y)) / GRID];
  const [xs, ys] = [nearest(x), nearest(y)];
  const both = xs.length > 1 && ys.length > 1;
  const isEven = (n: number) => n % 2 === 0;
  const choices = xs.flatMap((cx) => ys.map((cy) => ({ x: cx, y: cy })));
  const chosen =
    choices.length === 1 ? choices[0]! : choices.find((c) => (both ? isEven(c.x) && isEven(c.y) : isEven(c.x + c.y)))!;
  return { x: chosen.x * GRID, y: chosen.y * GRID };
}

/** Places that turn exactly as the item does: anchors, corners and points, not the size of texts. */
function placesOf(item: Item): Point[] {
  const found: Point[] = [...((item["pts"] as readonly Point[] | undefined) ?? [])];
  for (const key of ["at", "start", "mid", "end", "center"]) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) found.push(place);
  }
  if (item.kind === "ruleArea") found.push(...cornersOf(item as unknown as RuleArea));
  const at = item["at"] as Point | undefined;
  const size = item["size"] as Point | undefined;
  if (at !== undefined && size !== undefined) found.push({ x: at.x + size.x, y: at.y + size.y });
  return found;
}

function middle(values: readonly Nm[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/** The whole number next to one; both where it is halfway. */
function nearest(value: number): number[] {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest === 0.5) return [low, low + 1];
  return [rest < 0.5 ? low : low + 1];
}
