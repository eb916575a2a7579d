"""What pcbnew finds on a board, as JSON: one list of facts for each kind, places in nanometres."""
import json
import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])

def box(b):
    return [b.GetLeft(), b.GetTop(), b.GetRight(), b.GetBottom()]


facts = {"track": [], "arcTrack": [], "via": [], "pad": [], "footprint": [], "zone": [], "net": [], "layer": []}
for item in board.GetTracks():
    net = item.GetNetname()
    if isinstance(item, pcbnew.PCB_VIA):
        at = item.GetPosition()
        facts["via"].append([at.x, at.y, item.GetWidth(pcbnew.F_Cu), item.GetDrillValue(), net])
        continue
    start, end = item.GetStart(), item.GetEnd()
    fact = [start.x, start.y, end.x, end.y, item.GetWidth(), pcbnew.LSET.Name(item.GetLayer()), net]
    if isinstance(item, pcbnew.PCB_ARC):
        mid = item.GetMid()
        facts["arcTrack"].append([*fact, mid.x, mid.y])
    else:
        facts["track"].append([*fact, *box(item.GetBoundingBox())])
for footprint in board.GetFootprints():
    at = footprint.GetPosition()
    facts["footprint"].append(
        [footprint.GetReference(), at.x, at.y, round(footprint.GetOrientation().AsDegrees() * 1000) % 360000, footprint.IsFlipped()]
    )
    for pad in footprint.Pads():
        at = pad.GetPosition()
        size = pad.GetSize(pcbnew.F_Cu)
        hole = pad.GetDrillSize()
        facts["pad"].append(
            [footprint.GetReference(), pad.GetNumber(), at.x, at.y, size.x, size.y, hole.x, hole.y, pad.GetNetname()]
        )
zones = list(board.Zones())
for footprint in board.GetFootprints():
    zones += list(footprint.Zones())
for zone in zones:
    outline = zone.Outline()
    rings = [outline.Outline(i) for i in range(outline.OutlineCount())]
    if zone.GetParentFootprint():
        shape = [-1]
    elif any(r.ArcCount() > 0 for r in rings):
        shape = [-2]
    else:
        shape = [rings[0].PointCount() if rings else 0, *box(outline.BBox())]
    facts["zone"].append([zone.GetNetname(), zone.GetAssignedPriority(), *shape])
facts["net"] = sorted(str(n) for n in board.GetNetsByName().keys() if str(n) != "")
facts["layer"] = [pcbnew.LSET.Name(l) for l in board.GetEnabledLayers().Seq()]
facts["layer"].sort()
with open(sys.argv[2], "w") as out:
    json.dump(facts, out)
