/** A board with many small cases, each with ids and nets of its own, far enough apart to leave each other alone. */
export interface RuleBoard {
  readonly name: string;
  readonly board: string;
  readonly rules: string;
  /** The cases by the number that their ids begin with. */
  readonly cases: readonly string[];
  /** Further files of the project. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a case may draw with: places are relative to it, in mm. */
export class Pen {
  readonly items: string[] = [];
  readonly nets: string[];
  private serial = 0;

  private readonly number: number;
  private readonly x: number;
  private readonly y: number;

  constructor(number: number, x: number, y: number, nets: string[]) {
    this.number = number;
    this.x = x;
    this.y = y;
    this.nets = nets;
  }

  private id(): string {
    return `${String(this.number).padStart(8, "0")}-0000-4000-8000-${String(++this.serial).padStart(12, "0")}`;
  }

  private at(x: number, y: number): string {
    return `${round(this.x + x)} ${round(this.y + y)}`;
  }

  net(name: string): number {
    if (name === "") return 0;
    let i = this.nets.indexOf(name);
    if (i < 0) i = this.nets.push(name) - 1;
    return i + 1;
  }

  track(net: string, x1: number, y1: number, x2: number, y2: number, layer = "F.Cu", width = 0.2): this {
    this.items.push(
      `(segment (start ${this.at(x1, y1)}) (end ${this.at(x2, y2)}) (width ${width}) (layer "${layer}") (net ${this.net(net)}) (uuid "${this.id()}"))`,
    );
    return this;
  }

  /** Half a circle above its ends. */
  arc(net: string, x: number, y: number, r: number, layer = "F.Cu"): this {
    this.items.push(
      `(arc (start ${this.at(x - r, y)}) (mid ${this.at(x, y - r)}) (end ${this.at(x + r, y)}) (width 0.2) (layer "${layer}") (net ${this.net(net)}) (uuid "${this.id()}"))`,
    );
    return this;
  }

  via(net: string, x: number, y: number, span = '"F.Cu" "B.Cu"', type = "", size = 0.6, drill = 0.3): this {
    this.items.push(
      `(via ${type} (at ${this.at(x, y)}) (size ${size}) (drill ${drill}) (layers ${span}) (net ${this.net(net)}) (uuid "${this.id()}"))`,
    );
    return this;
  }

  /** A footprint of one pad or more. `pads` are texts of pads with `@` for the rest that every pad has. */
  footprint(x: number, y: number, angle: number, side: "F" | "B", pads: readonly PadOf[], more = ""): this {
    const text = pads.map(({ number = "1", head, net = "", rest = "" }) => {
      const layers = rest.includes("(layers") ? "" : `(layers "${side}.Cu" "${side}.Mask")`;
      const own = net === "" ? "" : `(net ${this.net(net)} "${net}")`;
      return `(pad "${number}" ${head.replace("ANGLE", String(angle))} ${layers} ${rest} ${own} (uuid "${this.id()}"))`;
    });
    this.items.push(
      `(footprint "Own:X" (layer "${side}.Cu") (uuid "${this.id()}") (at ${this.at(x, y)} ${angle}) (property "Reference" "X${this.number}" (at 0 -2 0) (layer "${side}.Fab") (hide yes) (uuid "${this.id()}") (effects (font (size 1 1) (thickness 0.15)))) ${more} (attr smd) ${text.join(" ")})`,
    );
    return this;
  }

  raw(make: (at: (x: number, y: number) => string, id: () => string) => string): this {
    this.items.push(
      make(
        (x, y) => this.at(x, y),
        () => this.id(),
      ),
    );
    return this;
  }
}

export interface PadOf {
  readonly number?: string;
  /** Type, shape, `(at x y ANGLE)`, size. */
  readonly head: string;
  readonly net?: string;
  readonly rest?: string;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const STEP = 14;
const COLUMNS = 12;

export class Sheet {
  private readonly cases: string[] = [];
  private readonly items: string[] = [];
  private readonly nets: string[] = [];

  private readonly name: string;
  private readonly rules: string;
  private readonly setup: string;

  constructor(name: string, rules: string, setup = "") {
    this.setup = setup;
    this.name = name;
    this.rules = rules;
  }

  add(name: string, draw: (pen: Pen) => void): this {
    const i = this.cases.push(name) - 1;
    const pen = new Pen(i, 30 + STEP * (i % COLUMNS), 30 + STEP * Math.floor(i / COLUMNS), this.nets);
    draw(pen);
    this.items.push(...pen.items);
    return this;
  }

  done(files: RuleBoard["files"] = {}): RuleBoard {
    const nets = this.nets.map((name, i) => `(net ${i + 1} "${name}")`).join(" ");
    const rows = Math.ceil(this.cases.length / COLUMNS);
    const board = `(kicad_pcb (version 20241229) (generator "pcbnew") (generator_version "9.0")
  (general (thickness 1.6)) (paper "A2")
  (layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (7 "B.SilkS" user) (1 "F.Mask" user) (3 "B.Mask" user) (25 "Edge.Cuts" user) (31 "F.CrtYd" user) (29 "B.CrtYd" user) (35 "F.Fab" user) (33 "B.Fab" user))
  (setup ${this.setup} (pad_to_mask_clearance 0))
  (net 0 "") ${nets}
  (gr_rect (start 10 10) (end ${30 + STEP * COLUMNS} ${30 + STEP * (rows + 1)}) (stroke (width 0.1) (type default)) (fill no) (layer "Edge.Cuts") (uuid "ffffffff-0000-4000-8000-000000000000"))
  ${this.items.join("\n  ")}
)
`;
    return {
      name: this.name,
      board,
      rules: this.rules === "" ? "" : `(version 1)\n${this.rules}`,
      cases: this.cases,
      files,
    };
  }
}

/** A pad's layers when it goes through the board. */
export const everywhere = '(layers "*.Cu" "*.Mask")';
