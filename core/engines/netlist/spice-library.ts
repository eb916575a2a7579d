/** A model of a SPICE library: a device with parameters, or a circuit with pins. */
export type SpiceModel =
  | {
      readonly kind: "device";
      readonly name: string;
      /** `D`, `NPN`, `NMOS`, `VDMOS`, `SW`, …, in capitals. */
      readonly type: string;
      /** As written; flags such as NCHAN have no value. */
      readonly params: readonly (readonly [string, string])[];
    }
  | {
      readonly kind: "circuit";
      readonly name: string;
      readonly pins: readonly string[];
      readonly params: readonly string[];
    };

/** The models of a library's text that are not inside a circuit, by name in small letters. */
export function readSpiceLibrary(text: string): Map<string, SpiceModel> {
  const models = new Map<string, SpiceModel>();
  let depth = 0;
  for (const line of logicalLines(text)) {
    const words = line.split(/\s+/);
    const head = words[0]!.toLowerCase();
    if (head === ".ends") depth = Math.max(0, depth - 1);
    if (head === ".model" && depth === 0) {
      const model = deviceOf(line);
      if (model !== null && !models.has(model.name.toLowerCase())) models.set(model.name.toLowerCase(), model);
    }
    if (head !== ".subckt") continue;
    if (depth === 0 && words[1] !== undefined) {
      const rest = words.slice(2);
      const cut = rest.findIndex((word) => /^params:/i.test(word) || word.includes("=") || /^optional:/i.test(word));
      const pins = cut < 0 ? rest : rest.slice(0, cut);
      const params = cut < 0 ? "" : rest.slice(cut).join(" ");
      const names = [...params.matchAll(/([A-Za-z_]\w*)\s*=/g)].map((match) => match[1]!);
      if (!models.has(words[1].toLowerCase()))
        models.set(words[1].toLowerCase(), { kind: "circuit", name: words[1], pins, params: names });
    }
    depth++;
  }
  return models;
}

function deviceOf(line: string): SpiceModel | null {
  const match = /^\.model\s+(\S+)\s+([A-Za-z]+)\s*\(?(.*?)\)?\s*$/is.exec(line);
  if (match === null) return null;
  const params: [string, string][] = [];
  for (const [, name, value] of match[3]!.matchAll(/([A-Za-z_][\w.]*)\s*(?:=\s*(\{[^}]*\}|'[^']*'|[^\s(),]+))?/g))
    params.push([name!.toLowerCase(), value ?? ""]);
  return { kind: "device", name: match[1]!, type: match[2]!.toUpperCase(), params };
}

/** Lines without comments, those that go on with + joined. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.replace(/\s*(?:;|\$ ).*$/, "").trim();
    if (line === "" || line.startsWith("*")) continue;
    if (line.startsWith("+") && lines.length > 0) lines[lines.length - 1] += ` ${line.slice(1).trim()}`;
    else lines.push(line);
  }
  return lines;
}
