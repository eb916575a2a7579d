#!/usr/bin/python3
"""Makes examples/blinky with KiCad 9: run it with the Python that has pcbnew.

Symbols, footprints, schematic and board are drawn here from nothing. KiCad itself writes the libraries, the board and
the project file; the schematic is laid out as KiCad lays it out.
"""
import os
import re
import subprocess
import sys
import uuid

import pcbnew

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "blinky")
SPACE = uuid.UUID("5b1f3d0a-6f9f-4b5e-9f0e-0f5d6c0b11aa")


def uid(name):
    return str(uuid.uuid5(SPACE, name))


# --- text layout ------------------------------------------------------------------------------------------------


def lay_out(text):
    """KiCad's layout of compact s-expression text: one list a line, tabs, runs of points shared to column 99."""
    out, level, column, in_xy, last, i = "", 0, 0, False, "", 0
    while i < len(text):
        c = text[i]
        if c == "(":
            xy = text.startswith("(xy ", i)
            if out == "":
                out, column = "(", column + 1
            elif in_xy and xy and column < 99:
                out, column = out + " (", column + 2
            else:
                out, column = out + "\n" + "\t" * level + "(", level + 1
            in_xy, level, last, i = xy, level + 1, "(", i + 1
        elif c == ")":
            level -= 1
            if last == ")":
                out, column = out + "\n" + "\t" * level, level
            out, column, last, i = out + ")", column + 1, ")", i + 1
        elif c.isspace():
            while i < len(text) and text[i].isspace():
                i += 1
            if i < len(text) and text[i] not in "()" and last != "(":
                out, column = out + " ", column + 1
        else:
            word = re.compile(r'"(?:\\.|[^"\\])*"|[^\s()"]+').match(text, i).group(0)
            out, column, last, i = out + word, column + len(word), "w", i + len(word)
    return out + "\n"


def num(value):
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def write(name, text):
    with open(os.path.join(HERE, name), "w", newline="\n") as file:
        file.write(text)


# --- symbols ----------------------------------------------------------------------------------------------------

FONT = "(font (size 1.27 1.27))"


def lib_property(name, value, x=0.0, y=0.0, hide=False, justify=""):
    look = f"(effects {FONT}{f' (justify {justify})' if justify else ''}{' (hide yes)' if hide else ''})"
    return f'(property "{name}" "{value}" (at {num(x)} {num(y)} 0) {look})'


def lib_pin(kind, x, y, angle, length, name, number, hide=False):
    return (
        f"(pin {kind} line (at {num(x)} {num(y)} {angle}) (length {num(length)}){' (hide yes)' if hide else ''}"
        f' (name "{name}" (effects {FONT})) (number "{number}" (effects {FONT})))'
    )


def line(*points, width=0.254, fill="none"):
    pts = " ".join(f"(xy {num(x)} {num(y)})" for x, y in points)
    return f"(polyline (pts {pts}) (stroke (width {num(width)}) (type default)) (fill (type {fill})))"


def box(x1, y1, x2, y2, fill="none"):
    return (
        f"(rectangle (start {num(x1)} {num(y1)}) (end {num(x2)} {num(y2)})"
        f" (stroke (width 0.254) (type default)) (fill (type {fill})))"
    )


