import type { Nm, Point } from "../../../core/base/nm.ts";
import type { Sink } from "../../../core/engines/render/sink.ts";
import type { Doc } from "../../../core/model/document.ts";
import type { ItemId } from "../../../core/model/item.ts";
import type { Scene } from "../scene.ts";

/** Where the pointer is. */
export interface Cursor {
  /** Exactly. */
  readonly raw: Point;
  /** On the grid (not with Alt), or at the end of copper that is near. */
  readonly at: Point;
}

/** Something that a person draws or places with the pointer; the selection has the pointer while there is none. */
export interface Tool {
  readonly id: string;
  readonly title: string;
  /** What the pointer and the keys do now. */
  hint(): string;
  move(to: Cursor): void;
  press(at: Cursor): void;
  /** Enter, or a second press at the same place. */
  finish(): void;
  /** Whether the key was the tool's: letters in lower case, `Backspace`, `/`. */
  key(key: string): boolean;
  /** Gives up what is under way; false when there was nothing, and the tool ends. */
  cancel(): boolean;
  /** Draws what is under way; `pixel` is the size of a CSS pixel in nanometres. */
  draw(sink: Sink, pixel: Nm): void;
  /** What is drawn moved to a place besides: a part that is being placed. */
  ghost?(): { readonly scene: Scene; readonly at: Point } | null;
}

/** A question with a line of text for an answer. */
export interface Question {
  readonly title: string;
  readonly label: string;
  readonly value?: string;
  /** Answers that are offered; others may be typed unless `isClosed`. */
  readonly choices?: readonly string[];
  readonly isClosed?: boolean;
}

/** What tools need of the canvas around them. */
export interface ToolSurface {
  readonly doc: () => Doc | null;
  readonly path: () => string;
  /** A file that names the project: its own, else the document. */
  readonly project: () => string;
  readonly selection: () => ReadonlySet<ItemId>;
  readonly select: (ids: Iterable<ItemId>) => void;
  /** Items whose shapes are at a place, the likeliest first. */
  readonly hits: (at: Point) => readonly ItemId[];
  /** Runs a command on this document; what goes wrong is told. Answers its result, or null. */
  readonly run: (command: string, args: Readonly<Record<string, unknown>>) => Promise<object | null>;
  /** Runs it without keeping anything; answers why it would be refused, or null. */
  readonly refusal: (command: string, args: Readonly<Record<string, unknown>>) => Promise<string | null>;
  /** Asks a query; null where there is no answer. Arguments are whole: no path is added. */
  readonly look: (command: string, args: Readonly<Record<string, unknown>>) => Promise<object | null>;
  /** Runs commands as one undoable change; answers why that was refused, or null. Arguments are whole. */
  readonly applyAll: (
    label: string,
    steps: readonly { readonly id: string; readonly args: Readonly<Record<string, unknown>> }[],
  ) => Promise<string | null>;
  readonly ask: (question: Question) => Promise<string | null>;
  readonly choosePart: (kind: "symbol" | "footprint", query: string) => Promise<Part | null>;
  readonly layer: () => string;
  readonly setLayer: (name: string) => void;
  readonly grid: () => Nm;
  /** Shows the selection moved; null: where it belongs. */
  readonly showMoved: (by: Point | null) => void;
  /** The draft or the hint is another one. */
  readonly refresh: () => void;
  readonly complain: (text: string) => void;
  /** The tool is done: the selection has the pointer again. */
  readonly end: () => void;
}

/** A part that was chosen of a library. */
export interface Part {
  /** Library:Name. */
  readonly id: string;
  /** Draws it for a place at 0, 0. */
  readonly scene: (turn: Turn) => Scene;
}

/** How a part is turned before it is placed. */
export interface Turn {
  /** Degrees, counter-clockwise. */
  readonly angle: number;
  readonly isBack: boolean;
  /** Of a symbol. */
  readonly mirror: "x" | "y" | null;
}

export function toArgs({ x, y }: Point): [number, number] {
  return [x / 1e6, y / 1e6];
}

export function isSame(a: Point | undefined, b: Point | undefined): boolean {
  return a !== undefined && b !== undefined && a.x === b.x && a.y === b.y;
}
