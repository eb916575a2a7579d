/** Triangles of one colour: corners x, y, z … three to a triangle. */
export interface Mesh {
  readonly positions: Float32Array;
  /** Red, green, blue: 0 to 1. */
  readonly color: readonly [number, number, number];
  /** 0 clear to 1 solid. */
  readonly opacity: number;
}

/** A node with its fields, as the text has them. */
interface Node {
  readonly type: string;
  readonly fields: Readonly<Record<string, Value>>;
}

type Value = number | string | Node | readonly Value[];

type Matrix = readonly number[];

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/**
 * Reads the shapes of a VRML 2.0 text as programs for parts write them: transforms, materials by name, faces of any
 * number of corners. Lines, lights, pictures and what moves are passed over. Throws where the text has no sense.
 */
export function readVrml(text: string): Mesh[] {
  const meshes: Mesh[] = [];
  for (const node of new Parser(text).nodes()) collect(node, identity, meshes);
  return meshes;
}

class Parser {
  private readonly words: readonly string[];
  private readonly named = new Map<string, Node>();
  private at = 0;

  constructor(text: string) {
    const isText = /^#VRML V2\.0/.test(text);
    if (!isText) throw new Error("it is no VRML 2.0 text");
    this.words =
      text.match(/#[^\n]*|"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,{}[\]"#]+/g)?.filter((word) => word[0] !== "#") ?? [];
  }

  nodes(): Node[] {
    const found: Node[] = [];
    while (this.at < this.words.length) {
      const node = this.node();
      if (node !== null) found.push(node);
    }
    return found;
  }

  /** `DEF name Type { … }`, `USE name`, `Type { … }`; null for a statement that draws nothing. */
  private node(): Node | null {
    const word = this.next();
    if (word === "USE") return this.named.get(this.next()) ?? null;
    if (word === "ROUTE") {
      this.at += 3;
      return null;
    }
    if (word === "DEF") {
      const name = this.next();
      const node = this.node();
      if (node !== null) this.named.set(name, node);
      return node;
    }
    if (this.next() !== "{") throw new Error(`${word} is followed by no bracket`);
    const fields: Record<string, Value> = {};
    for (let name = this.next(); name !== "}"; name = this.next()) fields[name] = this.value();
    return { type: word, fields };
  }

  /** A field's value: numbers in a row are one list, since the text does not say how many belong together. */
  private value(): Value {
    const word = this.words[this.at] ?? "";
    if (word === "[") {
      this.at++;
      const list: Value[] = [];
      while (this.words[this.at] !== "]") list.push(this.one());
      this.at++;
      return list;
    }
    if (!isNumber(word)) return this.one();
    const numbers: number[] = [];
    while (isNumber(this.words[this.at] ?? "")) numbers.push(Number(this.next()));
    return numbers.length === 1 ? numbers[0]! : numbers;
  }

  private one(): Value {
    const word = this.words[this.at] ?? "";
    if (isNumber(word)) {
      this.at++;
      return Number(word);
    }
    if (word === "DEF" || word === "USE" || this.words[this.at + 1] === "{") return this.node() ?? "";
    return this.next();
  }

  private next(): string {
    const word = this.words[this.at++];
    if (word === undefined) throw new Error("the text ends too early");
    return word;
  }
}

function isNumber(word: string): boolean {
  return /^[+-]?(\d|\.\d)/.test(word);
}

function collect(node: Node, frame: Matrix, out: Mesh[]): void {
  const { type, fields } = node;
  if (type === "Shape") {
    const mesh = meshOf(fields, frame);
    if (mesh !== null) out.push(mesh);
    return;
  }
  const inner = type === "Transform" ? times(frame, matrixOf(fields)) : frame;
  for (const name of ["children", "choice", "level"])
    for (const child of listOf(fields[name])) if (isNode(child)) collect(child, inner, out);
}

function meshOf(fields: Node["fields"], frame: Matrix): Mesh | null {
  const geometry = fields["geometry"];
  if (!isNode(geometry) || geometry.type !== "IndexedFaceSet") return null;
  const coord = geometry.fields["coord"];
  const points = isNode(coord) ? numbersOf(coord.fields["point"]) : [];
  const index = numbersOf(geometry.fields["coordIndex"]);
  const corners: number[] = [];
  let face: number[] = [];
  for (const each of [...index, -1]) {
    if (each >= 0) {
      face.push(each);
      continue;
    }
    // Faces are convex as programs write them: a fan covers them.
    for (let k = 2; k < face.length; k++)
      for (const corner of [face[0]!, face[k - 1]!, face[k]!]) pushPlace(corners, points, corner, frame);
    face = [];
  }
  const appearance = fields["appearance"];
  const material = isNode(appearance) ? appearance.fields["material"] : undefined;
  const look = isNode(material) ? material.fields : {};
  const [r = 0.8, g = 0.8, b = 0.8] = numbersOf(look["diffuseColor"]);
  const clear = typeof look["transparency"] === "number" ? look["transparency"] : 0;
  return { positions: Float32Array.from(corners), color: [r, g, b], opacity: 1 - clear };
}

function pushPlace(out: number[], points: readonly number[], corner: number, m: Matrix): void {
  const [x = 0, y = 0, z = 0] = points.slice(3 * corner, 3 * corner + 3);
  for (let row = 0; row < 3; row++)
    out.push(m[4 * row]! * x + m[4 * row + 1]! * y + m[4 * row + 2]! * z + m[4 * row + 3]!);
}

/** translation · center · rotation · scaleOrientation · scale · back; the last two angles are hardly ever there. */
function matrixOf(fields: Node["fields"]): Matrix {
  const three = (name: string, otherwise: number): readonly [number, number, number] => {
    const [x = otherwise, y = otherwise, z = otherwise] = numbersOf(fields[name]);
    return [x, y, z];
  };
  const [sx, sy, sz] = three("scale", 1);
  const [cx, cy, cz] = three("center", 0);
  const [tx, ty, tz] = three("translation", 0);
  const [x = 0, y = 0, z = 1, angle = 0] = numbersOf(fields["rotation"]);
  const scaled: Matrix = [sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, sz, 0];
  const turned = times(turn(x, y, z, angle), scaled);
  return times(times(moved(tx + cx, ty + cy, tz + cz), turned), moved(-cx, -cy, -cz));
}

function moved(x: number, y: number, z: number): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
}

function turn(ax: number, ay: number, az: number, angle: number): Matrix {
  const length = Math.hypot(ax, ay, az) || 1;
  const [x, y, z] = [ax / length, ay / length, az / length];
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const t = 1 - c;
  return [
    ...[t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
    ...[t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
    ...[t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0],
  ];
}

function times(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[4 * row + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * row + k]! * b[4 * k + column]!;
      out.push(sum);
    }
  return out;
}

function isNode(value: Value | undefined): value is Node {
  return typeof value === "object" && "type" in value;
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function numbersOf(value: Value | undefined): number[] {
  return listOf(value).filter((each): each is number => typeof each === "number");
}