# name: (reference, value at, reference at, description, power, names hidden, numbers hidden, drawing, pins)
SYMBOLS = {
    "C": ("C", (2.54, -1.27), (2.54, 1.27), "Capacitor", "", True, True,
          [line((-1.778, -0.762), (1.778, -0.762), width=0.508), line((-1.778, 0.762), (1.778, 0.762), width=0.508)],
          [lib_pin("passive", 0, 3.81, 270, 3.048, "~", "1"), lib_pin("passive", 0, -3.81, 90, 3.048, "~", "2")]),
    "GND": ("#PWR", (0, -3.81), (0, -6.35), "Ground", "power", True, True,
            [line((-1.27, -1.27), (1.27, -1.27), (0, -2.54), (-1.27, -1.27), width=0), line((0, 0), (0, -1.27), width=0)],
            [lib_pin("power_in", 0, 0, 270, 0, "~", "1", hide=True)]),
    "Header_1x02": ("J", (0, -5.08), (0, 2.54), "Two-pin header", "", True, False,
                    [box(-2.54, 1.27, 1.27, -3.81, "background")],
                    [lib_pin("passive", -5.08, 0, 0, 2.54, "Pin_1", "1"),
                     lib_pin("passive", -5.08, -2.54, 0, 2.54, "Pin_2", "2")]),
    "LED": ("D", (0, -3.81), (0, 3.81), "Light-emitting diode", "", True, True,
            [line((-1.27, 1.27), (-1.27, -1.27)), line((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27)),
             line((-1.27, 0), (1.27, 0), width=0), line((-0.508, 1.778), (-1.778, 3.048), width=0),
             line((0.762, 1.778), (-0.508, 3.048), width=0)],
            [lib_pin("passive", -3.81, 0, 0, 2.54, "K", "1"), lib_pin("passive", 3.81, 0, 180, 2.54, "A", "2")]),
    "PWR_FLAG": ("#FLG", (0, 3.81), (0, 6.35), "Tells ERC that a net is powered", "power", True, True,
                 [line((0, 0), (0, 1.27), (-0.762, 1.905), (0, 2.54), (0.762, 1.905), (0, 1.27), width=0)],
                 [lib_pin("power_out", 0, 0, 90, 0, "~", "1", hide=True)]),
    "R": ("R", (1.778, -1.27), (1.778, 1.27), "Resistor", "", True, True,
          [box(-1.016, 2.54, 1.016, -2.54)],
          [lib_pin("passive", 0, 3.81, 270, 1.27, "~", "1"), lib_pin("passive", 0, -3.81, 90, 1.27, "~", "2")]),
    "Timer": ("U", (1.27, -13.97), (1.27, 13.97), "Timer of the 555 kind", "", False, False,
              [box(-10.16, 10.16, 10.16, -10.16, "background")],
              [lib_pin("power_in", 0, -12.7, 90, 2.54, "GND", "1"), lib_pin("input", -12.7, 5.08, 0, 2.54, "TRIG", "2"),
               lib_pin("output", 12.7, -5.08, 180, 2.54, "OUT", "3"), lib_pin("input", -12.7, -5.08, 0, 2.54, "~{RESET}", "4"),
               lib_pin("input", -12.7, 0, 0, 2.54, "CTRL", "5"), lib_pin("input", 12.7, 0, 180, 2.54, "THRESH", "6"),
               lib_pin("open_collector", 12.7, 5.08, 180, 2.54, "DISCH", "7"),
               lib_pin("power_in", 0, 12.7, 270, 2.54, "VCC", "8")]),
    "VCC": ("#PWR", (0, 3.81), (0, 6.35), "Supply", "power", True, True,
            [line((-0.762, 1.27), (0, 2.54), (0.762, 1.27), width=0), line((0, 0), (0, 2.54), width=0)],
            [lib_pin("power_in", 0, 0, 90, 0, "~", "1", hide=True)]),
}


def library():
    parts = []
    for name, (ref, value_at, ref_at, about, power, no_names, no_numbers, drawing, pins) in SYMBOLS.items():
        centred = power or name == "Header_1x02" or name == "LED"
        justify = "" if centred else "left"
        offset = 0 if no_names else 1.016
        parts.append(
            f'(symbol "{name}" {"(power) " if power else ""}'
            + ("(pin_numbers (hide yes)) " if no_numbers else "")
            + f"(pin_names (offset {num(offset)}){' (hide yes)' if no_names else ''})"
            + " (exclude_from_sim no) (in_bom yes) (on_board yes) "
            + lib_property("Reference", ref, *ref_at, hide=bool(power), justify=justify)
            + lib_property("Value", name, *value_at, justify=justify)
            + lib_property("Footprint", "", hide=True)
            + lib_property("Datasheet", "", hide=True)
            + lib_property("Description", about, hide=True)
            + f' (symbol "{name}_0_1" {" ".join(drawing)}) (symbol "{name}_1_1" {" ".join(pins)}) (embedded_fonts no))'
        )
    write(
        "blinky.kicad_sym",
        lay_out(f'(kicad_symbol_lib (version 20241209) (generator "kicad_symbol_editor") (generator_version "9.0") {" ".join(parts)})'),
    )
    subprocess.run(["kicad-cli", "sym", "upgrade", "--force", os.path.join(HERE, "blinky.kicad_sym")], check=True)


