import { Type } from "typebox";

/** Arguments of a list that may be long. */
export const pageArgs = {
  limit: Type.Optional(Type.Integer({ description: "At most so many; 100 when left out.", minimum: 1, maximum: 5000 })),
  cursor: Type.Optional(Type.String({ description: "Where the answer before this one ended.", pattern: "^[0-9]+$" })),
};

export const pageResult = {
  total: Type.Integer({ description: "How many fit the filters." }),
  cursor: Type.Optional(Type.String({ description: "Give it back to go on; missing at the end." })),
};

/** A page of a list, and where the next begins. */
export function pageOf<T>(
  rows: readonly T[],
  args: { readonly limit?: number; readonly cursor?: string },
): { page: T[]; total: number; cursor?: string } {
  const start = Number(args.cursor ?? 0);
  const end = start + (args.limit ?? 100);
  return { page: rows.slice(start, end), total: rows.length, ...(end < rows.length ? { cursor: String(end) } : {}) };
}

/** Whether a text fits a pattern in which * stands for anything and ? for one letter; letters of any case. */
export function fits(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, "i").test(text);
}
