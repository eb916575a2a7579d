const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const digitValue = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) digitValue[digits.charCodeAt(i)] = i;

/** Base64 to bytes, at most `limit` of them. */
export function decodeBase64(text: string, limit = Number.POSITIVE_INFINITY): Uint8Array {
  const out = new Uint8Array(Math.min(limit, Math.floor((text.length * 3) / 4)));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length && at < out.length; i++) {
    const v = digitValue[text.charCodeAt(i)] ?? -1;
    if (v < 0) continue;
    held = ((held << 6) | v) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = (held >> bits) & 255;
    }
  }
  return out.subarray(0, at);
}

const CHUNK = 0x6000;

/** Bytes to base64. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const codes: number[] = [];
    for (let i = from; i < Math.min(from + CHUNK, bytes.length); i += 3) {
      const left = bytes.length - i;
      const v = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
      codes.push(digits.charCodeAt(v >> 18), digits.charCodeAt((v >> 12) & 63));
      codes.push(left > 1 ? digits.charCodeAt((v >> 6) & 63) : 61, left > 2 ? digits.charCodeAt(v & 63) : 61);
    }
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join("");
}