def embedded_symbols():
    """The library's symbols as KiCad wrote them, named as a schematic names them."""
    text = open(os.path.join(HERE, "blinky.kicad_sym")).read()
    blocks = re.findall(r'\n\t\(symbol "[^"]+"\n.*?\n\t\)', text, re.S)
    return " ".join(re.sub(r'\(symbol "', '(symbol "blinky:', block, count=1) for block in blocks)


# --- schematic --------------------------------------------------------------------------------------------------

ROOT = uid("root")
FOOTPRINT = {"C": "blinky:C_0805", "R": "blinky:R_0805", "LED": "blinky:LED_0805", "Timer": "blinky:SOIC-8", "Header_1x02": "blinky:Header_1x02"}

# reference: (symbol, value, x, y, angle, mirror, reference's place, value's place)
PARTS = {
    "J1": ("Header_1x02", "5-12 V", 68.58, 88.9, 0, "y", (68.58, 86.36), (68.58, 95.25)),
    "C3": ("C", "100n", 86.36, 90.17, 0, "", (88.9, 88.9), (88.9, 91.44)),
    "C2": ("C", "10n", 101.6, 96.52, 0, "", (104.14, 95.25), (104.14, 97.79)),
    "U1": ("Timer", "NE555", 127, 88.9, 0, "", (128.27, 74.93), (128.27, 102.87)),
    "R1": ("R", "10k", 157.48, 77.47, 0, "", (160.02, 76.2), (160.02, 78.74)),
    "R2": ("R", "47k", 157.48, 90.17, 0, "", (160.02, 88.9), (160.02, 91.44)),
    "C1": ("C", "10u", 157.48, 102.87, 0, "", (160.02, 101.6), (160.02, 104.14)),
    "R3": ("R", "1k", 177.8, 85.09, 0, "", (180.34, 83.82), (180.34, 86.36)),
    "D1": ("LED", "red", 177.8, 95.25, 90, "", (181.61, 93.98), (181.61, 96.52)),
}
POWER = [
    ("#PWR01", "VCC", 78.74, 81.28, 0), ("#FLG01", "PWR_FLAG", 86.36, 83.82, 0), ("#PWR02", "GND", 78.74, 99.06, 0),
    ("#FLG02", "PWR_FLAG", 86.36, 96.52, 180), ("#PWR03", "GND", 101.6, 102.87, 0), ("#PWR04", "VCC", 109.22, 93.98, 0),
    ("#PWR05", "VCC", 127, 73.66, 0), ("#PWR06", "GND", 127, 104.14, 0), ("#PWR07", "VCC", 157.48, 71.12, 0),
    ("#PWR08", "GND", 157.48, 109.22, 0), ("#PWR09", "GND", 177.8, 101.6, 0),
]
WIRES = [
    (73.66, 88.9, 78.74, 88.9), (78.74, 88.9, 78.74, 83.82), (78.74, 83.82, 78.74, 81.28), (78.74, 83.82, 86.36, 83.82),
    (86.36, 83.82, 86.36, 86.36), (73.66, 91.44, 78.74, 91.44), (78.74, 91.44, 78.74, 96.52), (78.74, 96.52, 78.74, 99.06),
    (78.74, 96.52, 86.36, 96.52), (86.36, 93.98, 86.36, 96.52), (114.3, 83.82, 106.68, 83.82), (114.3, 88.9, 101.6, 88.9),
    (101.6, 88.9, 101.6, 92.71), (101.6, 100.33, 101.6, 102.87), (114.3, 93.98, 109.22, 93.98), (127, 73.66, 127, 76.2),
    (127, 101.6, 127, 104.14), (139.7, 83.82, 157.48, 83.82), (157.48, 71.12, 157.48, 73.66), (157.48, 81.28, 157.48, 83.82),
    (157.48, 83.82, 157.48, 86.36), (139.7, 88.9, 152.4, 88.9), (152.4, 88.9, 152.4, 96.52), (152.4, 96.52, 157.48, 96.52),
    (157.48, 93.98, 157.48, 96.52), (157.48, 96.52, 157.48, 99.06), (157.48, 106.68, 157.48, 109.22),
    (139.7, 93.98, 144.78, 93.98), (172.72, 78.74, 177.8, 78.74), (177.8, 78.74, 177.8, 81.28), (177.8, 88.9, 177.8, 91.44),
    (177.8, 99.06, 177.8, 101.6),
]
JUNCTIONS = [(78.74, 83.82), (86.36, 83.82), (78.74, 96.52), (86.36, 96.52), (157.48, 83.82), (157.48, 96.52)]
# text: places
LABELS = [
    ("TIMING", 106.68, 83.82, 0), ("CTRL", 106.68, 88.9, 0), ("DISCH", 142.24, 83.82, 0), ("TIMING", 142.24, 88.9, 0),
    ("OUT", 144.78, 93.98, 180), ("OUT", 172.72, 78.74, 0),
]


