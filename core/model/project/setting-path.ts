/** Where a setting stands in a project file: names of members from the root inwards. */
export type SettingPath = readonly string[];

/**
 * Lists whose members have a name of their own and are reached by it, not by a number: of two people who change two net
 * classes neither is in the other's way.
 */
export const NAMED_LISTS: ReadonlySet<string> = new Set(["net_settings.classes"]);

/** A path as people write it: `net_settings.classes.Default.clearance`, `text_variables["my.name"]`. */
export function pathText(path: SettingPath): string {
  return path
    .map((name, i) => {
      if (!/^[^.[\]"\s]+$/.test(name)) return `[${JSON.stringify(name)}]`;
      return i === 0 ? name : `.${name}`;
    })
    .join("");
}

/** The path that a text means; null when it means none. */
export function readPath(text: string): SettingPath | null {
  const names: string[] = [];
  let rest = text;
  while (rest !== "") {
    const quoted = /^\[("(?:[^"\\]|\\.)*")\]/.exec(rest);
    const bare = /^\.?([^.[\]"\s]+)/.exec(rest);
    if (quoted !== null) {
      try {
        names.push(JSON.parse(quoted[1]!) as string);
      } catch {
        return null;
      }
    } else if (bare !== null && (names.length === 0) !== rest.startsWith(".")) names.push(bare[1]!);
    else return null;
    rest = rest.slice((quoted ?? bare)![0].length);
  }
  return names.length === 0 ? null : names;
}
