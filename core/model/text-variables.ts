/** What a name stands for; undefined when nobody knows. */
export type Lookup = (name: string) => string | undefined;

/** Variables may stand in variables, but not for ever. */
const MAX_DEPTH = 8;

/** `text` with `${NAME}` replaced by what `lookup` says; unknown names stay as they are. */
export function expandVariables(text: string, lookup: Lookup, depth = 0): string {
  if (!text.includes("${") || depth > MAX_DEPTH) return text;
  return text.replace(/\$\{([^{}$]+)\}/g, (all, name: string) => {
    const value = lookup(name);
    return value === undefined ? all : expandVariables(value, lookup, depth + 1);
  });
}