def placed_property(name, value, x, y, angle=0, hide=False, justify=""):
    look = f"(effects {FONT}{f' (justify {justify})' if justify else ''}{' (hide yes)' if hide else ''})"
    return f'(property "{name}" "{value}" (at {num(x)} {num(y)} {angle}) {look})'


def placed(ref, name, value, x, y, angle, mirror, ref_at, value_at):
    power = bool(SYMBOLS[name][4])
    about = SYMBOLS[name][3]
    # A field's own angle and side are turned with its symbol.
    turn = 90 if angle in (90, 270) else 0
    justify = "" if power or name == "Header_1x02" else "right" if turn else "left"
    key = f"symbol {ref}"
    numbers = sorted(re.findall(r'\(number "(\w+)"', " ".join(SYMBOLS[name][8])))
    return uid(key), (
        f'(symbol (lib_id "blinky:{name}") (at {num(x)} {num(y)} {angle}){f" (mirror {mirror})" if mirror else ""} (unit 1)'
        f" (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no)"
        f' (uuid "{uid(key)}")'
        + placed_property("Reference", ref, *ref_at, angle=turn, hide=power, justify=justify)
        + placed_property("Value", value, *value_at, angle=turn, justify=justify)
        + placed_property("Footprint", FOOTPRINT.get(name, ""), x, y, hide=True)
        + placed_property("Datasheet", "", x, y, hide=True)
        + placed_property("Description", about, x, y, hide=True)
        + "".join(f'(pin "{n}" (uuid "{uid(f"{key} pin {n}")}"))' for n in numbers)
        + f'(instances (project "blinky" (path "/{ROOT}" (reference "{ref}") (unit 1)))))'
    )


