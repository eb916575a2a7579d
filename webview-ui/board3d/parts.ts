import * as THREE from "three";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { BoardMesh } from "./board-mesh.ts";
import { bodyOf, fieldOf, type Solid } from "./part-body.ts";
import { type Mesh, readVrml } from "./vrml.ts";

/** VRML models of KiCad are in tenths of an inch. */
const UNIT = 2.54;

interface ModelUse {
  readonly file: string;
  readonly hide: boolean;
  readonly opacity: number | null;
  readonly offset: readonly number[];
  readonly scale: readonly number[];
  readonly rotate: readonly number[];
}

export interface PartsOptions {
  /** The text of a model, or null where there is none that can be read. */
  readonly load: (file: string) => Promise<string | null>;
  /** Something came that was waited for. */
  readonly onLoaded: () => void;
  readonly report: (problem: string) => void;
}

/** The parts on a board: their models where they are found, bodies made of their outlines elsewhere. */
export class Parts {
  readonly group = new THREE.Group();
  /** How many parts have a model, and how many a made-up body. */
  models = 0;
  bodies = 0;
  private readonly options: PartsOptions;
  private readonly known = new Map<string, Promise<readonly Mesh[] | null>>();
  private readonly box = new THREE.BoxGeometry(1, 1, 1);
  private readonly tube = new THREE.CylinderGeometry(0.5, 0.5, 1, 32).rotateX(Math.PI / 2);
  private readonly materials = new Map<string, THREE.MeshStandardMaterial>();
  private run = 0;

  constructor(options: PartsOptions) {
    this.options = options;
  }

  /** Shows the parts of a document; models come later. */
  show(doc: Doc, board: BoardMesh): void {
    const run = ++this.run;
    this.group.clear();
    this.models = 0;
    this.bodies = 0;
    for (const footprint of doc.items.ofKind("footprint")) {
      const place = placeOf(footprint, board);
      const uses = footprint.children.filter((child) => child.kind === "model" && child["hide"] !== true);
      this.group.add(place);
      const made = this.made(footprint, place);
      if (made !== null) this.bodies++;
      void this.findModels(footprint, uses as unknown as ModelUse[]).then((found) => {
        if (run !== this.run || found === null) return;
        if (made !== null) {
          made.removeFromParent();
          this.bodies--;
        }
        this.models++;
        place.add(found);
        this.options.onLoaded();
      });
    }
  }

  private made(footprint: Item, place: THREE.Group): THREE.Group | null {
    const solids = bodyOf(footprint);
    if (solids.length === 0) return null;
    const group = new THREE.Group();
    for (const solid of solids) group.add(this.solid(solid, isBack(footprint)));
    place.add(group);
    return group;
  }

  private solid(solid: Solid, isBackSide: boolean): THREE.Mesh {
    const mesh = new THREE.Mesh(
      solid.is === "box" ? this.box : this.tube,
      this.material(solid.color, 1, solid.isMetal),
    );
    // Outlines of parts on the back are written as they lie on the board, not as the library has them.
    const side = isBackSide ? -1 : 1;
    mesh.position.set(solid.x, side * solid.y, (solid.bottom + solid.top) / 2);
    mesh.scale.set(solid.width, solid.depth, solid.top - solid.bottom);
    mesh.rotation.z = (side * solid.turn * Math.PI) / 180;
    return mesh;
  }

  private async findModels(footprint: Item, uses: readonly ModelUse[]): Promise<THREE.Group | null> {
    const found: THREE.Group[] = [];
    for (const use of uses) {
      const meshes = await this.read(use.file);
      if (meshes !== null && meshes.length > 0) found.push(this.placed(meshes, use));
    }
    if (found.length === 0) return null;
    const group = new THREE.Group();
    group.add(...found);
    group.userData["of"] = footprint.id;
    return group;
  }

  private read(file: string): Promise<readonly Mesh[] | null> {
    let reading = this.known.get(file);
    if (reading === undefined) {
      reading = this.options.load(file).then((text) => {
        if (text === null) return null;
        try {
          return readVrml(text);
        } catch (thrown) {
          this.options.report(
            `Cannot show the model ${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
          );
          return null;
        }
      });
      this.known.set(file, reading);
    }
    return reading;
  }

  private placed(meshes: readonly Mesh[], use: ModelUse): THREE.Group {
    const group = new THREE.Group();
    for (const { positions, color, opacity } of meshes) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
      geometry.computeVertexNormals();
      const shade = new THREE.Color(...color).getHex();
      group.add(new THREE.Mesh(geometry, this.material(shade, opacity * (use.opacity ?? 1), false)));
    }
    const [x = 0, y = 0, z = 0] = use.offset;
    const [rx = 0, ry = 0, rz = 0] = use.rotate.map((degrees) => (-degrees * Math.PI) / 180);
    const [sx = 1, sy = 1, sz = 1] = use.scale;
    group.position.set(x, y, z);
    // Turned about x first, z last, each the other way round.
    group.rotation.set(rx, ry, rz, "ZYX");
    group.scale.set(UNIT * sx, UNIT * sy, UNIT * sz);
    return group;
  }

  private material(color: number, opacity: number, isMetal: boolean): THREE.MeshStandardMaterial {
    const key = [color, opacity, isMetal].join();
    let material = this.materials.get(key);
    if (material === undefined) {
      material = new THREE.MeshStandardMaterial({
        color,
        roughness: isMetal ? 0.35 : 0.6,
        metalness: isMetal ? 0.9 : 0,
        opacity,
        transparent: opacity < 1,
        // Faces of models are not all turned the same way.
        side: THREE.DoubleSide,
      });
      this.materials.set(key, material);
    }
    return material;
  }
}

function isBack(footprint: Item): boolean {
  return String(footprint["layer"]).startsWith("B");
}

/** The frame of a footprint's models: its place on its side of the board, z away from the board. */
function placeOf(footprint: Item, { middle, thickness }: BoardMesh): THREE.Group {
  const { x, y, angle } = footprint["at"] as { x: number; y: number; angle: number };
  const place = new THREE.Group();
  place.position.set(x / 1e6 - middle.x, middle.y - y / 1e6, ((isBack(footprint) ? -1 : 1) * thickness) / 2);
  place.rotation.z = (angle * Math.PI) / 180;
  if (isBack(footprint)) place.rotation.set(Math.PI, 0, (angle * Math.PI) / 180, "ZYX");
  place.userData["footprint"] = footprint.id;
  place.userData["name"] = [fieldOf(footprint, "Reference"), fieldOf(footprint, "Value")].join(" · ");
  return place;
}
