import { Type } from "typebox";
import { CommandError } from "../base/error.ts";
import type { Nm } from "../base/nm.ts";
import { fromMm } from "../base/nm.ts";
import { kindNamed } from "../model/document.ts";
import type { Item } from "../model/item.ts";
import { paper, paperNames } from "../model/page.ts";
import type { Patch } from "../model/step.ts";
import { addStep, removeStep } from "../model/step.ts";
import { absentOf } from "../model/struct.ts";
import type { Edit } from "../session/edit.ts";
import { mm } from "./schemas.ts";

/** The one item of a kind that is a part of the file, if it is there. */
export function partOf(edit: Edit, kind: string): Item | undefined {
  const [item] = edit.doc.items.ofKind(kind);
  return item;
}

/** Sets properties of a part of the file; one that is not there yet comes where KiCad writes it. */
export function setPart(edit: Edit, kind: string, patch: Patch): void {
  const item = partOf(edit, kind);
  if (item !== undefined) {
    edit.set(item.id, patch);
    return;
  }
  const own = kindNamed(edit.doc.kind, kind)!;
  edit.apply(addStep(edit.doc, kind, `${own.tokens[0]}#1`, { ...absentOf(own.shape), ...patch }));
}

/** Takes a part of the file away. */
export function removePart(edit: Edit, kind: string): void {
  const item = partOf(edit, kind);
  if (item !== undefined) edit.apply(removeStep(edit.doc, item));
}

/** What a title block says; the same for boards and schematics. */
export const titleBlockArgs = {
  title: Type.Optional(Type.String({ description: "The title." })),
  date: Type.Optional(Type.String({ description: "The date, in any form; KiCad writes 2026-11-30." })),
  rev: Type.Optional(Type.String({ description: "The revision." })),
  company: Type.Optional(Type.String({ description: "The company." })),
  comments: Type.Optional(
    Type.Record(Type.String({ pattern: "^[1-9]$" }), Type.String(), {
      description: 'Comments by number: { "1": "…" }.',
    }),
  ),
};

interface TitleBlockArgs {
  readonly title?: string;
  readonly date?: string;
  readonly rev?: string;
  readonly company?: string;
  readonly comments?: Readonly<Record<string, string>>;
}

/** Sets what is given of a title block; KiCad's files have none when nothing is said. */
export function setTitleBlock(edit: Edit, args: TitleBlockArgs): void {
  const now = partOf(edit, "titleBlock");
  const patch: Record<string, unknown> = {};
  for (const name of ["title", "date", "rev", "company"] as const)
    if (args[name] !== undefined) patch[name] = args[name];
  if (args.comments !== undefined) {
    const comments = [...((now?.["comments"] as readonly string[] | undefined) ?? [])];
    for (const [n, text] of Object.entries(args.comments)) {
      while (comments.length < Number(n)) comments.push("");
      comments[Number(n) - 1] = text;
    }
    while (comments.at(-1) === "") comments.pop();
    patch["comments"] = comments;
  }
  const after = { title: "", date: "", rev: "", company: "", comments: [], ...now, ...patch } as Record<
    string,
    unknown
  >;
  const empty = ["title", "date", "rev", "company"].every((name) => after[name] === "");
  if (empty && (after["comments"] as readonly string[]).length === 0) removePart(edit, "titleBlock");
  else setPart(edit, "titleBlock", patch);
}

/** The paper's arguments; the same for boards and schematics. */
export const pageArgs = {
  size: Type.Optional(
    Type.Union(
      paperNames.map((name) => Type.Literal(name)),
      { description: "A4, A3, USLetter, User, …" },
    ),
  ),
  width: Type.Optional(mm("Width of a User page", { exclusiveMinimum: 0 })),
  height: Type.Optional(mm("Height of a User page", { exclusiveMinimum: 0 })),
  portrait: Type.Optional(Type.Boolean({ description: "Whether it stands upright." })),
};

interface PageArgs {
  readonly size?: string;
  readonly width?: number;
  readonly height?: number;
  readonly portrait?: boolean;
}

/** Sets the paper. A User page needs both measures, and only that has them. */
export function setPage(edit: Edit, args: PageArgs): void {
  const now = partOf(edit, "paper");
  const size = args.size ?? (now?.["size"] as string | undefined) ?? "A4";
  const custom = size === "User";
  const measure = (given: number | undefined, name: "width" | "height") =>
    given === undefined ? (custom ? ((now?.[name] as Nm | null | undefined) ?? null) : null) : fromMm(given);
  const page = {
    size,
    width: measure(args.width, "width"),
    height: measure(args.height, "height"),
    portrait: args.portrait ?? (custom ? false : ((now?.["portrait"] as boolean | undefined) ?? false)),
  };
  const reason = paper.misfit!(page);
  if (reason !== null) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot set the page: ${reason}.`,
      hint: 'Give { "size": "User", "width": 300, "height": 200 }, or a size by its name.',
    });
  }
  setPart(edit, "paper", page);
}
