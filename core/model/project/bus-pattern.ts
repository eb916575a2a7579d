/**
 * The members that a bus name stands for: `D[0..3]` is D0 to D3, `USB{DP DM}` is DP and DM (a group's own name is not
 * part of them here), and members of members. Null when the name is that of no bus. This is how KiCad reads the
 * patterns of net classes; a vector of more than a million members is none.
 */
export function busMembers(name: string): readonly string[] | null {
  const members = vectorMembers(name) ?? groupMembers(name);
  if (members === null) return null;
  return members.flatMap((member) => (member === name ? [member] : (busMembers(member) ?? [member])));
}

const MOST_MEMBERS = 1_000_000;

function vectorMembers(name: string): string[] | null {
  const found = /^([^[\] ]*)\[(\d+)\.\.(\d+)\]([+\-PN}]*)$/.exec(name);
  if (found === null) return null;
  const [, raw, first, last, behind] = found as unknown as [string, string, string, string, string];
  const prefix = withoutMarkup(raw);
  if (prefix === null || prefix.open !== count(behind, "}")) return null;
  const [from, to] = [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))];
  if (from === to || to - from >= MOST_MEMBERS) return null;
  const suffix = behind.replaceAll("}", "");
  return Array.from({ length: to - from + 1 }, (_, i) => `${prefix.text}${from + i}${suffix}`);
}

/** A text without the braces of overbars and the like: `~{RD}` is written RD, and how many braces are still open. */
function withoutMarkup(text: string): { readonly text: string; readonly open: number } | null {
  let plain = "";
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === "{") {
      if (i === 0 || !"_^~".includes(text[i - 1]!)) return null;
      open++;
      plain = plain.slice(0, -1);
    } else {
      if (c === "}") open--;
      plain += c;
    }
  }
  return { text: plain, open };
}

function groupMembers(name: string): string[] | null {
  let i = 0;
  let open = 0;
  for (; i < name.length; i++) {
    const c = name[i]!;
    if (c === "{") {
      if (i === 0 || !"_^~".includes(name[i - 1]!)) break;
      open++;
    } else if (c === "}") open--;
    else if (c === " " || c === "[" || c === "]") return null;
  }
  if (open !== 0) return null;
  const members: string[] = [];
  let member = "";
  const done = () => {
    if (member !== "") members.push(member);
    member = "";
  };
  for (i++; i < name.length; i++) {
    const c = name[i]!;
    if (c === "{") {
      if (!"_^~".includes(name[i - 1]!)) return null;
      open++;
      member = member.slice(0, -1);
    } else if (c === "}") {
      if (open === 0) {
        done();
        return members;
      }
      open--;
    } else if (c === " " || c === ",") done();
    else member += c;
  }
  return null;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}
