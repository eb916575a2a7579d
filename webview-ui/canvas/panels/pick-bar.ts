import type { Point } from "../../../core/base/nm.ts";
import { element } from "../../dom/element.ts";
import type { Pick } from "../../protocol.ts";

export interface PickSurface {
  readonly canvas: HTMLCanvasElement;
  readonly selection: () => Iterable<string>;
  /** Where a pointer is in the drawing, on its grid unless Alt is held. */
  readonly place: (event: PointerEvent) => Point;
  readonly isPan: (event: PointerEvent) => boolean;
  /** null: the person wants no part of it. */
  readonly answer: (id: string, answer: { readonly ids: readonly string[] } | { readonly point: Point } | null) => void;
}

/** A bar over the canvas with what an agent asks the person to point at; Enter or a click answers, Escape declines. */
export class PickBar {
  readonly root = element("div", { class: "message-strip pick-bar", role: "alertdialog", hidden: true });
  private readonly surface: PickSurface;
  private pick: Pick | null = null;

  constructor(surface: PickSurface) {
    this.surface = surface;
    // Before the tools of the canvas: this click is not theirs.
    surface.canvas.addEventListener("pointerdown", (event) => this.pressed(event), { capture: true });
    window.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  show(pick: Pick | null): void {
    this.pick = pick;
    this.root.hidden = pick === null;
    this.surface.canvas.style.cursor = pick?.mode === "point" ? "crosshair" : "";
    if (pick === null) return;
    const { from, prompt, mode } = pick;
    const how = mode === "point" ? "Click the place." : "Select, then press Enter.";
    const done = element("button", { type: "button", onclick: () => this.done() }, "Done");
    this.root.replaceChildren(
      element("span", { class: "text" }, `${from} asks: ${prompt}`),
      element("span", { class: "hint" }, how),
      ...(mode === "items" ? [done] : []),
      element("button", { type: "button", onclick: () => this.end(null) }, "Decline"),
    );
    this.root.setAttribute("aria-label", `${from} asks: ${prompt}`);
  }

  private pressed(event: PointerEvent): void {
    if (this.pick?.mode !== "point" || event.button !== 0 || this.surface.isPan(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.end({ point: this.surface.place(event) });
  }

  private key(event: KeyboardEvent): void {
    if (this.pick === null || (event.key !== "Escape" && event.key !== "Enter")) return;
    if (event.key === "Enter" && (this.pick.mode === "point" || event.target instanceof HTMLButtonElement)) return;
    if (event.target instanceof HTMLInputElement) return;
    event.stopImmediatePropagation();
    if (event.key === "Enter") this.done();
    else this.end(null);
  }

  private done(): void {
    this.end({ ids: [...this.surface.selection()] });
  }

  private end(answer: { readonly ids: readonly string[] } | { readonly point: Point } | null): void {
    const { pick } = this;
    this.show(null);
    if (pick !== null) this.surface.answer(pick.id, answer);
  }
}
