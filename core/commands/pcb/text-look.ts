import type { Nm } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import { plainEffects } from "../../model/effects.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** How new texts and lines look on a layer. */
export interface LayerLook {
  readonly width: Nm;
  readonly height: Nm;
  readonly thickness: Nm;
  readonly italic: boolean;
  readonly line: Nm;
}

/** KiCad's settings of a new project, by class of layer: text size, its pen, and the pen of lines (mm). */
const kicad: Readonly<Record<string, readonly [size: number, pen: number, line: number]>> = {
  silk: [1, 0.1, 0.1],
  copper: [1.5, 0.3, 0.2],
  fab: [1, 0.15, 0.1],
  other: [1, 0.15, 0.1],
};

/** What the project's board settings (`board.design_settings.defaults`) say of a layer; KiCad's where they are silent. */
export function lookOn(settings: ProjectSettings, layer: string): LayerLook {
  const kind = layer.endsWith(".Cu")
    ? "copper"
    : layer.endsWith(".SilkS")
      ? "silk"
      : layer.endsWith(".Fab")
        ? "fab"
        : "other";
  const defaults = defaultsOf(settings);
  const [size, pen, line] = kicad[kind]!;
  const nm = (name: string, absent: number) => {
    const value = defaults[name];
    return Math.round((typeof value === "number" && value > 0 ? value : absent) * 1e6);
  };
  const lineOf =
    layer === "Edge.Cuts"
      ? nm("board_outline_line_width", 0.05)
      : layer.endsWith(".CrtYd")
        ? nm("courtyard_line_width", 0.05)
        : nm(`${kind}_line_width`, line);
  return {
    width: nm(`${kind}_text_size_h`, size),
    height: nm(`${kind}_text_size_v`, size),
    thickness: nm(`${kind}_text_thickness`, pen),
    italic: defaults[`${kind}_text_italic`] === true,
    line: lineOf,
  };
}

export function defaultsOf(settings: ProjectSettings): Readonly<Record<string, unknown>> {
  const board = settings.json["board"] as { design_settings?: { defaults?: Record<string, unknown> } } | undefined;
  return board?.design_settings?.defaults ?? {};
}

/** What a caller may say of a text's look; lengths in mm. */
export interface LookArgs {
  readonly size?: number | readonly number[] | undefined;
  readonly thickness?: number | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly mirror?: boolean | undefined;
  readonly hAlign?: Effects["hAlign"] | undefined;
  readonly vAlign?: Effects["vAlign"] | undefined;
  readonly face?: string | undefined;
}

/** The effects of a new text: as told, else as the layer has it; texts on the back are mirrored. */
export function effectsOf(look: LayerLook, layer: string, args: LookArgs): Effects {
  const size = args.size === undefined ? null : typeof args.size === "number" ? [args.size, args.size] : args.size;
  const height = size === null ? look.height : Math.round(size[1]! * 1e6);
  const scaled = size === null ? look.thickness : Math.round((look.thickness * height) / look.height);
  return {
    ...plainEffects,
    face: args.face ?? null,
    width: size === null ? look.width : Math.round(size[0]! * 1e6),
    height,
    thickness: args.thickness === undefined ? scaled : Math.round(args.thickness * 1e6),
    bold: args.bold ?? false,
    italic: args.italic ?? look.italic,
    hAlign: args.hAlign ?? "left",
    vAlign: args.vAlign ?? "bottom",
    mirror: args.mirror ?? layer.startsWith("B."),
  };
}
