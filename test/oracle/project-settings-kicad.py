# What KiCad makes of project files. Reads a JSON list of jobs on stdin: {"board": path, "nets": [names]}; prints the last
# line as a JSON list of {"nets": {name: what its class says}, "rules": constraints, "severities": by type}.
import json
import sys

import pcbnew

LENGTHS = ["Clearance", "TrackWidth", "ViaDiameter", "ViaDrill", "uViaDiameter", "uViaDrill", "DiffPairWidth", "DiffPairGap", "WireWidth", "BusWidth"]
RULES = ["MinClearance", "MinConn", "TrackMinWidth", "ViasMinAnnularWidth", "ViasMinSize", "MinThroughDrill", "MicroViasMinSize", "MicroViasMinDrill", "HoleToHoleMin", "HoleClearance", "CopperEdgeClearance", "SilkClearance", "MinGrooveWidth", "MinSilkTextHeight", "MinSilkTextThickness", "MinResolvedSpokes", "SolderMaskToCopperClearance", "MaxError", "UseHeightForLengthCalcs", "ZoneKeepExternalFillets"]

answers = []
for job in json.load(sys.stdin):
    board = pcbnew.LoadBoard(job["board"])
    if board is None:
        answers.append(None)
        continue
    design = board.GetDesignSettings()
    nets = {}
    for name in job["nets"]:
        netclass = design.m_NetSettings.GetEffectiveNetClass(name)
        row = {length: getattr(netclass, "Get" + length)() for length in LENGTHS}
        nets[name] = {"name": netclass.GetName(), "readable": netclass.GetHumanReadableName(), **row}
    rules = {rule: getattr(design, "m_" + rule) for rule in RULES}
    answers.append({"nets": nets, "rules": rules})
print(json.dumps(answers))