def schematic():
    def by_uuid(items):
        return [text for _, text in sorted(items)]

    texts, junctions, wires, labels, symbols = [], [], [], [], []
    for at, text in [((144.78, 119.38), "f = 1.44 / ((R1 + 2 R2) C1) = 1.4 Hz")]:
        key = uid(f"text {text}")
        texts.append((key, f'(text "{text}" (exclude_from_sim no) (at {num(at[0])} {num(at[1])} 0)'
                           f' (effects {FONT} (justify left bottom)) (uuid "{key}"))'))
    for x, y in JUNCTIONS:
        key = uid(f"junction {x} {y}")
        junctions.append((key, f'(junction (at {num(x)} {num(y)}) (diameter 0) (color 0 0 0 0) (uuid "{key}"))'))
    for x1, y1, x2, y2 in WIRES:
        key = uid(f"wire {x1} {y1} {x2} {y2}")
        wires.append((key, f"(wire (pts (xy {num(x1)} {num(y1)}) (xy {num(x2)} {num(y2)}))"
                           f' (stroke (width 0) (type default)) (uuid "{key}"))'))
    for text, x, y, angle in LABELS:
        key = uid(f"label {text} {x} {y}")
        side = "right" if angle == 180 else "left"
        labels.append((key, f'(label "{text}" (at {num(x)} {num(y)} {angle}) (effects {FONT} (justify {side} bottom)) (uuid "{key}"))'))
    for ref, (name, value, x, y, angle, mirror, ref_at, value_at) in PARTS.items():
        symbols.append(placed(ref, name, value, x, y, angle, mirror, ref_at, value_at))
    for ref, name, x, y, angle in POWER:
        down = (name == "GND") != (angle == 180)
        off = 3.81 if down else -3.81
        symbols.append(placed(ref, name, name, x, y, angle, "", (x, y + off * 5 / 3), (x, y + off)))
    items = " ".join(t for group in (texts, junctions, wires, labels, symbols) for t in by_uuid(group))
    write(
        "blinky.kicad_sch",
        lay_out(
            f'(kicad_sch (version 20250114) (generator "eeschema") (generator_version "9.0") (uuid "{ROOT}") (paper "A4")'
            ' (title_block (title "Blinky") (rev "1") (comment 1 "Sample project of Electronics Designer"))'
            f' (lib_symbols {embedded_symbols()}) {items} (sheet_instances (path "/" (page "1"))) (embedded_fonts no))'
        ),
    )


# --- footprints -------------------------------------------------------------------------------------------------


def at(x, y):
    return pcbnew.VECTOR2I(pcbnew.FromMM(x), pcbnew.FromMM(y))


def shape(parent, layer, width, points, closed=False):
    pairs = list(zip(points, points[1:] + (points[:1] if closed else [])))
    for start, end in pairs[: len(pairs) if closed else len(points) - 1]:
        segment = pcbnew.PCB_SHAPE(parent, pcbnew.SHAPE_T_SEGMENT)
        segment.SetStart(at(*start))
        segment.SetEnd(at(*end))
        segment.SetLayer(layer)
        segment.SetWidth(pcbnew.FromMM(width))
        parent.Add(segment)


def rect(x1, y1, x2, y2):
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def footprint(name, about, pads, fab, court, silk, tht=False):
    fp = pcbnew.FOOTPRINT(None)
    fp.SetFPID(pcbnew.LIB_ID("blinky", name))
    fp.SetLibDescription(about)
    fp.SetAttributes(pcbnew.FP_THROUGH_HOLE if tht else pcbnew.FP_SMD)
    fp.SetReference("REF**")
    fp.SetValue(name)
    for field, y, layer in ((fp.Reference(), -court[1] - 1.0, pcbnew.F_SilkS), (fp.Value(), court[1] + 1.0, pcbnew.F_Fab)):
        field.SetLayer(layer)
        field.SetPosition(at(0, y))
        field.SetTextSize(at(0.8, 0.8))
        field.SetTextThickness(pcbnew.FromMM(0.12))
    for number, x, y, w, h in pads:
        pad = pcbnew.PAD(fp)
        pad.SetNumber(number)
        pad.SetPosition(at(x, y))
        pad.SetSize(at(w, h))
        if tht:
            pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
            pad.SetShape(pcbnew.PAD_SHAPE_RECTANGLE if number == "1" else pcbnew.PAD_SHAPE_CIRCLE)
            pad.SetDrillSize(at(1, 1))
            pad.SetLayerSet(pcbnew.PAD.PTHMask())
        else:
            pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
            pad.SetShape(pcbnew.PAD_SHAPE_ROUNDRECT)
            pad.SetRoundRectRadiusRatio(0.25)
            pad.SetLayerSet(pcbnew.PAD.SMDMask())
        fp.Add(pad)
    shape(fp, pcbnew.F_Fab, 0.1, fab, closed=True)
    shape(fp, pcbnew.F_CrtYd, 0.05, rect(-court[0], -court[1], court[0], court[1]), closed=True)
    for stroke in silk:
        shape(fp, pcbnew.F_SilkS, 0.12, stroke)
    return fp


