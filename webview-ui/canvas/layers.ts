import type { Color, Theme } from "../../core/engines/render/sink.ts";
import { layerColor } from "../../core/engines/render/themes.ts";

/** Filled zones let what lies below shine through, as in KiCad. */
const ZONE_OPACITY = 0.6;

export interface LayerView {
  readonly name: string;
  readonly color: Color;
  readonly visible: boolean;
}

/** Which layers there are, bottom first, and how each is seen. */
export class LayerSet {
  private names: readonly string[] = [];
  private readonly hidden = new Set<string>();
  private readonly opacities = new Map<string, number>();
  private theme: Theme;

  constructor(theme: Theme) {
    this.theme = theme;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
  }

  get background(): Color {
    return this.theme.background;
  }

  /** The layers that something stands on, bottom first. Answers whether they are others than before. */
  setNames(ordered: readonly string[]): boolean {
    if (ordered.length === this.names.length && ordered.every((name, i) => name === this.names[i])) return false;
    this.names = ordered;
    return true;
  }

  /** Bottom first. */
  list(): readonly LayerView[] {
    return this.names.map((name) => ({ name, color: this.colorOf(name), visible: this.isVisible(name) }));
  }

  isVisible = (name: string): boolean => !this.hidden.has(name) && !this.hidden.has(controllerOf(name));

  setVisible(name: string, visible: boolean): void {
    if (visible) this.hidden.delete(name);
    else this.hidden.add(name);
  }

  /** Shows exactly the layers that `accept` takes. */
  showOnly(accept: (name: string) => boolean): void {
    this.hidden.clear();
    for (const name of this.names) if (!accept(name)) this.hidden.add(name);
  }

  setOpacity(name: string, opacity: number): void {
    this.opacities.set(name, opacity);
  }

  colorOf(name: string): Color {
    const { colors } = this.theme;
    const own = name.endsWith(":zone") ? ZONE_OPACITY : 1;
    const color = colors[name] ?? layerColor(this.theme, controllerOf(name));
    const opacity = this.opacities.get(name) ?? this.opacities.get(controllerOf(name)) ?? 1;
    return { rgb: color.rgb, alpha: color.alpha * opacity * own };
  }
}

/** The layer whose checkbox also governs this one: `F.Cu:zone` and `F.Cu.zone-outline` go with `F.Cu`. */
export function controllerOf(name: string): string {
  return name.replace(/(:zone|\.zone-outline)$/, "");
}

export function luminance({ rgb }: Color): number {
  return (0.299 * ((rgb >> 16) & 255) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255)) / 255;
}

export const isCopper = (name: string): boolean => /\.Cu(:|$)/.test(name) || /^(via|pad|hole)/.test(name);
