import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";

/** From where the board is seen; z is away from its front. */
export type Side = "angle" | "front" | "back" | "left" | "right" | "top" | "bottom";

const eyes: Readonly<Record<Side, readonly [number, number, number]>> = {
  angle: [0, -0.75, 0.85],
  front: [0, -0.0001, 1],
  back: [0, -0.0001, -1],
  left: [-1, 0, 0.0001],
  right: [1, 0, 0.0001],
  top: [0, 1, 0.0001],
  bottom: [0, -1, 0.0001],
};

const FIELD_OF_VIEW = 28;

/** A scene with a camera that goes around it; draws only when something changed. */
export class Viewer {
  readonly scene = new THREE.Scene();
  /** Frames so far. */
  frames = 0;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, 5000);
  private readonly controls: OrbitControls;
  private readonly canvas: HTMLCanvasElement;
  private radius = 50;
  private frame = 0;

  /** `isPlain`: no reflections, no smooth edges; for machines whose processor draws. */
  constructor(canvas: HTMLCanvasElement, isPlain: boolean) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !isPlain });
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.15;
    this.camera.up.set(0, 0, 1);
    if (isPlain) this.scene.add(new THREE.HemisphereLight(0xffffff, 0xb0b0b0, 2));
    else {
      this.scene.environment = new THREE.PMREMGenerator(this.renderer).fromScene(new RoomEnvironment(), 0.04).texture;
      this.scene.environmentIntensity = 0.45;
    }
    const sun = new THREE.DirectionalLight(0xffffff, isPlain ? 1.6 : 1.3);
    sun.position.set(0.4, -0.6, 1);
    const fill = new THREE.DirectionalLight(0xffffff, isPlain ? 0.8 : 0.5);
    fill.position.set(-0.5, 0.4, -1);
    this.scene.add(sun, fill);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.screenSpacePanning = true;
    this.controls.zoomToCursor = true;
    this.controls.mouseButtons = { LEFT: THREE.MOUSE.ROTATE, MIDDLE: THREE.MOUSE.PAN, RIGHT: THREE.MOUSE.PAN };
    this.controls.addEventListener("change", () => this.invalidate());
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("webglcontextrestored", () => this.invalidate());
  }

  setBackground(color: string): void {
    this.scene.background = new THREE.Color(color);
    this.invalidate();
  }

  /** Everything lies within so many mm of the middle. */
  setRadius(radius: number): void {
    this.radius = radius;
    this.controls.maxDistance = radius * 20;
    this.controls.minDistance = 1;
  }

  look(side: Side): void {
    const [x, y, z] = eyes[side];
    const aspect = this.camera.aspect;
    const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * Math.min(1, aspect);
    const distance = (this.radius * (side === "angle" ? 0.78 : 0.8)) / half;
    this.controls.target.set(0, 0, 0);
    this.camera.position.set(x, y, z).normalize().multiplyScalar(distance);
    this.controls.update();
    this.invalidate();
  }

  /** Turns the camera around the board, in degrees to the right and up. */
  orbit(right: number, up: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const sphere = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.x, offset.z, -offset.y));
    sphere.theta -= (right * Math.PI) / 180;
    sphere.phi = Math.max(0.001, Math.min(Math.PI - 0.001, sphere.phi - (up * Math.PI) / 180));
    const turned = new THREE.Vector3().setFromSpherical(sphere);
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(turned.x, -turned.z, turned.y));
    this.controls.update();
    this.invalidate();
  }

  zoom(factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target).divideScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.invalidate();
  }

  /** The name of the footprint at a place of the window, from the first thing that is hit there. */
  hit(x: number, y: number): { readonly id: string; readonly name: string } | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    for (
      let object = ray.intersectObjects(this.scene.children)[0]?.object ?? null;
      object !== null;
      object = object.parent
    ) {
      const { footprint, name } = object.userData;
      if (typeof footprint === "string") return { id: footprint, name: String(name) };
    }
    return null;
  }

  get camera3(): readonly [number, number, number] {
    const { x, y, z } = this.camera.position;
    return [x, y, z];
  }

  get triangles(): number {
    return this.renderer.info.render.triangles;
  }

  /** Draws now and answers colours of the picture, row by row from the bottom. */
  pixels(): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
    this.draw();
    const gl = this.renderer.getContext();
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const data = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    return { width, height, data };
  }

  invalidate(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    this.frames++;
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(0.1, distance / 200);
    this.camera.far = distance + this.radius * 6;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.invalidate();
  }
}

/** Gives back what a group holds on the graphics card. */
export function release(group: THREE.Object3D): void {
  group.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    object.geometry.dispose();
    for (const material of [object.material].flat() as THREE.MeshStandardMaterial[]) {
      material.map?.dispose();
      material.roughnessMap?.dispose();
      material.dispose();
    }
  });
  group.removeFromParent();
}