def footprints():
    two = [("1", -0.95, 0, 1, 1.45), ("2", 0.95, 0, 1, 1.45)]
    chip = rect(-1, -0.625, 1, 0.625)
    sides = [[(-0.25, -0.735), (0.25, -0.735)], [(-0.25, 0.735), (0.25, 0.735)]]
    soic = [(str(n + 1), -2.7, -1.905 + 1.27 * n, 1.55, 0.6) for n in range(4)]
    soic += [(str(8 - n), 2.7, -1.905 + 1.27 * n, 1.55, 0.6) for n in range(4)]
    made = [
        footprint("C_0805", "Chip capacitor 0805 (2.0 x 1.25 mm)", two, chip, (1.7, 0.98), sides),
        footprint("R_0805", "Chip resistor 0805 (2.0 x 1.25 mm)", two, chip, (1.7, 0.98), sides),
        footprint("LED_0805", "Chip LED 0805 (2.0 x 1.25 mm), cathode is pad 1", two, chip, (1.9, 0.98),
                  [[(1, -0.96), (-1.75, -0.96), (-1.75, 0.96), (1, 0.96)]]),
        footprint("SOIC-8", "SOIC of 8 leads, 3.9 x 4.9 mm, pitch 1.27 mm", soic,
                  [(-0.95, -2.45), (1.95, -2.45), (1.95, 2.45), (-1.95, 2.45), (-1.95, -1.45)], (3.75, 2.7),
                  [[(-3.4, -2.56), (1.95, -2.56)], [(-1.95, 2.56), (1.95, 2.56)]]),
        footprint("Header_1x02", "Pin header of 2 pins, pitch 2.54 mm", [("1", 0, -1.27, 1.7, 1.7), ("2", 0, 1.27, 1.7, 1.7)],
                  rect(-1.27, -2.54, 1.27, 2.54), (1.77, 3.04), [rect(-1.33, -2.6, 1.33, 2.6) + [(-1.33, -2.6)]], tht=True),
    ]
    folder = os.path.join(HERE, "blinky.pretty")
    os.makedirs(folder, exist_ok=True)
    io = pcbnew.PCB_IO_KICAD_SEXPR()
    for fp in made:
        io.FootprintSave(folder, fp)
    return folder


# --- board ------------------------------------------------------------------------------------------------------

