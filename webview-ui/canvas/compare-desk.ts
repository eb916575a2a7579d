import type { Box } from "../../core/base/nm.ts";
import type { Doc } from "../../core/model/document.ts";
import type { CompareView } from "../protocol.ts";
import { Comparison } from "./comparison.ts";
import { ComparePanel } from "./panels/compare-panel.ts";
import { titleOf } from "./selection.ts";
import type { Stage } from "./stage.ts";

/** How long edits are waited for before the versions are compared anew, in milliseconds. */
const SETTLE_MS = 100;

export interface CompareDeskOptions {
  readonly stage: Stage;
  readonly document: () => { readonly doc: Doc | null; readonly path: string };
  readonly goTo: (box: Box) => void;
  readonly say: (text: string) => void;
  /** What is dimmed is something else. */
  readonly onChange: () => void;
}

/** The comparison with another version: its overlay and its panel, kept up with the document. */
export class CompareDesk {
  readonly panel: ComparePanel;
  private readonly options: CompareDeskOptions;
  private readonly comparison: Comparison;
  private timer = 0;

  constructor(options: CompareDeskOptions) {
    this.options = options;
    this.comparison = new Comparison(options.stage);
    this.panel = new ComparePanel({
      titleOf,
      setSide: (side) => {
        this.comparison.side = side;
        options.stage.invalidate();
      },
      show: ({ id }) => {
        const box = this.comparison.boxOf(id);
        if (box === null) options.say("This is not drawn: it is a setting of the document.");
        else options.goTo(box);
      },
      close: () => this.open(null),
    });
  }

  get isOpen(): boolean {
    return this.comparison.current !== null;
  }

  /** Lays another version over the document and goes to the first difference; null: no more. */
  open(view: CompareView | null): void {
    this.comparison.open(view, this.options.document().doc?.kind);
    this.panel.choose(view?.side ?? "both");
    this.update();
    if (view !== null) this.panel.step(1);
  }

  /** The document is another one. */
  update(): void {
    clearTimeout(this.timer);
    const { doc, path } = this.options.document();
    if (doc !== null) this.comparison.update(doc, path);
    this.panel.show(this.comparison.current?.title ?? null, this.comparison.differences);
    this.options.onChange();
  }

  /** The document was edited; compared after the frame that shows it. */
  follow(): void {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.update(), SETTLE_MS);
  }
}
