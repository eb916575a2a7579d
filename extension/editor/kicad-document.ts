import type * as vscode from "vscode";
import type { CommandError } from "../../core/base/error.ts";
import type { DocKind } from "../../core/model/document.ts";
import type { FromCanvas } from "../../webview-ui/protocol.ts";

/** live: the session's document · view: a version that is only looked at (source control) · failed: nothing to show. */
export type DocumentState =
  | { readonly is: "live"; readonly path: string }
  | { readonly is: "view"; readonly bytes: Uint8Array; readonly kind: DocKind; readonly problem: string | null }
  | { readonly is: "failed"; readonly error: CommandError };

/** A file with a tab. What it holds is in the session; this only says which document, and who shows it. */
export class KicadDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  state: DocumentState;
  readonly panels = new Set<vscode.WebviewPanel>();
  /** Ids that are selected in the panel used last. */
  selection: readonly string[] = [];
  /** What is on the screen there. */
  seen: Extract<FromCanvas, { type: "view" }> | undefined;
  /** Whether VS Code's undo stack has been told of the changes made before the tab was there. */
  isAnnounced = false;
  /** The person chose to keep this version over what another program wrote. */
  isKept = false;
  private readonly onDispose: (document: KicadDocument) => void;

  constructor(uri: vscode.Uri, state: DocumentState, onDispose: (document: KicadDocument) => void) {
    this.uri = uri;
    this.state = state;
    this.onDispose = onDispose;
  }

  get name(): string {
    return this.uri.path.slice(this.uri.path.lastIndexOf("/") + 1);
  }

  /** Path in the session; undefined when it is not the session's. */
  get path(): string | undefined {
    return this.state.is === "live" ? this.state.path : undefined;
  }

  get isActive(): boolean {
    return [...this.panels].some((panel) => panel.active);
  }

  dispose(): void {
    this.onDispose(this);
  }
}

export const viewTypes = {
  board: "edsnx.board",
  schematic: "edsnx.schematic",
  footprint: "edsnx.footprint",
  symbolLibrary: "edsnx.symbolLibrary",
} as const;

export function kindOfUri(uri: vscode.Uri): keyof typeof viewTypes {
  if (uri.path.endsWith(".kicad_mod")) return "footprint";
  if (uri.path.endsWith(".kicad_sym")) return "symbolLibrary";
  return uri.path.endsWith(".kicad_sch") ? "schematic" : "board";
}
