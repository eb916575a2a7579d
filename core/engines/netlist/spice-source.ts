import { toSpice } from "./spice-value.ts";

/** A waveform: its SPICE function, the parameters in order, and what stands for those that are not given. */
interface Waveform {
  readonly name: string;
  readonly params: readonly string[];
}

const WAVEFORMS: Readonly<Record<string, Waveform>> = {
  SIN: { name: "SIN", params: ["dc", "ampl", "f", "td", "theta", "phase"] },
  PULSE: { name: "PULSE", params: ["y1", "y2", "td", "tr", "tf", "tw", "per", "np"] },
  EXP: { name: "EXP", params: ["y1", "y2", "td1", "tau1", "td2", "tau2"] },
};

/** The parameters of noise in the order of TRNOISE; null for a place that this kind of noise has nothing for. */
const NOISES: Readonly<Record<string, readonly (string | null)[]>> = {
  WHITENOISE: ["rms", "dt", null, null, null, null, null],
  PINKNOISE: [null, "dt", "slope", "rms", null, null, null],
  BURSTNOISE: [null, null, null, null, "ampl", "tcapt", "temit"],
};

const RANDOMS: Readonly<Record<string, readonly [number, string, string]>> = {
  RANDUNIFORM: [1, "range", "offset"],
  RANDNORMAL: [2, "stddev", "mean"],
  RANDEXP: [3, "mean", "offset"],
};

/** What stands behind the pins of a voltage or current source; null for a type or a parameter that KiCad does not know. */
export function sourceText(type: string, params: ReadonlyMap<string, string>): string | null {
  const value = (name: string) => {
    const found = params.get(name) ?? "";
    return found === "" ? "" : toSpice(found);
  };
  const known = (names: readonly string[]) => [...params.keys()].every((name) => names.includes(name));
  const ac = value("ac") === "" ? "" : `AC ${value("ac")} ${value("ph")} `;
  if (type === "" || type === "DC") {
    if (!known(["dc", "ac", "ph"])) return null;
    return `DC ${value("dc") || (ac === "" ? "" : "0")} ${ac}`;
  }
  const wave = WAVEFORMS[type];
  if (wave !== undefined) {
    if (!known([...wave.params, "ac", "ph"])) return null;
    const given = [...wave.params, "ac", "ph"].map(value);
    const last = given.findLastIndex((each) => each !== "");
    const shown = given.slice(0, Math.min(last + 1, wave.params.length)).map((each) => `${each || "0"} `);
    const dc = type === "SIN" && value("dc") !== "" ? `DC ${value("dc")} ` : "";
    return `${dc}${wave.name}( ${shown.join("")}) ${ac}`;
  }
  const noise = NOISES[type];
  if (noise !== undefined) {
    if (!known([...noise.filter((name) => name !== null), "ac", "ph"])) return null;
    return `TRNOISE( ${noise.map((name) => (name === null ? "0" : value(name) || "0")).join(" ")} ) ${ac}`;
  }
  const random = RANDOMS[type];
  if (random !== undefined) {
    const [number, spread, middle] = random;
    if (!known(["ts", "td", spread, middle, "ac", "ph"])) return null;
    const ends = `${value(spread) || "1"} ${value(middle) || "0"}`;
    return `TRRANDOM( ${number} ${value("ts") || "0"} ${value("td") || "0"} ${ends} ) ${ac}`;
  }
  if (type !== "PWL" || !known(["pwl", "ac", "ph"])) return null;
  const points = (params.get("pwl") ?? "").split(/\s+/).filter((each) => each !== "");
  return `PWL( ${points.map(toSpice).join(" ")} ) ${ac}`;
}
