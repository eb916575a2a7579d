import type { Nm } from "../base/nm.ts";
import { copperLayers } from "../model/board/layer-table.ts";
import type { StackLayer } from "../model/board/stackup.ts";
import type { Doc } from "../model/document.ts";

/** Light in vacuum takes this long for a nanometre (ps). */
const PS_PER_NM = 1 / 299_792.458;

/** FR4, and a board of KiCad's usual thickness, where no stackup says more. */
const USUAL_EPSILON = 4.5;
const USUAL_THICKNESS: Nm = 1_600_000;

/** How long signals take on a board: an estimate from its stackup, without losses and solder mask. */
export interface TrackDelay {
  /** Of a track (ps). */
  track(layer: string, width: Nm, length: Nm): number;
  /** Of a way through dielectric: a via (ps). */
  through(length: Nm): number;
}

interface Dielectric {
  readonly thickness: Nm;
  readonly epsilon: number;
}

/**
 * Outer layers are microstrips over the next layer, by Hammerstad's formula (E. Hammerstad, O. Jensen, Accurate Models for
 * Microstrip Computer-Aided Design, 1980, in its short form); inner ones striplines in what lies above and below.
 */
export function trackDelay(doc: Doc): TrackDelay {
  const names = copperLayers(doc);
  const between = dielectrics(doc, names);
  const whole = between.reduce((sum, each) => sum + each.thickness, 0);
  const mean = whole === 0 ? USUAL_EPSILON : between.reduce((sum, e) => sum + e.thickness * e.epsilon, 0) / whole;
  return {
    track(layer, width, length) {
      const i = names.indexOf(layer);
      const [above, below] = [between[i - 1], between[i]];
      const next = above ?? below;
      if (next === undefined) return length * Math.sqrt(mean) * PS_PER_NM;
      const epsilon =
        above !== undefined && below !== undefined
          ? (above.epsilon + below.epsilon) / 2
          : microstrip(next.epsilon, next.thickness, width);
      return length * Math.sqrt(epsilon) * PS_PER_NM;
    },
    through: (length) => length * Math.sqrt(mean) * PS_PER_NM,
  };
}

function microstrip(epsilon: number, height: Nm, width: Nm): number {
  const u = Math.max(1, width) / Math.max(1, height);
  const narrow = u < 1 ? 0.04 * (1 - u) ** 2 : 0;
  return (epsilon + 1) / 2 + ((epsilon - 1) / 2) * ((1 + 12 / u) ** -0.5 + narrow);
}

/** What lies between each two copper layers, from the top. */
function dielectrics(doc: Doc, names: readonly string[]): Dielectric[] {
  const [setup] = [...doc.items.ofKind("setup")];
  const stack = (setup?.["stackup"] as { layers?: readonly StackLayer[] } | null | undefined)?.layers ?? [];
  const found: { thickness: Nm; weighted: number }[] = [];
  for (const { type, sheets, name } of stack) {
    if (type === "copper") found.push({ thickness: 0, weighted: 0 });
    else if (/core|prepreg/.test(type) || name.startsWith("dielectric")) {
      const last = found.at(-1);
      for (const sheet of last === undefined ? [] : sheets) {
        const thickness = sheet.thickness ?? 0;
        last!.thickness += thickness;
        last!.weighted += thickness * (sheet.epsilonR ?? USUAL_EPSILON);
      }
    }
  }
  if (found.length === names.length && found.slice(0, -1).every(({ thickness }) => thickness > 0))
    return found.slice(0, -1).map(({ thickness, weighted }) => ({ thickness, epsilon: weighted / thickness }));
  const [general] = [...doc.items.ofKind("general")];
  const whole = (general?.["thickness"] as Nm | null | undefined) ?? USUAL_THICKNESS;
  const count = Math.max(1, names.length - 1);
  return Array.from({ length: count }, () => ({ thickness: whole / count, epsilon: USUAL_EPSILON }));
}
