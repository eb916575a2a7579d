import type { Pad } from "../../model/board/pad.ts";
import type { AperFunction } from "./gerber.ts";

/** What a pad is for, as the aperture that flashes it says (Gerber X2, .AperFunction). */
export function padFunction(pad: Pad, layer: string): AperFunction {
  const outer = layer === "F.Cu" || layer === "B.Cu";
  if (pad.type === "np_thru_hole") return "WasherPad";
  switch (pad.property) {
    case "pad_prop_bga":
      if (outer) return "BGAPad,CuDef";
      break;
    case "pad_prop_fiducial_glob":
      return "FiducialPad,Global";
    case "pad_prop_fiducial_loc":
      return "FiducialPad,Local";
    case "pad_prop_testpoint":
      if (outer) return "TestPad";
      break;
    case "pad_prop_heatsink":
      return "HeatsinkPad";
    case "pad_prop_castellated":
      return "CastellatedPad";
    default:
  }
  if (pad.type === "thru_hole") return "ComponentPad";
  // Surface pads on inner layers are net ties: copper like tracks.
  if (!outer) return "Conductor";
  return pad.type === "connect" ? "ConnectorPad" : "SMDPad,CuDef";
}
