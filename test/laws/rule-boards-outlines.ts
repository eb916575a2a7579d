import type { RuleBoard } from "./rule-sheet.ts";

type Draw = (id: () => string) => readonly string[];

/** Boards whose edges are right or wrong in one way each: an edge holds for a whole board, so each has one of its own. */
export function outlines(): RuleBoard[] {
  const pen = (id: string) => `(stroke (width 0.05) (type solid)) (layer "Edge.Cuts") (uuid "${id}")`;
  const line = (x1: number, y1: number, x2: number, y2: number) => (id: string) =>
    `(gr_line (start ${x1} ${y1}) (end ${x2} ${y2}) ${pen(id)})`;
  const rect = (x1: number, y1: number, x2: number, y2: number) => (id: string) =>
    `(gr_rect (start ${x1} ${y1}) (end ${x2} ${y2}) (fill no) ${pen(id)})`;
  const circle = (x: number, y: number, r: number) => (id: string) =>
    `(gr_circle (center ${x} ${y}) (end ${x + r} ${y}) (fill no) ${pen(id)})`;
  const arc = (x1: number, y1: number, x2: number, y2: number, x3: number, y3: number) => (id: string) =>
    `(gr_arc (start ${x1} ${y1}) (mid ${x2} ${y2}) (end ${x3} ${y3}) ${pen(id)})`;
  const whole = rect(10, 10, 50, 50);
  const corner = [line(10, 10, 50, 10), line(50, 10, 50, 50), line(50, 50, 10, 50)];
  const all: readonly (readonly [name: string, parts: readonly ((id: string) => string)[]])[] = [
    ["a rectangle", [whole]],
    ["four lines", [...corner, line(10, 50, 10, 10)]],
    ["two rectangles apart", [whole, rect(60, 10, 80, 30)]],
    ["a rectangle with a hole", [whole, circle(30, 30, 5)]],
    ["a line inside", [whole, line(20, 20, 30, 20)]],
    ["three lines inside", [whole, line(20, 20, 30, 20), line(20, 25, 30, 25), line(20, 30, 30, 31)]],
    ["three sides", corner],
    ["a gap of 1 mm", [...corner, line(10, 50, 10, 11)]],
    ["a gap of 0.009 mm", [...corner, line(10, 50, 10, 10.009)]],
    ["a gap of 0.011 mm", [...corner, line(10, 50, 10, 10.011)]],
    ["a line that branches off", [...corner, line(10, 50, 10, 10), line(50, 50, 60, 60)]],
    ["an arc that closes", [...corner, arc(10, 50, 5, 30, 10, 10)]],
    ["an arc that does not", [...corner, arc(10, 50, 5, 30, 10, 12)]],
    ["two rectangles that cross", [whole, rect(40, 40, 60, 60)]],
    ["a line without a length", [whole, line(20, 20, 20, 20)]],
    ["no edge", []],
  ];
  return all.map(([name, parts]) => boardOf(name, (id) => parts.map((part) => part(id()))));
}

function boardOf(name: string, draw: Draw): RuleBoard {
  let serial = 0;
  const id = () => `00000000-0000-4000-8000-${String(++serial).padStart(12, "0")}`;
  const board = `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
  (general (thickness 1.6)) (paper "A4")
  (layers (0 "F.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user))
  (setup (pad_to_mask_clearance 0)) (net 0 "")
  ${draw(id).join("\n  ")}
)
`;
  return { name: `edges: ${name}`, board, rules: "", cases: [name], files: {} };
}
