import type { SpiceDevice } from "./spice-device.ts";
import { deviceCalled, deviceOfModel, INSTANCE_PARAMS } from "./spice-device.ts";
import type { SpiceModel } from "./spice-library.ts";
import { sourceText } from "./spice-source.ts";
import { inferValue, readPairs, toSpice } from "./spice-value.ts";

/** A part as SPICE sees it. */
export interface SpicePart {
  readonly reference: string;
  /** Fields as shown, `Value` included. */
  readonly fields: ReadonlyMap<string, string>;
  /** Pin numbers, sorted with numbers by value. */
  readonly pins: readonly string[];
  /** Those of the unit that stands for the part: of two, it may be a resistor, a coil, a source. */
  readonly unitPins: readonly string[];
}

/** A part's lines: its element, and the model that it brings along. */
export interface SpiceLines {
  readonly element: string;
  readonly model: string | null;
  /** Why the element is not what SPICE needs; null when it is. */
  readonly problem: string | null;
}

/** A model found in a library, or null with the reason. */
export type ModelLookup = (library: string, name: string) => SpiceModel | null;

/** The lines of a part, as KiCad 9 writes them. `nodeOf` gives a pin's net. */
export function spiceLines(part: SpicePart, nodeOf: (pin: string) => string, lookUp: ModelLookup): SpiceLines {
  const field = (name: string) => part.fields.get(name) ?? "";
  const sim = inferred(part) ?? {
    device: field("Sim.Device"),
    type: field("Sim.Type"),
    params: field("Sim.Params"),
    pins: field("Sim.Pins"),
  };
  const map = readPairs(sim.pins) ?? [];
  const given = readPairs(sim.params);
  const params = new Map((given ?? []).map(([name, value]) => [name.toLowerCase(), value]));
  /** The nets of model pins: by the part's map, or else in the order of numbers. */
  const nodes = (names: readonly string[]) => {
    let open = 0;
    return names.map((name, i) => {
      const pin = map.length === 0 ? part.pins[i] : pinFor(name, i, map);
      if (pin !== undefined && part.pins.includes(pin)) return ` ${nodeOf(pin)}`;
      return ` NC-${part.reference}-${open++}`;
    });
  };
  const line = (letter: string, pins: readonly string[], tail: string) =>
    `${elementName(letter, part.reference)}${nodes(pins).join("")}${tail}`;
  const done = (element: string, model: string | null = null): SpiceLines => ({ element, model, problem: null });
  /** What KiCad writes of a part that it finds no model for. */
  const raw = (model: string, problem: string): SpiceLines => {
    const numbers = map.map(([number]) => number).filter((number) => part.pins.includes(number));
    const pins = (map.length > 0 ? numbers : part.pins).map((number) => ` ${nodeOf(number)}`).join("");
    return { element: `${part.reference}${pins} ${model}`, model: null, problem };
  };

  const library = field("Sim.Library");
  if (library !== "") {
    const name = field("Sim.Name");
    if (isIbis(part)) return { element: "", model: null, problem: `its IBIS model ${name} is not written` };
    const found = lookUp(library, name);
    if (found === null) {
      const pins = [...map].sort(([, a], [, b]) => Number(a) - Number(b)).map(([number]) => ` ${nodeOf(number)}`);
      const element = `${part.reference}${pins.join("")} ${part.reference}.${name}`;
      return { element, model: null, problem: `the library ${library} has no model ${name}` };
    }
    if (found.kind === "circuit") {
      const own = found.params.filter((each) => params.has(each.toLowerCase()));
      const tail = own.map((each) => ` ${each}=${toSpice(params.get(each.toLowerCase())!)}`).join("");
      return done(line("X", found.pins, ` ${name}${tail}`));
    }
    const device = deviceOfModel(found.type);
    if (device === null)
      return { ...done(`${part.reference} ${name}`), problem: `${found.type} is no element's model` };
    return modelled(device, name, found, params);
  }

  if (sim.device === "SPICE") {
    const pins = [...map].sort(([, a], [, b]) => Number(a) - Number(b)).map(([number]) => ` ${nodeOf(number)}`);
    return done(
      `${elementName(params.get("type") ?? "", part.reference)}${pins.join("")} ${params.get("model") ?? ""}`,
    );
  }
  if (sim.device === "SUBCKT") {
    const element = `${elementName("X", part.reference)} ${field("Sim.Name")}`;
    return { element, model: null, problem: "its circuit is in no library" };
  }
  if (sim.device === "" && sim.type === "" && sim.pins === "" && sim.params === "")
    return { element: `${part.reference} __${part.reference}`, model: null, problem: "it has no simulation model" };
  if (sim.device === "V" || sim.device === "I") return source(sim.device);
  const device = deviceCalled(sim.device, sim.type);
  if (device === null || given === null)
    return raw(sim.params || field("Value"), `KiCad has no model ${sim.device} ${sim.type}`.trim());
  const strange = map.find(
    ([, pin]) => !device.pins.includes(pin) && !(Number(pin) >= 1 && Number(pin) <= device.pins.length),
  );
  if (strange !== undefined) return raw(sim.params || field("Value"), `a ${sim.device} has no pin ${strange[1]}`);
  if (device.model !== null) return modelled(device, null, null, params);
  if (device.letter === "R" || device.letter === "C" || device.letter === "L") {
    const name = device.letter.toLowerCase();
    const odd = [...params.keys()].find((each) => each !== name);
    if (odd !== undefined) return raw(sim.params, `a ${device.letter} has no parameter ${odd}`);
    const value = params.get(name) ?? "";
    if (value === "") return { element: "", model: null, problem: "its parameters give no value" };
    return done(line(device.letter, device.pins, ` ${toSpice(value)}`));
  }
  const gain = toSpice(params.get("gain") ?? "");
  const control = device.letter === "F" || device.letter === "H" ? `${params.get("control") ?? ""} ` : "";
  return done(line(device.letter, device.pins, ` ${control}${gain} `));

  function source(letter: string): SpiceLines {
    if (sim.type === "=") {
      const tail = ` ${letter}=${params.get(letter.toLowerCase()) ?? ""}`;
      return done(line("B", ["+", "-"], tail));
    }
    const text = given === null ? null : sourceText(sim.type, params);
    if (text === null) return raw(sim.params || field("Value"), `KiCad has no source ${sim.type} of these parameters`);
    return done(line(letter, ["+", "-"], ` ${text}`));
  }

  /** An element with a model: of a library, changed by the part's parameters, or of parameters alone. */
  function modelled(
    device: SpiceDevice,
    base: string | null,
    found: (SpiceModel & { kind: "device" }) | null,
    own: ReadonlyMap<string, string>,
  ): SpiceLines {
    const instance = [...own].filter(([name]) => INSTANCE_PARAMS.has(name));
    const changed = [...own].filter(([name]) => !INSTANCE_PARAMS.has(name));
    const name = base === null ? `__${part.reference}` : own.size === 0 ? base : `${part.reference}.${base}`;
    const tail = instance.map(([key, value]) => ` ${key}=${toSpice(value)}`).join("");
    const element = line(device.letter, device.pins, ` ${name}${tail}`);
    if (base !== null && own.size === 0) return done(element);
    const all = new Map(found?.params ?? []);
    for (const [key, value] of changed) all.set(key, value);
    const head = `.model ${name} `;
    const rows = [...all].map(([key, value]) => `\n+${" ".repeat(head.length - 1)}${key}=${toSpice(value)}`);
    return done(element, `${head}${device.model ?? ""}${rows.join("")}`);
  }
}