# reference: (x, y, angle, reference's place)
PLACES = {
    "J1": (98.5, 62, 0, (98.5, 58.4)), "U1": (113, 62, 0, (113, 65.4)), "C3": (113, 56.5, 180, (113, 54.85)),
    "R1": (120.5, 58.5, 270, (122.4, 58.5)), "R2": (120.5, 63.5, 270, (122.4, 63.5)), "C1": (120.5, 68, 270, (122.4, 67)),
    "C2": (115.7, 68, 270, (117.6, 68)), "R3": (128, 68, 90, (129.9, 68)), "D1": (128, 62, 270, (130.1, 62)),
}
NETS = {
    "VCC": ["J1.1", "U1.8", "U1.4", "R1.1", "C3.1"], "GND": ["J1.2", "U1.1", "C1.2", "C2.2", "C3.2", "D1.1"],
    "/TIMING": ["U1.2", "U1.6", "R2.2", "C1.1"], "/DISCH": ["U1.7", "R1.2", "R2.1"], "/CTRL": ["U1.5", "C2.1"],
    "/OUT": ["U1.3", "R3.1"], "Net-(D1-A)": ["R3.2", "D1.2"],
}
# net, layer, width, points
TRACKS = [
    ("VCC", "F", 0.5, [(98.5, 60.73), (98.5, 55.5), (100.5, 53.5), (113.95, 53.5), (118.95, 53.5), (120.5, 55.05), (120.5, 57.55)]),
    ("VCC", "F", 0.5, [(113.95, 53.5), (113.95, 56.5), (115.7, 58.25), (115.7, 60.095)]),
    ("VCC", "F", 0.25, [(110.3, 63.905), (112, 63.905), (113, 62.905), (113, 59), (113.95, 58.05), (113.95, 56.5)]),
    ("/DISCH", "F", 0.25, [(115.7, 61.365), (118.585, 61.365), (120.5, 59.45), (120.5, 62.55)]),
    ("/TIMING", "F", 0.25, [(115.7, 62.635), (117.5, 62.635), (119.315, 64.45), (120.5, 64.45), (120.5, 67.05)]),
    ("/TIMING", "F", 0.25, [(110.3, 61.365), (108.5, 61.365)]),
    ("/TIMING", "B", 0.25, [(108.5, 61.365), (109.77, 62.635), (117.5, 62.635)]),
    ("/CTRL", "F", 0.25, [(115.7, 63.905), (115.7, 67.05)]),
    ("/OUT", "F", 0.3, [(110.3, 62.635), (108.5, 62.635), (107.5, 63.635), (107.5, 70.5), (108.5, 71.5), (126, 71.5), (128, 69.5), (128, 68.95)]),
    ("Net-(D1-A)", "F", 0.3, [(128, 67.05), (128, 62.95)]),
    ("GND", "F", 0.4, [(110.3, 60.095), (108.5, 60.095)]), ("GND", "F", 0.4, [(112.05, 56.5), (110.5, 56.5)]),
    ("GND", "F", 0.4, [(120.5, 68.95), (122.5, 68.95)]), ("GND", "F", 0.4, [(115.7, 68.95), (113.7, 68.95)]),
    ("GND", "F", 0.4, [(128, 61.05), (128, 59)]),
]
VIAS = [
    ("/TIMING", 108.5, 61.365), ("/TIMING", 117.5, 62.635), ("GND", 108.5, 60.095), ("GND", 110.5, 56.5),
    ("GND", 122.5, 68.95), ("GND", 113.7, 68.95), ("GND", 128, 59),
]
X1, Y1, X2, Y2, R = 95, 50, 137, 74, 2


def outline(board):
    k = R * (1 - 0.5**0.5)
    corners = [((X1 + R, Y1), (X2 - R, Y1), None), (None, None, ((X2 - R, Y1), (X2 - k, Y1 + k), (X2, Y1 + R))),
               ((X2, Y1 + R), (X2, Y2 - R), None), (None, None, ((X2, Y2 - R), (X2 - k, Y2 - k), (X2 - R, Y2))),
               ((X2 - R, Y2), (X1 + R, Y2), None), (None, None, ((X1 + R, Y2), (X1 + k, Y2 - k), (X1, Y2 - R))),
               ((X1, Y2 - R), (X1, Y1 + R), None), (None, None, ((X1, Y1 + R), (X1 + k, Y1 + k), (X1 + R, Y1)))]
    for start, end, arc in corners:
        edge = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_ARC if arc else pcbnew.SHAPE_T_SEGMENT)
        if arc:
            edge.SetArcGeometry(*(at(*p) for p in arc))
        else:
            edge.SetStart(at(*start))
            edge.SetEnd(at(*end))
        edge.SetLayer(pcbnew.Edge_Cuts)
        edge.SetWidth(pcbnew.FromMM(0.1))
        board.Add(edge)


def silk(board, text, x, y, size=1.0):
    item = pcbnew.PCB_TEXT(board)
    item.SetText(text)
    item.SetPosition(at(x, y))
    item.SetLayer(pcbnew.F_SilkS)
    item.SetTextSize(at(size, size))
    item.SetTextThickness(pcbnew.FromMM(size * 0.15))
    board.Add(item)


