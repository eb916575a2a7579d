import type { Color, Theme } from "../../core/engines/render/sink.ts";
import { FADED, layerColor } from "../../core/engines/render/themes.ts";

/** Filled zones let what lies below shine through, as in KiCad. */
const zoneOpacity = { filled: 0.6, faint: 0.18, outlined: 0 };

/** How much of their own light things keep while a net is lit, and on layers that are not drawn on. */
const DIMMED = 0.35;
const FAR = 0.25;

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
  /** What is drawn on. */
  active = "F.Cu";
  /** How layers that are not drawn on are shown. */
  contrast: "all" | "dim" | "hide" = "all";
  zones: "filled" | "faint" | "outlined" = "filled";
  /** Everything is darker, since something else is lit. */
  isDimmed = false;

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
    const own = name.endsWith(":zone") ? zoneOpacity[this.zones] : 1;
    const color =
      colors[name] ?? ownColor(name) ?? layerColor(this.theme, name.endsWith(FADED) ? name : controllerOf(name));
    const opacity = this.opacities.get(name) ?? this.opacities.get(controllerOf(name)) ?? 1;
    return { rgb: color.rgb, alpha: color.alpha * opacity * own };
  }

  /** A layer's colour as the document is drawn in: dimmed where something else matters. */
  shownColorOf(name: string): Color {
    const color = this.colorOf(name);
    let light = this.isDimmed ? DIMMED : 1;
    let { alpha } = color;
    if (this.contrast !== "all" && !this.isOfActive(name)) {
      if (this.contrast === "hide") alpha = 0;
      else light = Math.min(light, FAR);
    }
    if (name.endsWith(":picture")) alpha *= light;
    return light === 1 ? { rgb: color.rgb, alpha } : { rgb: blend(color.rgb, this.theme.background.rgb, light), alpha };
  }

  /** Whether a layer is the one that is drawn on, or goes through it. */
  private isOfActive(name: string): boolean {
    const layer = controllerOf(name);
    if (layer === this.active || layer === "Edge.Cuts") return true;
    return isCopper(this.active) && /^(via|pad\.through|hole)/.test(layer);
  }
}

/** The name of a layer for what stands on `name` in a colour of its own: `sch.wire~ff0000ff`. */
export function ownLayer(name: string, { rgb, alpha }: Color): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `${name}~${hex(rgb, 6)}${hex(Math.round(alpha * 255), 2)}`;
}

function ownColor(name: string): Color | null {
  const [, rgb, alpha] = /~(\w{6})(\w\w)$/.exec(name) ?? [];
  if (rgb === undefined || alpha === undefined) return null;
  return { rgb: Number.parseInt(rgb, 16), alpha: Number.parseInt(alpha, 16) / 255 };
}

/** The layer whose checkbox also governs this one: `F.Cu:zone`, `F.Cu.zone-outline` and `F.Cu:picture` go with `F.Cu`. */
export function controllerOf(name: string): string {
  return name.replace(/(:zone|\.zone-outline|:picture|:frame|:dnp|~\w+)$/, "");
}

/** A colour with a part of its own light, the rest is the ground. */
function blend(rgb: number, ground: number, part: number): number {
  const channel = (shift: number) =>
    Math.round(((rgb >> shift) & 255) * part + ((ground >> shift) & 255) * (1 - part)) << shift;
  return channel(16) | channel(8) | channel(0);
}

export function luminance({ rgb }: Color): number {
  return (0.299 * ((rgb >> 16) & 255) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255)) / 255;
}

export const isCopper = (name: string): boolean => /\.Cu(:|$)/.test(name) || /^(via|pad|hole)/.test(name);
