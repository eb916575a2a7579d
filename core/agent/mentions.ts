import { referenceOf } from "../commands/item-refs.ts";
import { fieldValue } from "../model/board/footprint.ts";
import type { OpenDocument } from "../session/open-document.ts";
import type { ChatSubject } from "./chat.ts";

/** Mentions that a request may have; more are left as text. */
const MAX_MENTIONS = 50;

/** `@R1`, `@"Net-(D1-A)"`, `@blinky.kicad_pcb` */
const mention = /(?<![\w@])@(?:"([^"\n]{1,200})"|([^\s"@,;!?]{1,200}))/g;

/** All that a request can mention by name: parts, nets, sheets and files, those of the first document first. */
export function subjectsOf(documents: readonly OpenDocument[]): readonly ChatSubject[] {
  const found = new Map<string, ChatSubject>();
  const add = (subject: ChatSubject) => {
    const key = `${subject.kind}\n${subject.name}`;
    if (subject.name !== "" && !found.has(key)) found.set(key, subject);
  };
  for (const { path, doc } of documents) {
    if (doc.kind !== "board" && doc.kind !== "schematic") continue;
    for (const name of doc.file.netNames.values()) add({ kind: "net", name: String(name), path });
    for (const entry of doc.items.entries) {
      if (entry.kind === "net" || !mentioned.has(entry.kind)) continue;
      const item = entry.item();
      const { net } = item as { net?: unknown };
      if (typeof net === "string") add({ kind: "net", name: net, path });
      if (item.kind === "label" && typeof item["text"] === "string") add({ kind: "net", name: item["text"], path });
      const reference = referenceOf(item);
      if (reference !== "" && !reference.startsWith("#")) add({ kind: "part", name: reference, path, id: item.id });
      if (item.kind === "sheet") add({ kind: "sheet", name: fieldValue(item, "Sheetname"), path, id: item.id });
    }
  }
  for (const { path } of documents) add({ kind: "file", name: path.slice(path.search(/[^\\/]*$/)), path });
  return [...found.values()];
}

const mentioned: ReadonlySet<string> = new Set(["footprint", "symbol", "sheet", "label", "track", "via", "zone"]);

/** What fits the letters typed so far, beginnings first. */
export function completionsOf(subjects: readonly ChatSubject[], typed: string, limit: number): readonly ChatSubject[] {
  const wanted = typed.toLowerCase();
  const place = ({ name }: ChatSubject) => name.toLowerCase().indexOf(wanted);
  const rank: Readonly<Record<ChatSubject["kind"], number>> = { part: 0, net: 1, sheet: 2, file: 3, item: 4 };
  return subjects
    .filter((subject) => place(subject) >= 0)
    .sort(
      (a, b) =>
        Math.min(place(a), 1) - Math.min(place(b), 1) ||
        rank[a.kind] - rank[b.kind] ||
        a.name.localeCompare(b.name, "en", { numeric: true }),
    )
    .slice(0, limit);
}

/** As a request writes it. */
export function mentionText(name: string): string {
  return /^[\w.+/~-]*\w$/.test(name) ? `@${name}` : `@"${name}"`;
}

/** What a request mentions; a name that nothing has stays text. */
export function mentionsIn(text: string, subjects: readonly ChatSubject[]): readonly ChatSubject[] {
  const found = new Map<string, ChatSubject>();
  for (const [whole, quoted, plain = ""] of text.matchAll(mention)) {
    // A full stop or a bracket at the end belongs to the sentence, unless the name has it.
    const names = quoted === undefined ? [plain, plain.replace(/[.:)\]}'’]+$/, "")] : [quoted];
    const subject = names.map((name) => subjects.find((each) => each.name === name)).find((each) => each !== undefined);
    if (subject !== undefined) found.set(whole, { ...subject, as: whole });
    if (found.size >= MAX_MENTIONS) break;
  }
  return [...found.values()];
}
