import { layoutText } from "../../core/engines/render/font/stroke-font.ts";
import { printFigures, timed } from "./figures.ts";

/** Laying out text: a board shows some thousand references and values, a canvas lays them all out when it opens. */
export async function benchText(): Promise<void> {
  const size = { x: 1_000_000, y: 1_000_000 };
  const style = { size, thickness: 150_000, angle: 90, hAlign: "left", vAlign: "bottom" } as const;
  const at = { x: 100_000_000, y: 100_000_000 };
  const ms = timed(5, () => {
    for (let n = 0; n < 10_000; n++) layoutText(`R${n}`, style, at);
  });
  printFigures("text", [{ what: "10,000 references laid out", ms, target: 100 }]);
}
