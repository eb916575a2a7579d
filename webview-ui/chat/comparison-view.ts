import { element } from "../dom/element.ts";
import type { ComparisonView } from "../protocol.ts";

/** What a comparison came to; null: it is being worked out. */
export type Found = { readonly made: ComparisonView } | { readonly problem: string } | null;

/** Pictures before and after, and the findings that are new or gone with exactly this change. */
export function comparisonView(found: Found): HTMLElement {
  if (found === null) return element("div", { class: "comparison", role: "status" }, "Checking and drawing both…");
  if ("problem" in found) return element("div", { class: "comparison problem", role: "alert" }, found.problem);
  const { added, gone, counts, pictures } = found.made;
  return element(
    "div",
    { class: "comparison", role: "status" },
    ...pictures.map(({ path, before, after }) =>
      element("div", { class: "pictures" }, picture(before, "Before", path), picture(after, "After", path)),
    ),
    ...(counts.added + counts.gone === 0 ? [element("p", {}, "The checks find the same with and without it.")] : []),
    ...findings("New with this change", added, counts.added),
    ...findings("Gone with this change", gone, counts.gone),
  );
}

function picture(png: string, caption: string, path: string): HTMLElement {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return element(
    "figure",
    {},
    element("img", { src: `data:image/png;base64,${png}`, alt: `${name} ${caption.toLowerCase()} this change` }),
    element("figcaption", {}, caption),
  );
}

function findings(title: string, lines: readonly string[], total: number): HTMLElement[] {
  if (total === 0) return [];
  const more = total - lines.length;
  return [
    element("p", { class: "label" }, `${title}: ${total} ${total === 1 ? "finding" : "findings"}`),
    element(
      "ul",
      { class: "findings" },
      ...lines.map((line) => element("li", {}, line)),
      ...(more > 0 ? [element("li", {}, `and ${more} more`)] : []),
    ),
  ];
}
