import type { Nm } from "../../core/base/nm.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";
import { seen } from "./viewport.ts";

/** Grid lines for what is seen, as a scene of their own: `grid` and, every tenth, `grid.major`. */
export class Grid {
  readonly scene = new Scene();
  private key = "";

  update(v: Viewport, spacing: Nm, ratio: number): void {
    let step = spacing;
    // Lines nearer than 10 CSS pixels are left out, by fives and tens.
    for (let factor = 0; step * v.scale < 10 * ratio && factor < 24; factor++) step *= factor % 2 === 0 ? 5 : 2;
    const box = seen(v);
    const pad = step * 10;
    const x0 = Math.floor((box.minX - pad) / pad) * 10;
    const x1 = Math.ceil((box.maxX + pad) / pad) * 10;
    const y0 = Math.floor((box.minY - pad) / pad) * 10;
    const y1 = Math.ceil((box.maxY + pad) / pad) * 10;
    const key = [step, x0, x1, y0, y1].join();
    if (key === this.key) return;
    this.key = key;
    this.scene.put("grid", "grid", (sink) => {
      for (const isMajor of [false, true]) {
        sink.layer(isMajor ? "grid.major" : "grid");
        for (let i = x0; i <= x1; i++)
          if ((i % 10 === 0) === isMajor) sink.polyline([i * step, y0 * step, i * step, y1 * step], 0);
        for (let i = y0; i <= y1; i++)
          if ((i % 10 === 0) === isMajor) sink.polyline([x0 * step, i * step, x1 * step, i * step], 0);
      }
    });
  }
}
