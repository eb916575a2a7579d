# The copper clearance that KiCad sees between items. Reads {"board": path, "pairs": [[uuid, uuid], …]} on stdin; prints for
# each pair the least gap in nm over the layers that both have (0 when they meet), or null when they share no layer.
import json
import sys

import pcbnew

job = json.load(sys.stdin)
board = pcbnew.LoadBoard(job["board"])
items = {item.m_Uuid.AsString(): item for item in board.GetTracks()}
for footprint in board.GetFootprints():
    for pad in footprint.Pads():
        items[pad.m_Uuid.AsString()] = pad
copper = [layer for layer in board.GetEnabledLayers().CuStack()]


def gap(a, b):
    """Collide tells whether two shapes are nearer than a distance: the distance where that changes is the gap."""
    if a.Collide(b, 0):
        return 0
    low, high = 0, 1
    while not a.Collide(b, high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if a.Collide(b, middle):
            high = middle
        else:
            low = middle
    return high


answers = []
for first, second in job["pairs"]:
    a, b = items[first], items[second]
    gaps = [gap(a.GetEffectiveShape(layer), b.GetEffectiveShape(layer)) for layer in copper if a.IsOnLayer(layer) and b.IsOnLayer(layer)]
    answers.append(min(gaps) if gaps else None)
print(json.dumps(answers))