/** Whether a part's model is a measured driver of an IBIS file, which KiCad turns into a circuit of its own. */
export function isIbis(part: SpicePart): boolean {
  return part.fields.get("Sim.Device") === "IBIS" || (part.fields.get("Sim.Ibis.Pin") ?? "") !== "";
}

/** The part's pin that `Sim.Pins` gives a model's pin, by its name or else by its place. */
function pinFor(name: string, place: number, map: readonly (readonly [string, string])[]): string | undefined {
  const byName = map.find(([, pin]) => pin.toLowerCase() === name.toLowerCase());
  return (byName ?? map.find(([, pin]) => pin === String(place + 1)))?.[0];
}

/** An element's name begins with its letter: `MQ2`, but `R1`. */
function elementName(letter: string, reference: string): string {
  return reference.startsWith(letter) ? reference : letter + reference;
}

interface Inferred {
  readonly device: string;
  readonly type: string;
  readonly params: string;
  readonly pins: string;
}

/** What a part with two pins is by its reference and value alone: a resistor, a capacitor, a coil, a source. */
function inferred(part: SpicePart): Inferred | null {
  const field = (name: string) => part.fields.get(name) ?? "";
  const [device, type, params] = [field("Sim.Device"), field("Sim.Type"), field("Sim.Params")];
  if (part.unitPins.length !== 2) return null;
  const letter = part.reference.charAt(0);
  const value = field("Value");
  const named = field("Sim.Library") !== "" || field("Sim.Name") !== "" || device !== "" || type !== "";
  const pins = field("Sim.Pins") || `${part.unitPins[0]}=+ ${part.unitPins[1]}=-`;
  if ((RLC.has(device) && type === "") || (!named && value !== "" && RLC.has(letter))) {
    const kind = device || letter;
    if (params !== "") return { device: kind, type, params, pins };
    const ideal = inferValue(value, "passive");
    const text = quoted(ideal ?? value);
    return { device: kind, type: ideal === null ? "=" : "", params: `${kind.toLowerCase()}=${text}`, pins };
  }
  const source = (device === "V" || device === "I") && (type === "" || type === "DC");
  if (source || (!named && value !== "" && (letter === "V" || letter === "I"))) {
    const spelled = /^(DC|AC) (.*)$/.exec(value);
    const text = spelled?.[2] ?? value;
    const first =
      text === "" ? "" : `${(spelled?.[1] ?? "dc").toLowerCase()}=${quoted(inferValue(text, "source") ?? text)}`;
    // A value that the parameters say too: theirs counts.
    return { device: device || letter, type: type || "DC", params: `${first} ${params}`.trim(), pins };
  }
  return null;
}

const RLC: ReadonlySet<string> = new Set(["R", "C", "L"]);

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
