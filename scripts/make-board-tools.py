#!/usr/bin/python3
"""Makes examples/board-tools with KiCad 9: a small board with something for every board command to work on. Run it
with the Python that has pcbnew; needs examples/blinky (its footprints)."""
import os
import re
import uuid

import pcbnew

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
OUT = os.path.join(ROOT, "board-tools", "board-tools.kicad_pcb")
SPACE = uuid.UUID("7d4c8a52-0d0b-4c7e-8a55-0a3a6d9a4e10")


def mm(x, y):
    return pcbnew.VECTOR2I(pcbnew.FromMM(x), pcbnew.FromMM(y))


os.makedirs(os.path.dirname(OUT), exist_ok=True)
board = pcbnew.NewBoard(OUT)
nets = {}
for name in ["GND", "VCC", "/IN", "/OUT", "/USB_P", "/USB_N", "/SPARE"]:
    nets[name] = pcbnew.NETINFO_ITEM(board, name)
    board.Add(nets[name])


def part(name, ref, x, y, angle, pads):
    footprint = pcbnew.FootprintLoad(os.path.join(ROOT, "blinky", "blinky.pretty"), name)
    footprint.SetFPIDAsString(f"blinky:{name}")
    footprint.SetReference(ref)
    footprint.SetPosition(mm(x, y))
    footprint.SetOrientationDegrees(angle)
    for pad in footprint.Pads():
        net = pads.get(pad.GetNumber())
        if net:
            pad.SetNet(nets[net])
    board.Add(footprint)
    return footprint


def shape(kind, layer, start, end, width=0.1):
    made = pcbnew.PCB_SHAPE(board, kind)
    made.SetStart(mm(*start))
    made.SetEnd(mm(*end))
    made.SetLayer(layer)
    made.SetWidth(pcbnew.FromMM(width))
    board.Add(made)
    return made


def track(net, start, end, layer=pcbnew.F_Cu, width=0.25):
    made = pcbnew.PCB_TRACK(board)
    made.SetStart(mm(*start))
    made.SetEnd(mm(*end))
    made.SetWidth(pcbnew.FromMM(width))
    made.SetLayer(layer)
    made.SetNet(nets[net])
    board.Add(made)
    return made


def via(net, x, y):
    made = pcbnew.PCB_VIA(board)
    made.SetPosition(mm(x, y))
    made.SetWidth(pcbnew.FromMM(0.6))
    made.SetDrill(pcbnew.FromMM(0.3))
    made.SetNet(nets[net])
    board.Add(made)


def zone(net, layer, x1, y1, x2, y2):
    made = pcbnew.ZONE(board)
    made.SetLayer(layer)
    made.SetNet(nets[net])
    made.SetZoneName(f"{net} plane")
    outline = made.Outline()
    outline.NewOutline()
    for x, y in [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]:
        outline.Append(pcbnew.FromMM(x), pcbnew.FromMM(y))
    board.Add(made)


shape(pcbnew.SHAPE_T_RECT, pcbnew.Edge_Cuts, (100, 80), (140, 110))
part("Header_1x02", "J1", 104, 90, 0, {"1": "VCC", "2": "GND"})
part("SOIC-8", "U1", 120, 92, 0,
     {"1": "GND", "2": "/IN", "3": "/OUT", "4": "VCC", "5": "/USB_N", "6": "/USB_P", "7": "/SPARE", "8": "VCC"})
r1 = part("R_0805", "R1", 112, 84, 0, {"1": "VCC", "2": "/IN"})
r2 = part("R_0805", "R2", 112, 87, 0, {"1": "/IN", "2": "GND"})
part("C_0805", "C1", 128.3, 84.4, 90, {"1": "VCC", "2": "GND"})
part("R_0805", "R5", 133, 86, 180, {"1": "/OUT", "2": "GND"})
part("R_0805", "R3", 131, 102, 0, {"1": "/USB_P"})
locked = part("R_0805", "R4", 131, 105, 0, {"1": "/USB_N"})
locked.SetLocked(True)

divider = pcbnew.PCB_GROUP(board)
divider.SetName("Divider")
board.Add(divider)
divider.AddItem(r1)
divider.AddItem(r2)

# A corner for fillets, and things for a cleanup: the same piece twice, one line in two pieces, an end in the air, two
# vias at one place.
track("/SPARE", (104, 98), (110, 98))
track("/SPARE", (110, 98), (110, 104))
track("/OUT", (104, 106), (108, 106))
track("/OUT", (104, 106), (108, 106))
track("/OUT", (108, 106), (112, 106))
via("/OUT", 104, 106)
via("/OUT", 104, 106)
track("/USB_P", (122.7, 92.635), (128, 92.635))
track("/USB_N", (122.7, 93.905), (128, 93.905))
zone("GND", pcbnew.F_Cu, 113, 98, 127, 109)
zone("GND", pcbnew.B_Cu, 101, 81, 139, 109)

shape(pcbnew.SHAPE_T_SEGMENT, pcbnew.F_SilkS, (132, 90), (138, 90), 0.15)
shape(pcbnew.SHAPE_T_SEGMENT, pcbnew.F_SilkS, (138, 90), (138, 96), 0.15)
shape(pcbnew.SHAPE_T_SEGMENT, pcbnew.F_SilkS, (132, 90), (138, 90), 0.15)
text = pcbnew.PCB_TEXT(board)
text.SetText("Board tools")
text.SetPosition(mm(135, 98))
text.SetLayer(pcbnew.F_SilkS)
board.Add(text)

pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(OUT, board)
for name in os.listdir(os.path.dirname(OUT)):
    if name.endswith(".kicad_prl"):
        os.remove(os.path.join(os.path.dirname(OUT), name))

# The same uuids whenever this runs, so that a new run changes what changed.
content = open(OUT, encoding="utf-8").read()
found = {}
for old in re.findall(r'\(uuid "([^"]+)"\)', content):
    found.setdefault(old, str(uuid.uuid5(SPACE, str(len(found)))))
for old, new in found.items():
    content = content.replace(old, new)
open(OUT, "w", encoding="utf-8", newline="\n").write(content)
