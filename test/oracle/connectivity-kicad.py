# How many connections KiCad finds missing while tracks and vias are deleted. Reads a JSON list of jobs on stdin:
#   {"in": path, "delete": [uuid, …], "every": n}
# Prints for each the counts before, and after every n deletions; null where KiCad cannot read the board.
import json
import sys

import pcbnew

answers = []
for job in json.load(sys.stdin):
    board = pcbnew.LoadBoard(job["in"])
    if board is None:
        answers.append(None)
        continue
    board.BuildConnectivity()
    counts = [board.GetConnectivity().GetUnconnectedCount(True)]
    by_id = {track.m_Uuid.AsString(): track for track in board.GetTracks()}
    for i, uuid in enumerate(job["delete"]):
        track = by_id.pop(uuid, None)
        if track is not None:
            board.Delete(track)
        if (i + 1) % job["every"] == 0 or i + 1 == len(job["delete"]):
            board.BuildConnectivity()
            counts.append(board.GetConnectivity().GetUnconnectedCount(True))
    answers.append(counts)
print(json.dumps(answers))
