import type { Color } from "../../../core/engines/render/sink.ts";
import { FRAME, PICTURE, type Scene } from "../scene.ts";
import type { Viewport } from "../viewport.ts";
import type { Batch } from "./batch.ts";
import { floatsOf, ROW_FLOATS, shapes } from "./batch.ts";
import { PictureStore } from "./pictures.ts";
import type { Program } from "./programs.ts";
import { buildPrograms } from "./programs.ts";

/** One pass over a scene: which layers, bottom first, in which colours, moved by how much. */
export interface Pass {
  readonly scene: Scene;
  readonly layers: readonly { readonly name: string; readonly color: Color }[];
  /** Nanometres. */
  readonly shiftX?: number;
  readonly shiftY?: number;
  /** It shows what is marked: pictures get their frames. */
  readonly isMark?: boolean;
}

/** A batch on the GPU: triangles as a vertex buffer, strokes and arcs as a texture. */
interface Uploaded {
  readonly vao: WebGLVertexArrayObject | null;
  readonly buffer: WebGLBuffer | null;
  readonly texture: WebGLTexture | null;
  /** Numbers that there is room for. */
  room: number;
}

/** Draws scenes: one call for each layer and shape. */
export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private programs: ReturnType<typeof buildPrograms>;
  private readonly pictures: PictureStore;
  private uploaded = new Map<Batch, Uploaded>();
  /** Corner numbers of quads, for all strokes and arcs. */
  private quads: { readonly vao: WebGLVertexArrayObject; readonly buffer: WebGLBuffer; room: number } | null = null;
  private lost = false;
  /** Draw calls of the last frame. */
  calls = 0;

  /** `onRestored` is called when a lost context is back, or a picture is decoded, and everything can be drawn again. */
  constructor(canvas: HTMLCanvasElement, onRestored: () => void) {
    const gl = canvas.getContext("webgl2", { antialias: !isSoftware(), alpha: false, stencil: true, depth: false });
    if (gl === null) throw new Error("this window has no WebGL2; VS Code needs hardware or software GL turned on");
    this.gl = gl;
    this.programs = buildPrograms(gl);
    this.pictures = new PictureStore(gl, onRestored);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.lost = true;
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.programs = buildPrograms(gl);
      this.uploaded = new Map();
      this.quads = null;
      this.pictures.forget();
      this.lost = false;
      onRestored();
    });
  }

  get isLost(): boolean {
    return this.lost;
  }

  /** Makes the driver lose its context for a while; for tests. */
  lose(): { restore(): void } | null {
    const extension = this.gl.getExtension("WEBGL_lose_context");
    extension?.loseContext();
    return extension === null ? null : { restore: () => extension.restoreContext() };
  }

  draw(viewport: Viewport, background: Color, passes: readonly Pass[]): void {
    const { gl } = this;
    if (this.lost) return;
    this.calls = 0;
    gl.viewport(0, 0, viewport.width, viewport.height);
    const [r, g, b] = channels(background);
    gl.clearColor(r, g, b, 1);
    gl.disable(gl.STENCIL_TEST);
    gl.stencilMask(255);
    gl.clearStencil(0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    for (const program of Object.values(this.programs)) this.setView(program, viewport);
    let mark = 0;
    for (const pass of passes) {
      for (const { name, color } of pass.layers) {
        const batches = pass.scene.layers.get(name);
        if (batches === undefined || color.alpha <= 0) continue;
        if (name.endsWith(PICTURE)) {
          gl.disable(gl.STENCIL_TEST);
          const shift = [pass.shiftX ?? 0, pass.shiftY ?? 0] as const;
          this.calls += this.pictures.draw(pass.scene, name, color, this.programs.picture, shift);
          continue;
        }
        if (name.endsWith(FRAME) && pass.isMark !== true) continue;
        // What shines through is put down once a pixel, or crossings would look denser than lines.
        const once = color.alpha < 1;
        if (once) {
          mark = mark === 255 ? this.clearMarks() : mark + 1;
          gl.enable(gl.STENCIL_TEST);
          gl.stencilFunc(gl.NOTEQUAL, mark, 255);
        } else gl.disable(gl.STENCIL_TEST);
        for (const shape of shapes) this.drawBatch(batches[shape], color, once, pass);
      }
    }
    gl.bindVertexArray(null);
  }

  /** Red, green, blue, alpha of pixels, rows from the bottom. Call in the same turn as `draw`. */
  pixels(x: number, y: number, width: number, height: number): Uint8Array {
    const data = new Uint8Array(width * height * 4);
    this.gl.readPixels(x, y, width, height, this.gl.RGBA, this.gl.UNSIGNED_BYTE, data);
    return data;
  }

  /** Forgets the buffers of a scene that is drawn no more. */
  release(scene: Scene): void {
    for (const batches of scene.layers.values()) {
      for (const shape of shapes) {
        const known = this.uploaded.get(batches[shape]);
        if (known === undefined) continue;
        this.gl.deleteBuffer(known.buffer);
        this.gl.deleteVertexArray(known.vao);
        this.gl.deleteTexture(known.texture);
        this.uploaded.delete(batches[shape]);
      }
    }
  }

  private clearMarks(): number {
    this.gl.clear(this.gl.STENCIL_BUFFER_BIT);
    return 1;
  }

  private setView({ program, uniform }: Program, v: Viewport): void {
    const { gl } = this;
    gl.useProgram(program);
    const highX = Math.fround(v.x);
    const highY = Math.fround(v.y);
    gl.uniform2f(uniform("u_centerHigh"), highX, highY);
    gl.uniform2f(uniform("u_centerLow"), v.x - highX, v.y - highY);
    gl.uniform1f(uniform("u_scale"), v.scale);
    gl.uniform1f(uniform("u_across"), v.isFlipped ? -1 : 1);
    gl.uniform2f(uniform("u_half"), v.width / 2, v.height / 2);
  }

  private drawBatch(batch: Batch, color: Color, once: boolean, pass: Pass): void {
    if (batch.count === 0) return;
    const { gl } = this;
    const { program, uniform } = this.programs[batch.shape];
    gl.useProgram(program);
    const [r, g, b] = channels(color);
    gl.uniform4f(uniform("u_color"), r, g, b, color.alpha);
    gl.uniform1f(uniform("u_once"), once ? 1 : 0);
    gl.uniform2f(uniform("u_shift"), pass.shiftX ?? 0, pass.shiftY ?? 0);
    const known = this.upload(batch);
    if (batch.shape === "fill") {
      gl.bindVertexArray(known.vao);
      gl.drawArrays(gl.TRIANGLES, 0, batch.count);
    } else {
      gl.bindTexture(gl.TEXTURE_2D, known.texture);
      gl.bindVertexArray(this.quadsFor(batch.count));
      gl.drawElements(gl.TRIANGLES, batch.count * 6, gl.UNSIGNED_INT, 0);
    }
    this.calls++;
  }

  /** Sends what changed since the last frame. */
  private upload(batch: Batch): Uploaded {
    let known = this.uploaded.get(batch);
    if (known === undefined) {
      known = batch.shape === "fill" ? this.makeBuffer() : this.makeTexture();
      this.uploaded.set(batch, known);
    }
    const isGrown = known.room < batch.data.length;
    if (isGrown || batch.dirty.length > 0) {
      if (batch.shape === "fill") this.sendBuffer(known, batch, isGrown);
      else this.sendTexture(known, batch, isGrown);
      known.room = batch.data.length;
      batch.dirty.length = 0;
    }
    return known;
  }

  private sendBuffer(known: Uploaded, batch: Batch, isGrown: boolean): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, known.buffer);
    if (isGrown) {
      gl.bufferData(gl.ARRAY_BUFFER, batch.data, gl.DYNAMIC_DRAW);
      return;
    }
    const size = floatsOf.fill;
    for (const { start, count } of batch.dirty)
      gl.bufferSubData(gl.ARRAY_BUFFER, start * size * 4, batch.data, start * size, count * size);
  }

  private sendTexture(known: Uploaded, batch: Batch, isGrown: boolean): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, known.texture);
    const width = ROW_FLOATS / 4;
    if (isGrown) {
      const rows = batch.data.length / ROW_FLOATS;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, rows, 0, gl.RGBA, gl.FLOAT, batch.data);
      return;
    }
    const perRow = ROW_FLOATS / floatsOf[batch.shape];
    for (const { start, count } of batch.dirty) {
      const from = Math.floor(start / perRow);
      const to = Math.ceil((start + count) / perRow);
      const rows = batch.data.subarray(from * ROW_FLOATS, to * ROW_FLOATS);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, width, to - from, gl.RGBA, gl.FLOAT, rows);
    }
  }

  private makeBuffer(): Uploaded {
    const { gl } = this;
    const vao = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    return { vao, buffer, texture: null, room: 0 };
  }

  private makeTexture(): Uploaded {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return { vao: null, buffer: null, texture, room: 0 };
  }

  private quadsFor(count: number): WebGLVertexArrayObject {
    const { gl } = this;
    this.quads ??= { vao: gl.createVertexArray(), buffer: gl.createBuffer(), room: 0 };
    const { quads } = this;
    if (quads.room < count) {
      quads.room = Math.max(4096, count, Math.ceil(quads.room * 1.5));
      const corners = new Uint32Array(quads.room * 6);
      for (let i = 0; i < quads.room; i++)
        corners.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 2, 4 * i + 1, 4 * i + 3], 6 * i);
      gl.bindVertexArray(quads.vao);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, quads.buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    }
    return quads.vao;
  }
}

/** Whether the processor draws: multisampling would cost several times the frame there. */
export function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

function channels({ rgb }: Color): [number, number, number] {
  return [((rgb >> 16) & 255) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255];
}
