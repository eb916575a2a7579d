# The nets that KiCad gives tracks that were moved. Reads one JSON job on stdin:
#   {"in": path, "ops": [{"id": uuid, "start": [x, y], "end": [x, y]} | {"id": uuid, "at": [x, y]}]}
# Lengths in nm. Prints {uuid: net name} of all tracks, arcs and vias; null when the board cannot be read.
import json
import sys

import pcbnew

job = json.load(sys.stdin)
board = pcbnew.LoadBoard(job["in"])
if board is None:
    print("null")
    sys.exit()
tracks = {track.m_Uuid.AsString(): track for track in board.GetTracks()}
for op in job["ops"]:
    track = tracks[op["id"]]
    if "end" in op:
        track.SetStart(pcbnew.VECTOR2I(*op["start"]))
        track.SetEnd(pcbnew.VECTOR2I(*op["end"]))
    else:
        track.SetPosition(pcbnew.VECTOR2I(*op["at"]))
board.BuildConnectivity()
print(json.dumps({uuid: track.GetNetname() for uuid, track in tracks.items()}))
