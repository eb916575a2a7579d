import type { RuleBoard } from "./rule-sheet.ts";
import { everywhere, Sheet } from "./rule-sheet.ts";

/** Pads that make sense, and pads that do not. */
export function padstacks(): RuleBoard {
  const sheet = new Sheet("padstack", "");
  const at = "(at 0 0 ANGLE)";
  const smd = `smd rect ${at} (size 1 0.6)`;
  const hole = `np_thru_hole circle ${at} (size 1 1) (drill 1)`;
  const plated = `thru_hole circle ${at} (size 1.6 1.6) (drill 0.8)`;
  const layers = (names: string) => `(layers ${names})`;
  const one = (name: string, head: string, rest = "") => {
    for (const [angle, side] of [
      [0, "F"],
      [90, "F"],
      [33, "B"],
    ] as const)
      sheet.add(`${name}, ${angle} on ${side}`, (pen) => {
        const text = side === "F" ? rest : rest.replace(/"([FB])\./g, (_, of: string) => `"${of === "F" ? "B" : "F"}.`);
        pen.footprint(0, 0, angle, side, [{ head, rest: text }]);
      });
  };
  one("an SMD pad", smd);
  one("mask on the other side", smd, layers('"F.Cu" "B.Mask"'));
  one("paste on the other side", smd, layers('"F.Cu" "F.Mask" "B.Paste"'));
  one("copper on both sides", smd, layers('"F.Cu" "B.Cu" "F.Mask"'));
  one("an SMD pad inside the board", smd, layers('"In1.Cu"'));
  one("an SMD pad without copper", smd, layers('"F.Mask"'));
  one("a BGA pad", smd, "(property pad_prop_bga)");
  one("a BGA pad with a hole", plated, `${everywhere} (property pad_prop_bga)`);
  one("a castellated SMD pad", smd, "(property pad_prop_castellated)");
  one("a castellated hole", plated, `${everywhere} (property pad_prop_castellated)`);
  one("a mechanical SMD pad", smd, "(property pad_prop_mechanical)");
  one("a test point", smd, "(property pad_prop_testpoint)");
  one("an unplated test point", hole, `${everywhere} (property pad_prop_testpoint)`);
  one("an unplated heatsink", hole, `${everywhere} (property pad_prop_heatsink)`);
  one("an unplated fiducial", hole, `${everywhere} (property pad_prop_fiducial_glob)`);
  one("a connector with paste", `connect rect ${at} (size 1 0.6)`, layers('"F.Cu" "F.Mask" "F.Paste"'));
  one("a connector", `connect rect ${at} (size 1 0.6)`, layers('"F.Cu" "F.Mask"'));
  one("a hole that leaves no copper", `thru_hole circle ${at} (size 0.8 0.8) (drill 0.8)`, everywhere);
  one("a hole that leaves some copper", `thru_hole circle ${at} (size 0.9 0.9) (drill 0.8)`, everywhere);
  one("a plated hole without outer copper", plated, layers('"In1.Cu"'));
  one("an unplated hole beside its copper", `np_thru_hole rect ${at} (size 1 1) (drill 0.4 (offset 1 0))`, everywhere);
  one("a mask smaller than nothing", smd, "(solder_mask_margin -0.7)");
  one("a mask smaller than the pad", smd, "(solder_mask_margin -0.5)");
  one("no paste left", smd, '(layers "F.Cu" "F.Mask" "F.Paste") (solder_paste_margin -0.6)');
  one("some paste left", smd, '(layers "F.Cu" "F.Mask" "F.Paste") (solder_paste_margin -0.59)');
  one("a trapezoid", `smd trapezoid ${at} (size 1 1) (rect_delta 0 0.5)`);
  one("a trapezoid that tapers to nothing", `smd trapezoid ${at} (size 1 1) (rect_delta 0 1)`);
  one("a trapezoid that tapers too much", `smd trapezoid ${at} (size 1 0.8) (rect_delta 0 1.1)`);
  return sheet.done();
}

/** Footprints of a library of the project's own, each changed in one thing. */
export function library(): RuleBoard {
  const sheet = new Sheet("library", "");
  const line = '(fp_line (start -1 -1) (end 1 -1) (stroke (width 0.12) (type solid)) (layer "F.SilkS"))';
  const box =
    '(fp_rect (start -1.5 -1.2) (end 1.5 1.2) (stroke (width 0.05) (type solid)) (fill no) (layer "F.CrtYd"))';
  const arc = '(fp_arc (start -1 1) (mid 0 1.4) (end 1 1) (stroke (width 0.12) (type solid)) (layer "F.SilkS"))';
  const circle = '(fp_circle (center 0 0) (end 0.3 0) (stroke (width 0.1) (type solid)) (fill no) (layer "F.Fab"))';
  const poly =
    '(fp_poly (pts (xy 0 0) (xy 0.5 0) (xy 0.6 0.4) (xy 0.1 0.5)) (stroke (width 0.1) (type solid)) (fill yes) (layer "F.Fab"))';
  const pads =
    '(pad "1" smd roundrect (at -0.8 0) (size 0.6 1) (layers "F.Cu" "F.Mask" "F.Paste") (roundrect_rratio 0.25)) ' +
    '(pad "2" smd rect (at 0.8 0 0) (size 0.6 1) (layers "F.Cu" "F.Mask" "F.Paste"))';
  const whole = `(attr smd) ${line} ${arc} ${circle} ${poly} ${box} ${pads}`;
  const mod = `(footprint "X" (version 20241229) (generator "pcbnew") (layer "F.Cu") (descr "one") (tags "two") ${whole})`;
  const changes: readonly (readonly [name: string, from: string | RegExp, to: string])[] = [
    ["nothing", "", ""],
    ["the type", "(attr smd)", "(attr through_hole)"],
    ["no courtyard wanted", "(attr smd)", "(attr smd allow_missing_courtyard)"],
    ["left out of bills", "(attr smd)", "(attr smd exclude_from_bom dnp)"],
    ["not in the schematic", "(attr smd)", "(attr smd board_only exclude_from_pos_files)"],
    ["mask bridges", "(attr smd)", "(attr smd allow_soldermask_bridges)"],
    ["a line 10 nm off", "(start -1 -1)", "(start -1.00001 -1)"],
    ["a line 20 nm off", "(start -1 -1)", "(start -1.00002 -1)"],
    ["a line's ends", "(start -1 -1) (end 1 -1)", "(start 1 -1) (end -1 -1)"],
    ["a line's pen", "(width 0.12)", "(width 0.2)"],
    ["a line's layer", '"F.SilkS"', '"F.Fab"'],
    ["a line less", line, ""],
    ["an arc's middle", "(mid 0 1.4)", "(mid 0 1.402)"],
    ["a circle's radius", "(end 0.3 0)", "(end 0.31 0)"],
    ["a circle filled", '(fill no) (layer "F.Fab")', '(fill yes) (layer "F.Fab")'],
    [
      "a polygon's start",
      "(xy 0 0) (xy 0.5 0) (xy 0.6 0.4) (xy 0.1 0.5)",
      "(xy 0.5 0) (xy 0.6 0.4) (xy 0.1 0.5) (xy 0 0)",
    ],
    ["a polygon's corner", "(xy 0.6 0.4)", "(xy 0.6 0.5)"],
    ["a rectangle's corners", "(start -1.5 -1.2) (end 1.5 1.2)", "(start 1.5 1.2) (end -1.5 -1.2)"],
    ["a rectangle's size", "(end 1.5 1.2)", "(end 1.5 1.3)"],
    ["a pad's place", "(at -0.8 0", "(at -0.81 0"],
    ["a pad's size", "(size 0.6 1)", "(size 0.61 1)"],
    ["a pad's shape", "smd rect", "smd oval"],
    ["a pad's corners", "0.25", "0.2"],
    ["a pad's number", 'pad "2"', 'pad "3"'],
    ["a pad's mask", '"F.Cu" "F.Mask" "F.Paste") (roundrect', '"F.Cu" "F.Mask") (roundrect'],
    ["a pad's clearance", "(roundrect_rratio 0.25)", "(roundrect_rratio 0.25) (clearance 0.3)"],
    ["a pad's property", "(roundrect_rratio 0.25)", "(roundrect_rratio 0.25) (property pad_prop_testpoint)"],
    ["a pad more", pads, `${pads} (pad "4" smd rect (at 0 0) (size 0.2 0.2) (layers "F.Cu"))`],
  ];
  for (const [angle, side] of [
    [0, "F"],
    [90, "F"],
    [37, "F"],
    [0, "B"],
    [45, "B"],
  ] as const)
    for (const [name, from, to] of changes)
      sheet.add(`${name}, ${angle} on ${side}`, (pen) => {
        const text = whole.replace(from, to);
        const own = (side === "B" ? turnedOver(text) : text).replace(
          /\(pad ("\d") (\w+ \w+) \(at (\S+) ([^\s)]+)[^)]*\)/g,
          (_, number: string, kind: string, x: string, y: string) => `(pad ${number} ${kind} (at ${x} ${y} ${angle})`,
        );
        pen.raw((at, id) => {
          const parts = own.replace(
            /\((fp_\w+|pad)((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g,
            (_, head: string, body: string) => `(${head}${body} (uuid "${id()}"))`,
          );
          return `(footprint "Own:X" (layer "${side}.Cu") (uuid "${id()}") (at ${at(0, 0)} ${angle}) ${parts})`;
        });
      });
  sheet.add("another library", (pen) => pen.footprint(0, 0, 0, "F", []));
  return sheet.done({
    // Without a project KiCad reads no table of the project's own.
    "rule.kicad_pro": '{ "meta": { "filename": "rule.kicad_pro", "version": 3 } }',
    "own.pretty/X.kicad_mod": mod,
    "fp-lib-table":
      // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
      '(fp_lib_table (version 7) (lib (name "Own") (type "KiCad") (uri "${KIPRJMOD}/own.pretty") (options "") (descr "")))',
  });
}

/** A footprint's parts as a file has them on the back: mirrored top to bottom, on the other side's layers. */
function turnedOver(text: string): string {
  const flip = (y: string) => (Number(y) === 0 ? y : y.startsWith("-") ? y.slice(1) : `-${y}`);
  return text
    .replace(
      /\((start|end|mid|center|xy|at) (\S+) ([^\s)]+)/g,
      (_, head: string, x: string, y: string) => `(${head} ${x} ${flip(y)}`,
    )
    .replace(/"F\./g, '"B.')
    .replace(/\(fp_arc \(start ([^)]*)\) (\(mid [^)]*\)) \(end ([^)]*)\)/, "(fp_arc (start $3) $2 (end $1)");
}
