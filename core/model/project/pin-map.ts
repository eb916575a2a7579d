/** Electrical types in the order of KiCad's table. */
export const PIN_TYPES: readonly string[] = [
  "input",
  "output",
  "bidirectional",
  "tri_state",
  "passive",
  "free",
  "unspecified",
  "power_in",
  "power_out",
  "open_collector",
  "open_emitter",
  "no_connect",
];

/** Which pairs of types are fine (.), dubious (w) or wrong (x), when the project does not say: KiCad's table. */
const DEFAULT = [
  "......w....x",
  ".x.w..w.xxxx",
  "......w.w.wx",
  ".w....wwxwwx",
  "......w....x",
  "...........x",
  "wwwww.wwwwwx",
  "...w..w....x",
  ".xwx..w.xxxx",
  ".x.w..w.x..x",
  ".xww..w.x..x",
  "xxxxxxxxxxxx",
];

/** Rows and columns by {@link PIN_TYPES}: 0 fine, 1 warning, 2 error. */
export function pinMapOf(project: readonly (readonly number[])[] | null): readonly (readonly number[])[] {
  const whole = project !== null && project.length === PIN_TYPES.length;
  return whole ? project : DEFAULT.map((row) => [...row].map((sign) => ".wx".indexOf(sign)));
}