def place(board, folder, nets):
    io = pcbnew.PCB_IO_KICAD_SEXPR()
    pins = {}
    for net, ends in NETS.items():
        for end in ends:
            pins[end] = net
    for ref, (x, y, angle, ref_at) in PLACES.items():
        name, value = PARTS[ref][:2]
        fp = io.FootprintLoad(folder, FOOTPRINT[name].split(":")[1])
        fp.SetFPID(pcbnew.LIB_ID("blinky", FOOTPRINT[name].split(":")[1]))
        fp.SetReference(ref)
        fp.SetValue(value)
        fp.SetPath(pcbnew.KIID_PATH(f"/{uid(f'symbol {ref}')}"))
        fp.SetSheetname("/")
        fp.SetSheetfile("blinky.kicad_sch")
        fp.GetFieldByName("Description").SetText(SYMBOLS[name][3])
        fp.SetPosition(at(x, y))
        fp.SetOrientationDegrees(angle)
        fp.Reference().SetPosition(at(*ref_at))
        fp.Reference().SetTextAngleDegrees(0)
        for pad in fp.Pads():
            number = pad.GetNumber()
            pad.SetNet(nets[pins[f"{ref}.{number}"]])
            pin = next(p for p in SYMBOLS[name][8] if f'(number "{number}"' in p)
            pad.SetPinType(re.match(r"\(pin (\w+)", pin).group(1))
            function = re.search(r'\(name "([^"]*)"', pin).group(1)
            if function != "~":
                pad.SetPinFunction(function)
        board.Add(fp)


def board(folder):
    path = os.path.join(HERE, "blinky.kicad_pcb")
    for name in ("blinky.kicad_pcb", "blinky.kicad_pro", "blinky.kicad_prl"):
        if os.path.exists(os.path.join(HERE, name)):
            os.remove(os.path.join(HERE, name))
    made = pcbnew.NewBoard(path)
    title = made.GetTitleBlock()
    title.SetTitle("Blinky")
    title.SetRevision("1")
    title.SetComment(0, "Sample project of Electronics Designer")
    made.SetTitleBlock(title)
    nets = {}
    for name in NETS:
        nets[name] = pcbnew.NETINFO_ITEM(made, name)
        made.Add(nets[name])
    outline(made)
    place(made, folder, nets)
    layers = {"F": pcbnew.F_Cu, "B": pcbnew.B_Cu}
    for net, layer, width, points in TRACKS:
        for start, end in zip(points, points[1:]):
            track = pcbnew.PCB_TRACK(made)
            track.SetStart(at(*start))
            track.SetEnd(at(*end))
            track.SetWidth(pcbnew.FromMM(width))
            track.SetLayer(layers[layer])
            track.SetNet(nets[net])
            made.Add(track)
    for net, x, y in VIAS:
        via = pcbnew.PCB_VIA(made)
        via.SetPosition(at(x, y))
        via.SetWidth(pcbnew.FromMM(0.6))
        via.SetDrill(pcbnew.FromMM(0.3))
        via.SetNet(nets[net])
        made.Add(via)
    silk(made, "Blinky", 131.5, 53, 1.5)
    silk(made, "V+", 101.4, 60.73)
    silk(made, "GND", 101.9, 63.27)
    zone = pcbnew.ZONE(made)
    zone.SetZoneName("GND plane")
    zone.SetLayer(pcbnew.B_Cu)
    zone.SetNet(nets["GND"])
    for x, y in rect(X1 + 0.5, Y1 + 0.5, X2 - 0.5, Y2 - 0.5):
        zone.AppendCorner(at(x, y), -1)
    zone.SetLocalClearance(pcbnew.FromMM(0.25))
    zone.SetMinThickness(pcbnew.FromMM(0.25))
    zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
    zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
    made.Add(zone)
    pcbnew.ZONE_FILLER(made).Fill(made.Zones())
    pcbnew.SaveBoard(path, made)
    # Once more through the reader, so that what is on disk is what KiCad writes of what it reads.
    pcbnew.SaveBoard(path, pcbnew.LoadBoard(path))


def main():
    os.makedirs(HERE, exist_ok=True)
    library()
    for kind, file in (("sym", "blinky.kicad_sym"), ("fp", "blinky.pretty")):
        write(f"{kind}-lib-table", f'({kind}_lib_table\n  (version 7)\n  (lib (name "blinky")(type "KiCad")(uri "${{KIPRJMOD}}/{file}")(options "")(descr ""))\n)\n')
    schematic()
    board(footprints())


if __name__ == "__main__":
    sys.exit(main())
