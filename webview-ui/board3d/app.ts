import type { Doc } from "../../core/model/document.ts";
import { isSoftware } from "../canvas/gl/renderer.ts";
import { Painting } from "../canvas/painting.ts";
import { Replica } from "../canvas/replica.ts";
import { element } from "../dom/element.ts";
import type { FromBoard3d, ToBoard3d } from "../protocol.ts";
import { type BoardMesh, boardMesh } from "./board-mesh.ts";
import { Parts } from "./parts.ts";
import { release, type Side, Viewer } from "./viewer.ts";

declare function acquireVsCodeApi(): { postMessage(message: FromBoard3d): void };

/** What tests ask. */
export interface Board3dProbe {
  revision(): number;
  parts(): { readonly models: number; readonly bodies: number };
  board(): {
    readonly thickness: number;
    readonly holes: number;
    readonly size: { readonly x: number; readonly y: number };
  };
  camera(): readonly [number, number, number];
  triangles(): number;
  /** Part of the picture that has a colour for which `is` holds, by name. */
  share(of: "mask" | "metal" | "silk" | "ground"): number;
}

declare global {
  interface Window {
    __board3d?: Board3dProbe;
  }
}

/** Keys, as KiCad's 3D viewer has them, and what they do. */
const sideKeys: Readonly<Record<string, Side>> = {
  Home: "angle",
  z: "front",
  Z: "back",
  x: "right",
  X: "left",
  y: "bottom",
  Y: "top",
};

/** How long edits are waited for before the board is built anew, in milliseconds. */
const SETTLE_MS = 150;

