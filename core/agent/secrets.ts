/** Shapes of keys and passwords that people paste by mistake: of the big services, and whatever is named so. */
const shapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|xox[abposr]|npm|hf)[_-][A-Za-z0-9_-]{16,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

const named =
  /\b((?:api[_-]?key|access[_-]?key|token|secret|password|passphrase|authorization)["']?\s*(?:[:=]|\bis\b)\s*(?:bearer\s+)?)["']?([^\s"',;]{6,})/gi;

/** A text without what looks like a secret: what is kept between windows and given to programs never has one. */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const shape of shapes) clean = clean.replace(shape, "…");
  return clean.replace(named, "$1…");
}

const secretName = /(token|secret|password|passphrase|(api|access|private)[_-]?key|authorization|credentials?)$/i;

/** For `JSON.stringify`: values without what is called a secret and texts without what looks like one. */
export function hideSecrets(name: string, each: unknown): unknown {
  if (secretName.test(name)) return "…";
  return typeof each === "string" ? withoutSecrets(each) : each;
}
