# What KiCad's own Move, Rotate and Flip make of a board. Reads one JSON job on stdin:
#   {"in": path, "out": path, "ops": [{"id": uuid, "move": [dx, dy]} | {"id": uuid, "rotate": degrees, "center": [x, y]}
#                                     | {"id": uuid, "flip": "left-right" | "top-bottom", "center": [x, y]}]}
# Lengths in nm. Without ops it only loads and saves. Prints the ids it found, as JSON.
import json
import sys

import pcbnew


def items(board):
    for track in board.GetTracks():
        yield track
    for drawing in board.GetDrawings():
        yield drawing
    for zone in board.Zones():
        yield zone
    for footprint in board.GetFootprints():
        yield footprint


jobs = json.load(sys.stdin)
answers = []
for job in jobs:
    board = pcbnew.LoadBoard(job["in"])
    if board is None:
        answers.append(None)
        continue
    by_id = {item.m_Uuid.AsString(): item for item in items(board)}
    done = []
    for op in job.get("ops", []):
        item = by_id.get(op["id"])
        if item is None:
            continue
        if "move" in op:
            item.Move(pcbnew.VECTOR2I(*op["move"]))
        elif "flip" in op:
            left_right = op["flip"] == "left-right"
            way = pcbnew.FLIP_DIRECTION_LEFT_RIGHT if left_right else pcbnew.FLIP_DIRECTION_TOP_BOTTOM
            item.Flip(pcbnew.VECTOR2I(*op["center"]), way)
        else:
            item.Rotate(pcbnew.VECTOR2I(*op["center"]), pcbnew.EDA_ANGLE(op["rotate"], pcbnew.DEGREES_T))
        done.append(op["id"])
    pcbnew.SaveBoard(job["out"], board)
    answers.append(done)
print(json.dumps(answers))
