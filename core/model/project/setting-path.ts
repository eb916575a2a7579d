/** Where a setting stands in a project file: names of members from the root inwards. */
export type SettingPath = readonly string[];

const namedLists: ReadonlyMap<string, "name" | "id"> = new Map([
  ["net_settings.classes", "name"],
  // Of a job set; `destinations` is what newer ones call `outputs`.
  ["jobs", "id"],
  ["outputs", "id"],
  ["destinations", "id"],
]);

/**
 * The member by which the members of a list are called: these are reached by it and not by a number, so that of two
 * people who change two net classes neither is in the other's way. Null for other lists.
 */
export function nameKeyOf(list: string): "name" | "id" | null {
  return namedLists.get(list) ?? null;
}

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
