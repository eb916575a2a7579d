# Refills every zone of a board with KiCad and writes the fills: fill-kicad.py BOARD OUT.
# JSON: {"seconds": wall time, "zones": [{"uuid", "net", "area": outline area, "layers": {name: [{"island", "points": [x, y, …]}]}}]}
import json
import os
import sys
import time

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
found = [zone for zone in board.Zones() if not zone.GetIsRuleArea()]
filler = pcbnew.ZONE_FILLER(board)
began = time.monotonic()
filler.Fill(board.Zones())
seconds = time.monotonic() - began
zones = []
for zone in found:
    layers = {}
    for layer in zone.GetLayerSet().Seq():
        polys = zone.GetFilledPolysList(layer)
        pieces = []
        for i in range(polys.OutlineCount()):
            chain = polys.COutline(i)
            points = []
            for k in range(chain.PointCount()):
                point = chain.CPoint(k)
                points += [point.x, point.y]
            pieces.append({"island": zone.IsIsland(layer, i), "points": points})
        layers[board.GetStandardLayerName(layer)] = pieces
    zones.append({"uuid": zone.m_Uuid.AsString(), "net": zone.GetNetname(), "area": abs(zone.Outline().Area()), "layers": layers})
with open(sys.argv[2], "w") as out:
    json.dump({"seconds": seconds, "zones": zones}, out)
os._exit(0)
