import type { FindingView } from "../protocol.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";

/** Outline of a mark that points at its place, in CSS pixels, as KiCad's markers do. */
const arrow = [0, 0, 8, 1, 5, 4, 12, 11, 11, 12, 4, 5, 1, 8];

const colors = { error: 0xe6342b, warning: 0xf2b01e, chosen: 0xffffff };

/** Marks of findings; they keep their size on the screen. */
export class FindingMarks implements Overlay {
  private readonly scene = new Scene();
  private findings: readonly FindingView[] = [];
  private chosen = "";
  private scale = 0;

  show(findings: readonly FindingView[]): void {
    this.findings = findings;
    this.scale = 0;
  }

  /** The one at this place (mm) stands out. */
  choose([x, y]: readonly [number, number]): void {
    this.chosen = this.findings.find(({ at }) => at[0] === x && at[1] === y)?.id ?? "";
    this.scale = 0;
  }

  passes(view: Viewport, ratio: number): readonly Pass[] {
    if (view.scale !== this.scale) this.build(view, ratio);
    const pass = (name: string, rgb: number) => ({ name, color: { rgb, alpha: 1 } });
    return [
      {
        scene: this.scene,
        layers: [
          pass("rim", 0x000000),
          pass("warning", colors.warning),
          pass("error", colors.error),
          pass("chosen", colors.chosen),
        ],
      },
    ];
  }

  private build(view: Viewport, ratio: number): void {
    this.scale = view.scale;
    this.scene.clear();
    const pixel = ratio / view.scale;
    for (const { id, at, severity } of this.findings) {
      const points = arrow.map((each, i) => at[i % 2]! * 1e6 + each * pixel);
      this.scene.put(id, "finding", (sink) => {
        sink.layer("rim");
        sink.polyline([...points, points[0]!, points[1]!], 2 * pixel);
        sink.layer(id === this.chosen ? "chosen" : severity === "error" ? "error" : "warning");
        sink.polygon(points);
      });
    }
  }
}
