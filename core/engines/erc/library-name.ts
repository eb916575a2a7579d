/** `Device:R` in its two parts; without a colon there is no nickname. */
export function libraryName(id: string): { readonly nickname: string; readonly name: string } {
  const colon = id.indexOf(":");
  return colon < 0 ? { nickname: "", name: id } : { nickname: id.slice(0, colon), name: id.slice(colon + 1) };
}
