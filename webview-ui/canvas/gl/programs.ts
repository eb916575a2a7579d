import type { Shape } from "./batch.ts";

/** Common part: places in nanometres to clip space. The centre comes in two floats, so that deep zoom does not shake. */
const place = `#version 300 es
precision highp float;
uniform vec2 u_centerHigh;
uniform vec2 u_centerLow;
uniform vec2 u_shift;
uniform float u_scale; // pixels for each nanometre
uniform float u_across; // 1, or -1 where x runs to the left
uniform vec2 u_half;   // half the canvas in pixels
vec2 toPixels(vec2 p) { return ((p - u_centerHigh) - u_centerLow + u_shift) * vec2(u_across, 1.0) * u_scale; }
vec4 toClip(vec2 pixels) { return vec4(pixels.x / u_half.x, -pixels.y / u_half.y, 0.0, 1.0); }
const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);
`;

/**
 * Strokes and arcs are quads whose four corners read their element from a texture. Instanced quads would say the same,
 * but software renderers start anew for every instance, which costs ten times the frame.
 */
const element = `${place}
uniform highp sampler2D u_elements;
vec4 texel(int n) { return texelFetch(u_elements, ivec2(n & 2047, n >> 11), 0); }
vec2 corner() { return vec2(float(gl_VertexID & 1) * 2.0 - 1.0, float((gl_VertexID >> 1) & 1) * 2.0 - 1.0); }
`;

const strokeVertex = `${element}
out vec2 v_at;
flat out vec2 v_size; // length, half width in pixels
flat out float v_faint;
void main() {
  int n = (gl_VertexID >> 2) * 2;
  vec4 a_ends = texel(n);
  float a_half = texel(n + 1).x;
  if (a_half < 0.0) { gl_Position = nowhere; return; }
  vec2 a = toPixels(a_ends.xy);
  vec2 b = toPixels(a_ends.zw);
  float half_ = a_half * u_scale;
  // Hairlines stay one pixel wide and grow faint instead of vanishing.
  v_faint = clamp(half_ * 2.0, 0.35, 1.0);
  half_ = max(half_, 0.5);
  vec2 d = b - a;
  float len = length(d);
  vec2 along = len > 0.0 ? d / len : vec2(1.0, 0.0);
  vec2 side = vec2(-along.y, along.x);
  vec2 c = corner();
  float reach = half_ + 1.0;
  v_at = vec2(c.x < 0.0 ? -reach : len + reach, c.y * reach);
  v_size = vec2(len, half_);
  gl_Position = toClip(a + along * v_at.x + side * v_at.y);
}`;

const strokeFragment = `#version 300 es
precision highp float;
uniform vec4 u_color;
uniform float u_once;
in vec2 v_at;
flat in vec2 v_size;
flat in float v_faint;
out vec4 color;
void main() {
  float away = length(vec2(v_at.x - clamp(v_at.x, 0.0, v_size.x), v_at.y)) - v_size.y;
  float cover = clamp(0.5 - away, 0.0, 1.0);
  if (cover <= u_once * 0.45) discard;
  color = vec4(u_color.rgb, 1.0) * (u_color.a * v_faint * (u_once > 0.0 ? 1.0 : cover));
}`;

const arcVertex = `${element}
out vec2 v_at;
flat out vec2 v_size; // radius, half width in pixels
flat out float v_open; // half the opening angle
flat out float v_faint;
void main() {
  int n = (gl_VertexID >> 2) * 2;
  vec4 a_circle = texel(n);        // centre, radius, half width
  vec2 a_angles = texel(n + 1).xy; // start, sweep
  if (a_circle.w < 0.0) { gl_Position = nowhere; return; }
  vec2 center = toPixels(a_circle.xy);
  float radius = a_circle.z * u_scale;
  float half_ = a_circle.w * u_scale;
  v_faint = clamp(half_ * 2.0, 0.35, 1.0);
  half_ = max(half_, 0.5);
  float open = min(abs(a_angles.y) * 0.5, 3.14159265);
  float middle = a_angles.x + a_angles.y * 0.5;
  vec2 along = vec2(u_across * cos(middle), sin(middle));
  vec2 side = vec2(-along.y, along.x);
  vec2 c = corner();
  float reach = half_ + 1.0;
  float tall = open >= 1.57079633 ? radius : radius * sin(open);
  v_at = vec2(c.x < 0.0 ? radius * cos(open) - reach : radius + reach, c.y * (tall + reach));
  v_size = vec2(radius, half_);
  v_open = open;
  gl_Position = toClip(center + along * v_at.x + side * v_at.y);
}`;

