import * as THREE from "three";
import type { Sink } from "../../core/engines/render/sink.ts";
import { ringArea } from "../../core/geometry/ring.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { boardOutline } from "../../core/model/shape/board-outline.ts";
import type { Frame } from "./canvas-sink.ts";
import { facePicture, frameOf, type Shown } from "./face-picture.ts";
import { type Hole, HoleSink, rimOf } from "./holes.ts";
import { coatsOf } from "./palette.ts";

/** How far chords of the outline stray from its arcs. */
const ERROR = 10_000;

export interface BoardMesh {
  readonly group: THREE.Group;
  readonly thickness: number;
  /** Middle of the board in mm, y down: the scene's origin. */
  readonly middle: { readonly x: number; readonly y: number };
  readonly size: { readonly x: number; readonly y: number };
  readonly holes: number;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The board itself: two painted faces, the edge, the walls of its holes. Units: mm; x right, y up, z to the front. */
export function boardMesh(
  doc: Doc,
  paint: (item: Item, sink: Sink) => void,
  shown: Shown,
  isPlain: boolean,
): BoardMesh {
  const sink = new HoleSink();
  for (const item of doc.items.ofKind("footprint", "via")) paint(item, sink);
  const rings = ringsOf(doc);
  const frame = frameOf(boxOf(rings), isPlain ? 2048 : 4096);
  const middle = {
    x: (frame.x + frame.width / frame.scale / 2) / 1e6,
    y: (frame.y + frame.height / frame.scale / 2) / 1e6,
  };
  const size = { x: frame.width / frame.scale / 1e6, y: frame.height / frame.scale / 1e6 };
  const local = ({ x, y }: Corner): Corner => ({ x: x / 1e6 - middle.x, y: middle.y - y / 1e6 });
  const borders = rings.filter((ring) => area(ring) > 0);
  const cutouts = rings.filter((ring) => area(ring) <= 0);
  const drilled = apart(sink.holes.filter(({ is }) => is !== "via")).filter((hole) => fits(hole, borders, cutouts));
  const thickness = thicknessOf(doc);
  const group = new THREE.Group();
  const lid = lidOf(
    borders.map((ring) => ring.map(local)),
    [...cutouts, ...drilled.map(rimOf)].map((ring) => ring.map(local)),
  );
  addFace(group, doc, paint, frame, lid, size, "F", thickness / 2, shown, isPlain);
  addFace(group, doc, paint, frame, lid, size, "B", -thickness / 2, shown, isPlain);
  const edge = new THREE.MeshStandardMaterial({
    color: coatsOf(doc, "F").laminate,
    roughness: 0.8,
    side: THREE.DoubleSide,
  });
  const barrel = new THREE.MeshStandardMaterial({
    color: coatsOf(doc, "F").finish,
    roughness: 0.35,
    metalness: isPlain ? 0.25 : 1,
    side: THREE.DoubleSide,
  });
  group.add(
    new THREE.Mesh(
      walls(
        rings.map((ring) => ring.map(local)),
        thickness,
      ),
      edge,
    ),
  );
  const rims = (is: Hole["is"]) => drilled.filter((hole) => hole.is === is).map((hole) => rimOf(hole).map(local));
  group.add(new THREE.Mesh(walls(rims("npth"), thickness), edge));
  group.add(new THREE.Mesh(walls(rims("plated"), thickness), barrel));
  return { group, thickness, middle, size, holes: drilled.length };
}

function addFace(
  group: THREE.Group,
  doc: Doc,
  paint: (item: Item, sink: Sink) => void,
  frame: Frame,
  lid: THREE.BufferGeometry,
  size: Corner,
  side: "F" | "B",
  z: number,
  shown: Shown,
  isPlain: boolean,
): void {
  const { color, surface } = facePicture(doc, paint, frame, side, coatsOf(doc, side), shown);
  const geometry = lid.clone();
  const places = geometry.getAttribute("position") as THREE.BufferAttribute;
  const uv = new Float32Array(places.count * 2);
  const normals = new Float32Array(places.count * 3);
  for (let i = 0; i < places.count; i++) {
    places.setZ(i, z);
    uv[2 * i] = places.getX(i) / size.x + 0.5;
    uv[2 * i + 1] = places.getY(i) / size.y + 0.5;
    // Faces seen from behind have their normals turned by the renderer.
    normals[3 * i + 2] = 1;
  }
  geometry.setAttribute("uv", new THREE.BufferAttribute(uv, 2));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  const map = textureOf(color, isPlain);
  map.colorSpace = THREE.SRGBColorSpace;
  const rough = textureOf(surface, isPlain);
  const material = new THREE.MeshStandardMaterial({
    map,
    roughnessMap: rough,
    metalnessMap: rough,
    roughness: 1,
    // Metal without anything to mirror would be black.
    metalness: isPlain ? 0.25 : 1,
    side: side === "F" ? THREE.FrontSide : THREE.BackSide,
  });
  group.add(new THREE.Mesh(geometry, material));
}

function textureOf(canvas: OffscreenCanvas, isPlain: boolean): THREE.Texture {
  const texture = new THREE.CanvasTexture(canvas);
  texture.anisotropy = isPlain ? 1 : 8;
  texture.generateMipmaps = true;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  return texture;
}

/** What the board is bounded by: its edge, else the box of all there is. */
function ringsOf(doc: Doc): Corner[][] {
  const found = boardOutline(doc, ERROR).rings.map((ring) => corners(ring));
  if (found.length > 0) return found;
  const places = [...doc.items.ofKind("footprint", "via")].map((item) => item["at"] as Corner);
  const room = 5_000_000;
  const xs = places.length === 0 ? [0, 50_000_000] : places.map(({ x }) => x);
  const ys = places.length === 0 ? [0, 50_000_000] : places.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
  const [top, bottom] = [Math.min(...ys) - room, Math.max(...ys) + room];
  return [
    [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
  ];
}

function corners(ring: ArrayLike<number>): Corner[] {
  const all: Corner[] = [];
  for (let i = 0; i + 1 < ring.length; i += 2) all.push({ x: ring[i]!, y: ring[i + 1]! });
  return all;
}

function area(ring: readonly Corner[]): number {
  return ringArea(ring.flatMap(({ x, y }) => [x, y]));
}

function boxOf(rings: readonly (readonly Corner[])[]) {
  const box = { minX: Number.POSITIVE_INFINITY, minY: Number.POSITIVE_INFINITY, maxX: -1e18, maxY: -1e18 };
  for (const { x, y } of rings.flat()) {
    box.minX = Math.min(box.minX, x);
    box.minY = Math.min(box.minY, y);
    box.maxX = Math.max(box.maxX, x);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

/** Holes that overlap others would tear the face: the larger of them stays. */
function apart(holes: readonly Hole[]): Hole[] {
  const kept: Hole[] = [];
  const cell = 2_000_000;
  const cells = new Map<string, Hole[]>();
  const reach = ({ from, to, radius }: Hole) => Math.hypot(to.x - from.x, to.y - from.y) / 2 + radius;
  const middle = ({ from, to }: Hole) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  for (const hole of [...holes].sort((a, b) => b.radius - a.radius)) {
    const m = middle(hole);
    const span = Math.ceil((reach(hole) * 2) / cell) + 1;
    const [cx, cy] = [Math.floor(m.x / cell), Math.floor(m.y / cell)];
    let isFree = true;
    for (let x = cx - span; x <= cx + span && isFree; x++)
      for (let y = cy - span; y <= cy + span && isFree; y++)
        for (const other of cells.get(`${x},${y}`) ?? []) {
          const o = middle(other);
          if (Math.hypot(o.x - m.x, o.y - m.y) < reach(hole) + reach(other)) isFree = false;
        }
    if (!isFree) continue;
    kept.push(hole);
    const key = `${cx},${cy}`;
    cells.set(key, [...(cells.get(key) ?? []), hole]);
  }
  return kept;
}

/** Whether a hole lies wholly in the board. */
function fits(hole: Hole, borders: readonly (readonly Corner[])[], cutouts: readonly (readonly Corner[])[]): boolean {
  const rim = rimOf(hole);
  return (
    borders.some((ring) => rim.every((corner) => contains(ring, corner))) &&
    !cutouts.some(
      (ring) => rim.some((corner) => contains(ring, corner)) || ring.some((corner) => contains(rim, corner)),
    )
  );
}

function contains(ring: readonly Corner[], p: Corner): boolean {
  let isIn = false;
  for (let i = 0, k = ring.length - 1; i < ring.length; k = i++) {
    const [a, b] = [ring[i]!, ring[k]!];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
  }
  return isIn;
}

/** The face as triangles, at height 0. */
function lidOf(borders: readonly Corner[][], openings: readonly Corner[][]): THREE.BufferGeometry {
  const shapes = borders.map((border) => {
    const shape = new THREE.Shape(border.map(({ x, y }) => new THREE.Vector2(x, y)));
    for (const opening of openings)
      if (contains(border, opening[0]!))
        shape.holes.push(new THREE.Path(opening.map(({ x, y }) => new THREE.Vector2(x, y))));
    return shape;
  });
  return new THREE.ShapeGeometry(shapes);
}

/** Upright walls along rings. */
function walls(rings: readonly Corner[][], thickness: number): THREE.BufferGeometry {
  const places: number[] = [];
  const [low, high] = [-thickness / 2, thickness / 2];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]!;
      const b = ring[(i + 1) % ring.length]!;
      places.push(a.x, a.y, low, b.x, b.y, low, b.x, b.y, high);
      places.push(a.x, a.y, low, b.x, b.y, high, a.x, a.y, high);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function thicknessOf(doc: Doc): number {
  const [general] = doc.items.ofKind("general");
  const thickness = general?.["thickness"];
  return typeof thickness === "number" && thickness > 0 ? thickness / 1e6 : 1.6;
}
