/** Order of references as people count: R2 before R10, C before R. */
export function byReference(a: string, b: string): number {
  const [, stemA = a, numberA = ""] = /^(.*?)(\d*)$/.exec(a) ?? [];
  const [, stemB = b, numberB = ""] = /^(.*?)(\d*)$/.exec(b) ?? [];
  if (stemA !== stemB) return stemA < stemB ? -1 : 1;
  return Number(numberA) - Number(numberB) || (a < b ? -1 : a > b ? 1 : 0);
}
