/**
 * Reads Gerber files (RS-274X, X2 attributes) as the format's specification has it, for judging ours and KiCad's. Knows
 * nothing of how we write them. Lengths in nanometres, y up as in the file.
 */
export interface GerberFile {
  readonly attributes: ReadonlyMap<string, string>;
  readonly objects: readonly GerberObject[];
}

export interface GerberObject {
  readonly kind: "flash" | "stroke" | "arc" | "region";
  readonly dark: boolean;
  /** x, y, x, y …; of an arc its start and end; arcs in regions are chords. */
  readonly points: readonly number[];
  /** Centre and whether counter-clockwise; arcs only. */
  readonly arc: { readonly cx: number; readonly cy: number; readonly ccw: boolean } | null;
  readonly aperture: ReadAperture | null;
  /** .AperFunction of the aperture or the region; "" for none. */
  readonly use: string;
  /** Object attributes by name: `.N`, `.P`, `.C`. */
  readonly tags: ReadonlyMap<string, string>;
}

export interface ReadAperture {
  readonly template: string;
  readonly parameters: readonly number[];
  /** Primitives of a macro with its variables put in: code and modifiers. */
  readonly primitives: readonly { readonly code: number; readonly values: readonly number[] }[];
  readonly use: string;
}

export function readGerber(text: string): GerberFile {
  return new Reader().read(text);
}

class Reader {
  private readonly file = new Map<string, string>();
  private readonly objects: GerberObject[] = [];
  private readonly apertures = new Map<number, ReadAperture>();
  private readonly macros = new Map<string, readonly string[]>();
  private aperUse = "";
  private tags = new Map<string, string>();
  private scale = 1;
  private dark = true;
  private mode = 1;
  private x = 0;
  private y = 0;
  private aperture: ReadAperture | null = null;
  private region: number[][] | null = null;
  private ended = false;

  read(text: string): GerberFile {
    const words = /%([^%]*)%|([^*%\s][^*%]*)\*/g;
    for (const [, extended, plain] of text.matchAll(words)) {
      if (this.ended) throw new Error("text after M02");
      if (extended !== undefined) this.extended(extended.trim());
      else this.word(plain!.trim());
    }
    if (!this.ended) throw new Error("no M02");
    return { attributes: this.file, objects: this.objects };
  }

  private extended(body: string): void {
    const parts = body
      .split("*")
      .map((part) => part.replace(/\s+/g, (blank) => (blank.includes("\n") ? "" : blank)))
      .filter((part) => part !== "");
    const first = parts[0]!;
    if (first.startsWith("AM")) {
      this.macros.set(first.slice(2), parts.slice(1));
      return;
    }
    for (const part of parts) this.parameter(part);
  }

  private parameter(part: string): void {
    const code = part.slice(0, 2);
    const rest = part.slice(2);
    switch (code) {
      case "FS": {
        const digits = /^LAX(\d)(\d)Y\1\2$/.exec(rest);
        if (digits === null) throw new Error(`format ${part}`);
        this.scale = 10 ** (6 - Number(digits[2]));
        return;
      }
      case "MO":
        if (rest !== "MM") throw new Error(`unit ${rest}`);
        return;
      case "AD":
        this.define(rest);
        return;
      case "LP":
        this.dark = rest === "D";
        return;
      case "TF": {
        const [name, value] = split(rest);
        this.file.set(name, value);
        return;
      }
      case "TA": {
        const [name, value] = split(rest);
        if (name === ".AperFunction") this.aperUse = value;
        return;
      }
      case "TO": {
        const [name, value] = split(rest);
        this.tags = new Map(this.tags).set(name, value);
        return;
      }
      case "TD":
        if (rest === "" || rest === ".AperFunction") this.aperUse = "";
        if (rest === "") this.tags = new Map();
        else if (this.tags.has(rest)) {
          this.tags = new Map(this.tags);
          this.tags.delete(rest);
        }
        return;
      case "LN":
      case "IN":
        return;
      default:
        throw new Error(`unknown ${part}`);
    }
  }

  private define(rest: string): void {
    const [, code, template, list] = /^D(\d+)([A-Za-z_.$][\w.$]*)(?:,(.*))?$/.exec(rest) ?? [];
    if (code === undefined) throw new Error(`aperture ${rest}`);
    if (this.apertures.has(Number(code))) throw new Error(`aperture ${code} is defined twice`);
    const parameters = (list ?? "")
      .split("X")
      .filter((each) => each !== "")
      .map(Number);
    const macro = this.macros.get(template!);
    if (macro === undefined && !/^[CROP]$/.test(template!)) throw new Error(`no macro ${template}`);
    const primitives = macro === undefined ? [] : evaluate(macro, parameters);
    this.apertures.set(Number(code), { template: template!, parameters, primitives, use: this.aperUse });
  }

