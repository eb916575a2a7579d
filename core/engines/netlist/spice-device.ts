/** A kind of part that SPICE has an element for. */
export interface SpiceDevice {
  /** What the element's name begins with. */
  readonly letter: string;
  /** Pins in the element's order, as `Sim.Pins` names them. */
  readonly pins: readonly string[];
  /** The type that a `.model` line says, with its level; null for elements without model. */
  readonly model: string | null;
}

const DIODE = ["A", "K"];
const BIPOLAR = ["C", "B", "E"];
const FIELD_EFFECT = ["D", "G", "S"];
const MOS = ["D", "G", "S", "B"];
const TWO = ["+", "-"];
const FOUR = ["+", "-", "C+", "C-"];

const MOS_LEVELS: Readonly<Record<string, string>> = {
  MOS1: "",
  MOS2: " level=2",
  MOS3: " level=3",
  BSIM1: " level=4",
  BSIM2: " level=5",
  MOS6: " level=6",
  BSIM3: " level=8",
  MOS9: " level=9",
  BSIM4: " level=14",
};

/** The device of `Sim.Device` and `Sim.Type`; null for one that SPICE netlists of KiCad 9 have no model for. */
export function deviceCalled(device: string, type: string): SpiceDevice | null {
  const simple = SIMPLE[device];
  if (simple !== undefined && (type === "" || simple.types.includes(type))) return simple;
  if (device === "NPN" || device === "PNP")
    return type === "" || type === "GUMMELPOON" ? { letter: "Q", pins: BIPOLAR, model: device } : null;
  if (device === "NJFET" || device === "PJFET") {
    const level = type === "PARKERSKELLERN" ? " level=2" : type === "" || type === "SHICHMANHODGES" ? "" : null;
    return level === null ? null : { letter: "J", pins: FIELD_EFFECT, model: `${device[0]}JF${level}` };
  }
  if (device === "NMES" || device === "PMES")
    return type === "" || type === "STATZ" ? { letter: "Z", pins: FIELD_EFFECT, model: `${device[0]}MF` } : null;
  if (device === "NMOS" || device === "PMOS") {
    const channel = device === "NMOS" ? "NCHAN" : "PCHAN";
    if (type === "" || type === "VDMOS") return { letter: "M", pins: FIELD_EFFECT, model: `VDMOS ${channel}` };
    const level = MOS_LEVELS[type];
    return level === undefined ? null : { letter: "M", pins: MOS, model: device + level };
  }
  return null;
}

const SIMPLE: Readonly<Record<string, SpiceDevice & { readonly types: readonly string[] }>> = {
  R: { letter: "R", pins: TWO, model: null, types: ["="] },
  C: { letter: "C", pins: TWO, model: null, types: ["="] },
  L: { letter: "L", pins: TWO, model: null, types: ["="] },
  D: { letter: "D", pins: DIODE, model: "D", types: [] },
  E: { letter: "E", pins: FOUR, model: null, types: [] },
  G: { letter: "G", pins: FOUR, model: null, types: [] },
  F: { letter: "F", pins: TWO, model: null, types: [] },
  H: { letter: "H", pins: TWO, model: null, types: [] },
};

/** The element of a library's model by its type; null for a type that is no element's. */
export function deviceOfModel(type: string): SpiceDevice | null {
  return BY_MODEL[type] ?? null;
}

const BY_MODEL: Readonly<Record<string, SpiceDevice>> = {
  D: { letter: "D", pins: DIODE, model: "D" },
  NPN: { letter: "Q", pins: BIPOLAR, model: "NPN" },
  PNP: { letter: "Q", pins: BIPOLAR, model: "PNP" },
  NJF: { letter: "J", pins: FIELD_EFFECT, model: "NJF" },
  PJF: { letter: "J", pins: FIELD_EFFECT, model: "PJF" },
  NMF: { letter: "Z", pins: FIELD_EFFECT, model: "NMF" },
  PMF: { letter: "Z", pins: FIELD_EFFECT, model: "PMF" },
  NMOS: { letter: "M", pins: MOS, model: "NMOS" },
  PMOS: { letter: "M", pins: MOS, model: "PMOS" },
  VDMOS: { letter: "M", pins: FIELD_EFFECT, model: "VDMOS" },
  SW: { letter: "S", pins: ["no+", "no-", "ctrl+", "ctrl-"], model: "SW" },
};

/** Parameters that stand in the element's own line, not in its model. */
export const INSTANCE_PARAMS: ReadonlySet<string> = new Set([
  ...["area", "areab", "areac", "m", "off", "ic", "temp", "dtemp", "pj"],
  ...["w", "l", "ad", "as", "pd", "ps", "nrd", "nrs"],
]);
