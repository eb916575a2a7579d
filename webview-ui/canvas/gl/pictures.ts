import { decodeBase64 } from "../../../core/base/base64.ts";
import type { Color } from "../../../core/engines/render/sink.ts";
import type { Picture, Scene } from "../scene.ts";
import type { Program } from "./programs.ts";

/** What stands where a picture's data cannot be read: grey that shines through, alpha multiplied in. */
const UNREADABLE = new Uint8Array([80, 80, 80, 128]);

/** Pictures as textures, made when first seen; those of a lost context are made anew. */
export class PictureStore {
  private readonly gl: WebGL2RenderingContext;
  /** By their data; null while they are decoded. */
  private textures = new Map<string, WebGLTexture | null>();
  private corners: WebGLVertexArrayObject | null = null;
  private readonly onReady: () => void;

  /** `onReady` hears when a picture can be drawn that could not before. */
  constructor(gl: WebGL2RenderingContext, onReady: () => void) {
    this.gl = gl;
    this.onReady = onReady;
  }

  /** The context is another one: nothing of the old one is left. */
  forget(): void {
    this.textures = new Map();
    this.corners = null;
  }

  /** Draws the pictures that stand on a layer; answers how many calls that took. */
  draw(
    scene: Scene,
    layer: string,
    color: Color,
    { program, uniform }: Program,
    shift: readonly [number, number],
  ): number {
    const pictures = scene.picturesOn(layer);
    if (pictures.size === 0) return 0;
    const { gl } = this;
    let calls = 0;
    for (const picture of pictures) {
      const texture = this.textureOf(picture);
      if (texture === null) continue;
      const { minX, minY, maxX, maxY } = picture.box;
      gl.useProgram(program);
      gl.uniform4f(uniform("u_box"), minX, minY, maxX, maxY);
      gl.uniform2f(uniform("u_shift"), shift[0], shift[1]);
      gl.uniform1f(uniform("u_alpha"), color.alpha);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      this.corners ??= gl.createVertexArray();
      gl.bindVertexArray(this.corners);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      calls++;
    }
    return calls;
  }

  private textureOf({ data }: Picture): WebGLTexture | null {
    const known = this.textures.get(data);
    if (known !== undefined) return known;
    const { textures } = this;
    textures.set(data, null);
    const bytes = decodeBase64(data);
    createImageBitmap(new Blob([bytes.slice().buffer]), { premultiplyAlpha: "premultiply" }).then(
      (image) => {
        if (textures === this.textures)
          textures.set(
            data,
            this.make((gl) => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image)),
          );
        image.close();
        this.onReady();
      },
      () => {
        if (textures === this.textures)
          textures.set(
            data,
            this.make((gl) => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, UNREADABLE)),
          );
        this.onReady();
      },
    );
    return null;
  }

  private make(send: (gl: WebGL2RenderingContext) => void): WebGLTexture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    send(gl);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    return texture;
  }
}