const arcFragment = `#version 300 es
precision highp float;
uniform vec4 u_color;
uniform float u_once;
in vec2 v_at;
flat in vec2 v_size;
flat in float v_open;
flat in float v_faint;
out vec4 color;
void main() {
  vec2 p = vec2(v_at.x, abs(v_at.y));
  float away = atan(p.y, p.x) <= v_open || v_open > 3.1415
    ? abs(length(p) - v_size.x)
    : length(p - v_size.x * vec2(cos(v_open), sin(v_open)));
  float cover = clamp(0.5 - (away - v_size.y), 0.0, 1.0);
  if (cover <= u_once * 0.45) discard;
  color = vec4(u_color.rgb, 1.0) * (u_color.a * v_faint * (u_once > 0.0 ? 1.0 : cover));
}`;

const fillVertex = `${place}
layout(location = 0) in vec2 a_at;
void main() { gl_Position = toClip(toPixels(a_at)); }`;

const fillFragment = `#version 300 es
precision highp float;
uniform vec4 u_color;
out vec4 color;
void main() { color = vec4(u_color.rgb, 1.0) * u_color.a; }`;

const pictureVertex = `${place}
uniform vec4 u_box;
out vec2 v_at;
void main() {
  v_at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = toClip(toPixels(mix(u_box.xy, u_box.zw, v_at)));
}`;

const pictureFragment = `#version 300 es
precision highp float;
uniform sampler2D u_picture;
uniform float u_alpha;
in vec2 v_at;
out vec4 color;
void main() { color = texture(u_picture, v_at) * u_alpha; }`;

export interface Program {
  readonly program: WebGLProgram;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

/** The programs of the three shapes, and of pictures. Throws with the driver's words when one does not compile. */
export function buildPrograms(gl: WebGL2RenderingContext): Readonly<Record<Shape | "picture", Program>> {
  const built = {
    fill: build(gl, fillVertex, fillFragment),
    arc: build(gl, arcVertex, arcFragment),
    stroke: build(gl, strokeVertex, strokeFragment),
    picture: build(gl, pictureVertex, pictureFragment),
  };
  // Asked for only now: the driver compiles them side by side until somebody waits for one.
  for (const each of Object.values(built)) each.check();
  return built;
}

function build(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program & { check(): void } {
  const program = gl.createProgram();
  const shaders = [shader(gl, gl.VERTEX_SHADER, vertex), shader(gl, gl.FRAGMENT_SHADER, fragment)];
  for (const each of shaders) gl.attachShader(program, each);
  gl.linkProgram(program);
  const known = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    uniform(name) {
      if (!known.has(name)) known.set(name, gl.getUniformLocation(program, name));
      return known.get(name) ?? null;
    },
    check() {
      if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return;
      for (const each of shaders) {
        if (!gl.getShaderParameter(each, gl.COMPILE_STATUS))
          throw new Error(`a shader does not compile: ${gl.getShaderInfoLog(each)}`);
      }
      throw new Error(`a program does not link: ${gl.getProgramInfoLog(program)}`);
    },
  };
}

function shader(gl: WebGL2RenderingContext, type: GLenum, source: string): WebGLShader {
  const made = gl.createShader(type);
  if (made === null) throw new Error("no shader: the context is lost");
  gl.shaderSource(made, source);
  gl.compileShader(made);
  return made;
}
