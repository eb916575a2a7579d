import { CommandError } from "../../base/error.ts";

/** The layers that patterns name (`*` for any letters), in the order of the board. Throws `invalid-args`. */
export function layersNamed(all: readonly string[], wanted: readonly string[]): string[] {
  const chosen = new Set<string>();
  for (const name of wanted) {
    const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*")}$`, "i");
    const found = all.filter((layer) => pattern.test(layer));
    if (found.length === 0) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot use layer ${name}: the board has none of that name.`,
        hint: `Layers: ${all.join(", ")}. Use * for any letters, as in *.Cu.`,
        data: { layers: [...all] },
      });
    }
    for (const layer of found) chosen.add(layer);
  }
  return all.filter((layer) => chosen.has(layer));
}
