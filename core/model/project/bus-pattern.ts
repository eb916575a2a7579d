import { readBusLabel } from "../bus-label.ts";

/**
 * The members that a bus name stands for: `D[0..3]` is D0 to D3, `USB{DP DM}` is DP and DM (a group's own name is not
 * part of them here), and members of members. Null when the name is that of no bus. This is how KiCad reads the
 * patterns of net classes; a vector of more than a million members is none.
 */
export function busMembers(name: string): readonly string[] | null {
  const members = readBusLabel(name)?.members;
  return members?.flatMap((member) => (member === name ? [member] : (busMembers(member) ?? [member]))) ?? null;
}
