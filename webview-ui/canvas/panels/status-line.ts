import { NM_PER_MM, type Nm, type Point } from "../../../core/base/nm.ts";
import { element } from "../../dom/element.ts";

/** The line at the bottom: cursor, grid, zoom, what is selected, what is being done. */
export class StatusLine {
  readonly root: HTMLElement;
  private readonly cursor = element("span", { class: "cursor", title: "Cursor (mm)" });
  private readonly moved = element("span", { class: "moved" });
  private readonly grid = element("span", { title: "Grid (mm)" });
  private readonly layer = element("span", { class: "layer", title: "Layer that is drawn on" });
  private readonly view = element("span", { class: "view", role: "status" });
  private readonly zoom = element("span", { title: "Zoom" });
  private readonly selected = element("span", { class: "selected", role: "status", "aria-live": "polite" });
  private readonly work = element("span", { class: "work", role: "status" });

  constructor() {
    this.root = element(
      "footer",
      { class: "status-line" },
      this.cursor,
      this.moved,
      this.grid,
      this.layer,
      this.zoom,
      this.view,
      this.selected,
      this.work,
    );
  }

  setCursor(p: Point | null): void {
    this.cursor.textContent = p === null ? "" : `X ${mm(p.x)}  Y ${mm(p.y)}`;
  }

  setMoved(by: Point | null): void {
    this.moved.textContent = by === null ? "" : `ΔX ${mm(by.x)}  ΔY ${mm(by.y)}`;
  }

  setLayer(name: string): void {
    this.layer.textContent = name;
  }

  /** How the document is shown, where that is not the usual way. */
  setView(text: string): void {
    if (this.view.textContent !== text) this.view.textContent = text;
  }

  setGrid(grid: Nm): void {
    this.grid.textContent = `Grid ${grid / NM_PER_MM} mm`;
  }

  /** Pixels for each nanometre, and pixels for each CSS pixel. */
  setZoom(scale: number, ratio: number): void {
    const perMm = (scale * NM_PER_MM) / ratio;
    this.zoom.textContent = `${perMm >= 10 ? perMm.toFixed(0) : perMm.toFixed(1)} px/mm`;
  }

  setSelected(text: string): void {
    if (this.selected.textContent !== text) this.selected.textContent = text;
  }

  setWork(text: string): void {
    this.work.textContent = text;
  }
}

function mm(nm: Nm): string {
  return (nm / NM_PER_MM).toFixed(3);
}
