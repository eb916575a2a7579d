import type { Box } from "../../core/base/nm.ts";
import { type Doc, type DocKind, readDoc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import { diffDocs, type ItemDifference } from "../../core/model/item-diff.ts";
import type { CompareView } from "../protocol.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import { Painting } from "./painting.ts";
import { emptyBox, joinBoxes, Scene } from "./scene.ts";
import type { Stage } from "./stage.ts";

/** Which of the two versions is shown over the dimmed document. */
export type CompareSide = "both" | "before" | "after";

/** Colours of what is gone, new, and different: on dark ground, on light ground; the old form of what differs is faint. */
export const compareColors = {
  removed: [0xf14c4c, 0xc42b1c],
  added: [0x46c35f, 0x107c2d],
  changed: [0xffb629, 0xb56a00],
} as const;

/** Another version of the document laid over this one: what was removed, added and changed, in colours. */
export class Comparison implements Overlay {
  differences: readonly ItemDifference[] = [];
  side: CompareSide = "both";
  private other: Doc | null = null;
  private view: CompareView | null = null;
  private readonly stage: Stage;
  private readonly scenes = {
    removed: new Scene(),
    before: new Scene(),
    added: new Scene(),
    changed: new Scene(),
  };

  constructor(stage: Stage) {
    this.stage = stage;
    stage.overlays.push(this);
  }

  get current(): CompareView | null {
    return this.view;
  }

  /** Takes the other version in, or ends. Throws where it cannot be read. */
  open(view: CompareView | null, kind: DocKind | undefined): void {
    this.view = view;
    this.other = null;
    this.differences = [];
    for (const scene of Object.values(this.scenes)) scene.clear();
    this.stage.layers.isDimmed = false;
    if (view === null) return;
    const { doc, problems } = readDoc(view.bytes);
    if (doc === null || doc.kind !== kind) {
      this.view = null;
      const reason = doc === null ? (problems[0]?.message ?? "it is no KiCad file") : `it is a ${doc.kind}`;
      throw new Error(`Cannot compare with ${view.title}: ${reason}.`);
    }
    this.other = doc;
  }

  /** Compares anew: the document changed. */
  update(doc: Doc, path: string): void {
    const { other, view } = this;
    if (other === null || view === null) return;
    const [before, after] = view.isNewer ? [doc, other] : [other, doc];
    this.differences = diffDocs(before, after);
    this.stage.layers.isDimmed = true;
    for (const scene of Object.values(this.scenes)) scene.clear();
    const paintings = { before: new Painting(before, path), after: new Painting(after, path) };
    const put = (scene: Scene, from: "before" | "after", difference: ItemDifference) => {
      const item = difference[from];
      if (item !== null) scene.put(difference.id, difference.kind, (sink) => paintings[from].paint(item, sink));
    };
    for (const difference of this.differences) {
      if (difference.change === "removed") put(this.scenes.removed, "before", difference);
      else if (difference.change === "added") put(this.scenes.added, "after", difference);
      else {
        put(this.scenes.before, "before", difference);
        put(this.scenes.changed, "after", difference);
      }
    }
    this.stage.invalidate();
  }

  /** Where a difference is, in either version; null for what is not drawn. */
  boxOf(id: ItemId): Box | null {
    let box = emptyBox;
    for (const scene of Object.values(this.scenes)) {
      const drawn = scene.get(id);
      if (drawn !== undefined) box = joinBoxes(box, drawn.body);
    }
    return box.minX > box.maxX ? null : box;
  }

  passes(_view: unknown, _ratio: number, isDark: boolean): readonly Pass[] {
    if (this.other === null) return [];
    const { stage, scenes, side } = this;
    const pass = (scene: Scene, of: keyof typeof compareColors, alpha: number): Pass => ({
      scene,
      isMark: true,
      layers: [...scene.layers.keys()]
        .filter((name) => stage.layers.isVisible(name))
        .sort((a, b) => Number(isFilling(b)) - Number(isFilling(a)))
        .map((name) => ({
          name,
          color: { rgb: compareColors[of][isDark ? 0 : 1], alpha: alpha * (isFilling(name) ? 0.3 : 1) },
        })),
    });
    return [
      ...(side === "after"
        ? []
        : [pass(scenes.removed, "removed", 1), pass(scenes.before, "changed", side === "both" ? 0.4 : 1)]),
      ...(side === "before" ? [] : [pass(scenes.changed, "changed", 1), pass(scenes.added, "added", 1)]),
    ];
  }
}

/** What would hide everything below it. */
function isFilling(name: string): boolean {
  return name.endsWith(":zone") || name.endsWith(".background") || /\.(Mask|Paste|CrtYd)$/.test(name);
}
