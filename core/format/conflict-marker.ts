/** Where a conflict that git left starts: its sign at the start of a line; -1 when there is none. */
export function findConflictMarker(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 10) continue;
    let end = at;
    while (bytes[end] === LESS) end++;
    if (end - at === 7 && bytes[end] === 32) return at;
  }
  return -1;
}

const LESS = 60;
