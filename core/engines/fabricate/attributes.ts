/** What a Gerber object says of itself (Gerber X2 object attributes). */
export interface ObjectTags {
  /** The net's name; "" for copper on no net. Left out: nothing is said (not copper). */
  readonly net?: string;
  /** The part that the object belongs to. */
  readonly component?: string;
  /** The pad that the object is; stands for the component too. */
  readonly pad?: PadTag;
}

export interface PadTag {
  readonly component: string;
  readonly number: string;
  /** The name of the symbol's pin, "" for none. */
  readonly pin: string;
}

/** The attribute commands of an object, in the order of the specification. */
export function tagLines(tags: ObjectTags): string[] {
  const lines: string[] = [];
  if (tags.pad !== undefined) {
    const { component, number, pin } = tags.pad;
    const fields = pin === "" ? [component, number] : [component, number, pin];
    lines.push(`%TO.P,${fields.map(attributeField).join(",")}*%`);
  } else if (tags.component !== undefined) lines.push(`%TO.C,${attributeField(tags.component)}*%`);
  if (tags.net !== undefined) lines.push(`%TO.N,${attributeField(tags.net)}*%`);
  return lines;
}

/**
 * A value as attributes hold it: signs that have a meaning there, and all beyond printable ASCII, as `\uXXXX`
 * (Gerber format specification, 3.4.4).
 */
export function attributeField(value: string): string {
  let out = "";
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const plain = code >= 32 && code < 127 && !",*%\\".includes(value[i]!);
    out += plain ? value[i] : `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`;
  }
  return out;
}