/** The board as a body, in `root`: follows edits, asks the host for models. */
export function startBoard3d(root: HTMLElement): void {
  const api = acquireVsCodeApi();
  const canvas = element("canvas", {
    class: "scene",
    tabindex: "0",
    role: "application",
    "aria-label":
      "Board in three dimensions. Arrows turn it, plus and minus zoom, Z shows the front, Shift+Z the back, Home all.",
  });
  const state = element("div", { class: "state", role: "status" }, "Building the board…");
  const isPlain = isSoftware() && document.body.dataset["quality"] !== "full";
  const viewer = new Viewer(canvas, isPlain);
  const shown = { parts: true, silk: true, mask: true, copper: true };
  const waiting = new Map<string, (text: string | null) => void>();
  let board: BoardMesh | null = null;
  let built = -1;
  let timer = 0;

  const parts = new Parts({
    load: (file) =>
      new Promise((resolve) => {
        waiting.set(file, resolve);
        api.postMessage({ type: "model", file });
      }),
    onLoaded() {
      say();
      viewer.invalidate();
    },
    report: (message) => api.postMessage({ type: "problem", message }),
  });
  viewer.scene.add(parts.group);

  const replica = new Replica({
    onDocument: (doc) => build(doc, true),
    onItems(doc) {
      clearTimeout(timer);
      timer = window.setTimeout(() => build(doc, false), SETTLE_MS);
    },
    onGap: () => api.postMessage({ type: "ready" }),
  });

  function build(doc: Doc, isNew: boolean): void {
    try {
      const painting = new Painting(doc, replica.path);
      const next = boardMesh(doc, (item, sink) => painting.paint(item, sink), shown, isPlain);
      if (board !== null) release(board.group);
      board = next;
      viewer.scene.add(board.group);
      parts.show(doc, board);
      viewer.setRadius(Math.hypot(board.size.x, board.size.y) / 2 + 1);
      if (isNew) viewer.look("angle");
      built = replica.revision;
      say();
    } catch (thrown) {
      state.textContent = `Cannot show the board: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
      api.postMessage({ type: "problem", message: state.textContent });
    }
    viewer.invalidate();
  }

  function say(): void {
    if (board === null) return;
    const { size, thickness } = board;
    const made = parts.bodies === 0 ? "" : ` · ${parts.bodies} parts as plain bodies (no model found)`;
    state.textContent = `${size.x.toFixed(1)} × ${size.y.toFixed(1)} × ${Number(thickness.toFixed(2))} mm · ${parts.models} models${made}`;
  }

  function toggle(what: keyof typeof shown, title: string): HTMLElement {
    const button = element(
      "button",
      {
        type: "button",
        "aria-pressed": "true",
        onclick: () => {
          shown[what] = !shown[what];
          button.setAttribute("aria-pressed", String(shown[what]));
          if (what === "parts") {
            parts.group.visible = shown.parts;
            viewer.invalidate();
          } else if (replica.doc !== null) build(replica.doc, false);
        },
      },
      title,
    );
    return button;
  }

  const view = (side: Side, title: string, key: string) =>
    element("button", { type: "button", title: `${title} (${key})`, onclick: () => viewer.look(side) }, title);
  const bar = element(
    "div",
    { class: "bar" },
    element(
      "div",
      { role: "group", "aria-label": "View" },
      view("angle", "Angle", "Home"),
      view("front", "Front", "Z"),
      view("back", "Back", "Shift+Z"),
      view("bottom", "Edge", "Y"),
      view("right", "Side", "X"),
    ),
    element(
      "div",
      { role: "group", "aria-label": "Shown" },
      toggle("parts", "Parts"),
      toggle("silk", "Silkscreen"),
      toggle("mask", "Mask"),
      toggle("copper", "Copper"),
    ),
  );
  const tip = element("div", { class: "tip", hidden: true });
  root.replaceChildren(canvas, bar, state, tip);

  canvas.addEventListener("pointermove", (event) => {
    const under = event.buttons === 0 ? viewer.hit(event.clientX, event.clientY) : null;
    tip.hidden = under === null;
    if (under === null) return;
    tip.textContent = under.name;
    tip.style.left = `${event.clientX + 14}px`;
    tip.style.top = `${event.clientY + 12}px`;
  });
  canvas.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  canvas.addEventListener("dblclick", (event) => {
    const under = viewer.hit(event.clientX, event.clientY);
    if (under !== null) api.postMessage({ type: "show", ids: [under.id] });
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key)) return;
    event.preventDefault();
  });

  function act(key: string): boolean {
    const side = sideKeys[key];
    const turn = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, 15], ArrowDown: [0, -15] }[key];
    if (side !== undefined) viewer.look(side);
    else if (turn !== undefined) viewer.orbit(turn[0]!, turn[1]!);
    else if (key === "+" || key === "=") viewer.zoom(1.25);
    else if (key === "-") viewer.zoom(0.8);
    else return false;
    return true;
  }

  const ground = () => {
    const color = getComputedStyle(document.body).getPropertyValue("--ground").trim();
    viewer.setBackground(color === "" ? "#2b2d30" : color);
  };
  new MutationObserver(ground).observe(document.body, { attributeFilter: ["class"] });
  ground();

  window.addEventListener("message", (event: MessageEvent<ToBoard3d>) => {
    const message = event.data;
    if (message?.type === "document") replica.load(message);
    else if (message?.type === "change") replica.change(message.change);
    else if (message?.type === "model") {
      waiting.get(message.file)?.(message.text);
      waiting.delete(message.file);
    }
  });
  installProbe(viewer, parts, () => ({ built, board }));
  api.postMessage({ type: "ready" });
}

function installProbe(
  viewer: Viewer,
  parts: Parts,
  now: () => { readonly built: number; readonly board: BoardMesh | null },
): void {
  const is: Readonly<Record<string, (r: number, g: number, b: number) => boolean>> = {
    mask: (r, g, b) => g > r * 1.25 && g > b * 1.2 && g > 25,
    metal: (r, g, b) => r > 110 && r > b * 1.25 && g > b,
    silk: (r, g, b) => Math.min(r, g, b) > 170,
    ground: (r, g, b) => Math.abs(r - g) < 8 && Math.abs(g - b) < 8 && r > 20 && r < 90,
  };
  window.__board3d = {
    revision: () => now().built,
    parts: () => ({ models: parts.models, bodies: parts.bodies }),
    board() {
      const { thickness = 0, holes = 0, size = { x: 0, y: 0 } } = now().board ?? {};
      return { thickness, holes, size };
    },
    camera: () => viewer.camera3,
    triangles: () => viewer.triangles,
    share(of) {
      const { data } = viewer.pixels();
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (is[of]!(data[i]!, data[i + 1]!, data[i + 2]!)) count++;
      return count / (data.length / 4);
    },
  };
}
