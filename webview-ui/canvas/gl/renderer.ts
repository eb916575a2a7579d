import type { Color } from "../../../core/engines/render/sink.ts";
import type { Scene } from "../scene.ts";
import type { Viewport } from "../viewport.ts";
import type { Batch, Shape } from "./batch.ts";
import { floatsOf, shapes } from "./batch.ts";
import type { Program } from "./programs.ts";
import { buildPrograms } from "./programs.ts";

/** One pass over a scene: which layers, bottom first, in which colours, moved by how much. */
export interface Pass {
  readonly scene: Scene;
  readonly layers: readonly { readonly name: string; readonly color: Color }[];
  /** Nanometres. */
  readonly shiftX?: number;
  readonly shiftY?: number;
}

interface Uploaded {
  readonly vao: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  /** Numbers that the buffer has room for. */
  room: number;
}

/** Draws scenes: one call for each layer and shape. */
export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private programs: Readonly<Record<Shape, Program>>;
  private uploaded = new Map<Batch, Uploaded>();
  private lost = false;
  /** Draw calls of the last frame. */
  calls = 0;

  /** `onRestored` is called when a lost context is back and everything can be drawn again. */
  constructor(canvas: HTMLCanvasElement, onRestored: () => void) {
    const gl = canvas.getContext("webgl2", { antialias: !isSoftware(), alpha: false, stencil: true, depth: false });
    if (gl === null) throw new Error("this window has no WebGL2; VS Code needs hardware or software GL turned on");
    this.gl = gl;
    this.programs = buildPrograms(gl);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.lost = true;
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.programs = buildPrograms(gl);
      this.uploaded = new Map();
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
    for (const shape of shapes) this.setView(this.programs[shape], viewport);
    let mark = 0;
    for (const pass of passes) {
      for (const { name, color } of pass.layers) {
        const batches = pass.scene.layers.get(name);
        if (batches === undefined || color.alpha <= 0) continue;
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
    gl.bindVertexArray(this.upload(batch).vao);
    if (batch.shape === "fill") gl.drawArrays(gl.TRIANGLES, 0, batch.count);
    else gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, batch.count);
    this.calls++;
  }

  /** Sends what changed since the last frame. */
  private upload(batch: Batch): Uploaded {
    const { gl } = this;
    let known = this.uploaded.get(batch);
    if (known === undefined) {
      known = this.describe(batch);
      this.uploaded.set(batch, known);
    }
    if (known.room < batch.data.length) {
      gl.bindBuffer(gl.ARRAY_BUFFER, known.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, batch.data, gl.DYNAMIC_DRAW);
      known.room = batch.data.length;
    } else if (batch.dirty.length > 0) {
      gl.bindBuffer(gl.ARRAY_BUFFER, known.buffer);
      const size = floatsOf[batch.shape];
      for (const { start, count } of batch.dirty)
        gl.bufferSubData(gl.ARRAY_BUFFER, start * size * 4, batch.data, start * size, count * size);
    }
    batch.dirty.length = 0;
    return known;
  }

  private describe(batch: Batch): Uploaded {
    const { gl } = this;
    const vao = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = floatsOf[batch.shape] * 4;
    const parts = batch.shape === "fill" ? [2] : batch.shape === "arc" ? [4, 2] : [4, 1];
    let offset = 0;
    parts.forEach((size, location) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride, offset);
      if (batch.shape !== "fill") gl.vertexAttribDivisor(location, 1);
      offset += size * 4;
    });
    return { vao, buffer, room: 0 };
  }
}

/** Whether the processor draws: multisampling would cost several times the frame there. */
function isSoftware(): boolean {
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