  private word(word: string): void {
    if (word.startsWith("G04")) return;
    const m = /^(?:G(\d+))?(?:X([+-]?\d+))?(?:Y([+-]?\d+))?(?:I([+-]?\d+))?(?:J([+-]?\d+))?(?:D(\d+))?$/.exec(word);
    if (m === null) {
      if (/^M0?2$/.test(word)) this.ended = true;
      else throw new Error(`unknown word ${word}`);
      return;
    }
    const [, g, xs, ys, is, js, ds] = m;
    if (g !== undefined) this.general(Number(g));
    if (ds === undefined) {
      if (xs !== undefined || ys !== undefined) throw new Error(`no operation in ${word}`);
      return;
    }
    const code = Number(ds);
    if (code >= 10) {
      this.aperture = this.apertures.get(code) ?? fail(`aperture ${code} is not defined`);
      return;
    }
    const x = xs === undefined ? this.x : Number(xs) * this.scale;
    const y = ys === undefined ? this.y : Number(ys) * this.scale;
    const offset = { x: Number(is ?? 0) * this.scale, y: Number(js ?? 0) * this.scale };
    this.operate(code, x, y, offset);
    this.x = x;
    this.y = y;
  }

  private general(g: number): void {
    if (g <= 3) this.mode = g;
    else if (g === 36) this.region = [];
    else if (g === 37) {
      for (const points of this.region ?? fail("G37 without G36")) {
        const n = points.length;
        if (points[0] !== points[n - 2] || points[1] !== points[n - 1]) throw new Error("open contour in a region");
        this.put("region", points.slice(0, -2), null);
      }
      this.region = null;
    } else if (g === 74) throw new Error("single quadrant");
    else if (![75, 54, 70, 71, 90].includes(g)) throw new Error(`G${g}`);
  }

  private operate(code: number, x: number, y: number, offset: { x: number; y: number }): void {
    const arc = { cx: this.x + offset.x, cy: this.y + offset.y, ccw: this.mode === 3 };
    if (this.region !== null) {
      if (code === 2) this.region.push([x, y]);
      else if (code === 1) {
        const contour = this.region.at(-1) ?? fail("a contour without a start");
        if (this.mode === 1) contour.push(x, y);
        else contour.push(...arcChords(this.x, this.y, x, y, arc), x, y);
      } else throw new Error("flash in a region");
      return;
    }
    if (code === 3) this.put("flash", [x, y], null);
    else if (code === 1)
      this.put(this.mode === 1 ? "stroke" : "arc", [this.x, this.y, x, y], this.mode === 1 ? null : arc);
  }

  private put(kind: GerberObject["kind"], points: readonly number[], arc: GerberObject["arc"]): void {
    const aperture = kind === "region" ? null : (this.aperture ?? fail("no aperture"));
    if (aperture !== null && kind !== "flash" && aperture.template !== "C")
      throw new Error("a stroke that is not round");
    const use = kind === "region" ? this.aperUse : aperture!.use;
    this.objects.push({ kind, dark: this.dark, points, arc, aperture, use, tags: this.tags });
  }
}

/** Places along an arc without its ends; a start that is the end is a whole turn. */
export function arcChords(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { cx, cy, ccw }: { cx: number; cy: number; ccw: boolean },
): number[] {
  const radius = Math.hypot(ax - cx, ay - cy);
  const from = Math.atan2(ay - cy, ax - cx);
  let sweep = Math.atan2(by - cy, bx - cx) - from;
  const turn = 2 * Math.PI;
  if (ax === bx && ay === by) sweep = ccw ? turn : -turn;
  else if (ccw && sweep <= 0) sweep += turn;
  else if (!ccw && sweep >= 0) sweep -= turn;
  const n = Math.max(2, Math.ceil(Math.abs(sweep) / (2 * Math.acos(Math.max(0, 1 - 500 / Math.max(1000, radius))))));
  const points: number[] = [];
  for (let i = 1; i < n; i++) {
    const angle = from + (sweep * i) / n;
    points.push(Math.round(cx + radius * Math.cos(angle)), Math.round(cy + radius * Math.sin(angle)));
  }
  return points;
}

function split(text: string): [string, string] {
  const comma = text.indexOf(",");
  return comma < 0 ? [text, ""] : [text.slice(0, comma), text.slice(comma + 1)];
}

/** A macro's primitives with variables and arithmetic worked out. */
function evaluate(body: readonly string[], parameters: readonly number[]): { code: number; values: number[] }[] {
  const variables = new Map(parameters.map((value, i) => [i + 1, value]));
  const found: { code: number; values: number[] }[] = [];
  for (const line of body) {
    if (line.startsWith("0")) continue;
    const assignment = /^\$(\d+)=(.*)$/.exec(line);
    if (assignment !== null) variables.set(Number(assignment[1]), arithmetic(assignment[2]!, variables));
    else {
      const [code, ...values] = line.split(",");
      found.push({ code: Number(code), values: values.map((value) => arithmetic(value, variables)) });
    }
  }
  return found;
}

/** `+`, `-`, `x`, `/` and brackets. */
function arithmetic(text: string, variables: ReadonlyMap<number, number>): number {
  const plain = Number(text);
  if (text !== "" && !Number.isNaN(plain)) return plain;
  const tokens = text.match(/\$\d+|\d*\.?\d+|[-+x/()]/g) ?? [];
  let at = 0;
  const factor = (): number => {
    const token = tokens[at++] ?? fail(`expression ${text}`);
    if (token === "-") return -factor();
    if (token === "+") return factor();
    if (token === "(") {
      const value = sum();
      at++;
      return value;
    }
    return token.startsWith("$") ? (variables.get(Number(token.slice(1))) ?? 0) : Number(token);
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === "x" || tokens[at] === "/") value = tokens[at++] === "x" ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-")
      value = tokens[at++] === "+" ? value + product() : value - product();
    return value;
  };
  return sum();
}

function fail(message: string): never {
  throw new Error(message);
}
