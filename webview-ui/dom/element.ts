/** A new element with attributes, text and children; `on…` keys are listeners. Text is always text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | ((event: Event) => void)>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") {
      if (value) node.setAttribute(name, "");
    } else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
