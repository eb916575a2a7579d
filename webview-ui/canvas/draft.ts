import type { Color } from "../../core/engines/render/sink.ts";
import type { Pass } from "./gl/renderer.ts";
import type { LayerSet } from "./layers.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Tool } from "./tools/tool.ts";
import type { Viewport } from "./viewport.ts";

/** What the tool is drawing. */
export class Draft implements Overlay {
  private readonly scene = new Scene();
  private readonly layers: LayerSet;
  private readonly tool: () => Tool | null;

  constructor(layers: LayerSet, tool: () => Tool | null) {
    this.layers = layers;
    this.tool = tool;
  }

  passes(view: Viewport, ratio: number, isDark: boolean): readonly Pass[] {
    const tool = this.tool();
    this.scene.clear();
    if (tool === null) return [];
    this.scene.put("draft", "draft", (sink) => tool.draw(sink, ratio / view.scale));
    const ghost = tool.ghost?.() ?? null;
    const own: Readonly<Record<string, Color>> = {
      draft: { rgb: isDark ? 0xffffff : 0x1a5fb4, alpha: 1 },
      "draft.bad": { rgb: 0xff3b30, alpha: 0.85 },
    };
    const color = (name: string) => own[name] ?? { ...this.layers.colorOf(name), alpha: 0.8 };
    const all = (scene: Scene) => [...scene.layers.keys()].map((name) => ({ name, color: color(name) }));
    return [
      ...(ghost === null
        ? []
        : [{ scene: ghost.scene, layers: all(ghost.scene), shiftX: ghost.at.x, shiftY: ghost.at.y }]),
      { scene: this.scene, layers: all(this.scene) },
    ];
  }
}
