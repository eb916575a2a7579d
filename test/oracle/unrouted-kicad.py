# How many connections KiCad finds missing. Reads a JSON list of boards on stdin: {"in": path, "thin": n, "out": path};
# with `thin` every n-th track is taken away first and the board is saved to `out`. Prints the counts, null where KiCad
# cannot read the board.
import json
import sys

import pcbnew

counts = []
for job in json.load(sys.stdin):
    board = pcbnew.LoadBoard(job["in"])
    if board is None:
        counts.append(None)
        continue
    if job.get("thin"):
        for track in [t for i, t in enumerate(sorted(board.GetTracks(), key=lambda t: t.m_Uuid.AsString())) if i % job["thin"] == 0]:
            board.Delete(track)
        pcbnew.SaveBoard(job["out"], board)
        board = pcbnew.LoadBoard(job["out"])
    board.BuildConnectivity()
    counts.append(board.GetConnectivity().GetUnconnectedCount(True))
print(json.dumps(counts))
