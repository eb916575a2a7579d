import type { Nm } from "../../base/nm.ts";

/** A length as reports show it: `0.2000 mm`. */
export function mm(value: Nm): string {
  return `${(value / 1e6).toFixed(4)} mm`;
}
