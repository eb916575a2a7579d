import type * as vscode from "vscode";
import type { KicadDocument } from "./kicad-document.ts";

/** Both halves of a comparison come up within this time, in milliseconds. */
const TOGETHER_MS = 3000;

interface Half {
  readonly document: KicadDocument;
  readonly panel: vscode.WebviewPanel;
  readonly at: number;
}

/** Finds canvases that VS Code opened side by side to compare a file with its version in source control. */
export class DiffPairs {
  private halves: readonly Half[] = [];
  private readonly onPair: (old: Half, now: Half) => void;

  constructor(onPair: (old: Half, now: Half) => void) {
    this.onPair = onPair;
  }

  /** A canvas came up. */
  add(document: KicadDocument, panel: vscode.WebviewPanel): void {
    const at = Date.now();
    const half = { document, panel, at };
    const isOld = (each: Half) => each.document.uri.scheme !== "file";
    const partner = this.halves.find(
      (other) =>
        at - other.at < TOGETHER_MS && other.document.uri.path === document.uri.path && isOld(other) !== isOld(half),
    );
    this.halves = [...this.halves.filter((each) => at - each.at < TOGETHER_MS && each !== partner), half];
    if (partner === undefined) return;
    if (isOld(half)) this.onPair(half, partner);
    else this.onPair(partner, half);
  }
}
