// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import { Type } from "typebox";
import { CommandError, toCommandError } from "../../base/error.ts";
import { libraryPins, librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import { layOut, leadFor } from "../../format/layout.ts";
import { encodeText } from "../../format/text.ts";
import { flattened } from "../../library/flatten.ts";
import { plainPath } from "../../library/path-variables.ts";
import { loadSymbol } from "../../library/symbols.ts";
import type { Library } from "../../library/tables.ts";
import { libraryAt, projectTable } from "../../library/tables.ts";
import type { Item } from "../../model/item.ts";
import { ORDER_STEP } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { Edit } from "../../session/edit.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { exchangeSymbols } from "../sch/exchange.ts";
import { stemOf } from "../sch/sheet-uses.ts";
import { walkSheets } from "../sch/sheet-walk.ts";
import { ensureDefinition, renamedTo } from "../sch/symbol-definition.ts";
import { librariesFor, libraryPort } from "./libraries.ts";

export const rescue = defineEdit({
  id: "lib.rescue",
  title: "Rescue symbols",
  about:
    "Saves the schematic's own copies of symbols whose library lost them, or has other pins for them now, in the project's " +
    "library NAME-rescue, and links the parts of all sheets to them. Looks and nets stay.",
  scope: "schematic",
  args: {
    symbols: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { description: "Library:Name; those in need when left out." }),
    ),
  },
  label: () => "Rescue symbols",
  examples: [
    { about: "What needs it.", fixture: "blinky/blinky.kicad_sch", args: { dryRun: true } },
    { about: "Keep one as it is.", fixture: "blinky/blinky.kicad_sch", args: { symbols: ["blinky:R"] } },
  ],
  async run(cx, args) {
    const port = libraryPort(cx, "rescue symbols");
    const libraries = await librariesFor(cx, "symbols", cx.open.path, "rescue symbols");
    const { sheets, notes } = await sheetsBelow(cx);
    const found = new Map<string, Candidate>();
    for (const edit of sheets) for (const each of candidatesOf(edit)) add(found, each);
    const wanted: Candidate[] = [];
    for (const each of found.values()) {
      cx.signal.throwIfAborted();
      const reason = args.symbols === undefined ? await needOf(each) : args.symbols.includes(each.id) ? "" : null;
      if (reason === null) continue;
      wanted.push(each);
      if (reason !== "") notes.push(`${each.id}: ${reason}.`);
    }
    const unknown = args.symbols?.find((id) => ![...found.values()].some((each) => each.id === id));
    if (unknown !== undefined)
      throw new CommandError({
        code: "not-found",
        message: `Cannot rescue ${unknown}: no part on these sheets is of it, or the schematic has no copy of it.`,
        hint: "See the parts with query.symbols.",
        data: { symbol: unknown },
      });
    if (wanted.length === 0) return [...notes, "No symbol needs to be rescued."];
    const project = await port.projectFolder(cx.open.path);
    const file = ((await port.list(project)) ?? []).find(({ name }) => name.endsWith(".kicad_pro"));
    const nickname = `${stemOf(file?.name ?? cx.open.path)}-rescue`;
    const library = await rescueLibrary(cx, project, nickname, sheets[0]!.doc.version);
    for (const each of wanted) {
      const name = saveCopy(library, each);
      const item = symbolCalled(library, name)!;
      const at: Library = { ...libraryAt("symbols", library.path), name: nickname };
      const part = {
        library: at,
        name,
        id: `${nickname}:${name}`,
        chain: [item],
        doc: library.doc,
        path: library.path,
      };
      for (const { edit, symbols } of each.uses)
        exchangeSymbols(
          edit,
          symbols.map(({ id }) => edit.doc.items.get(id)!),
          part,
        );
      notes.push(`${each.id} is ${part.id} now.`);
    }
    return notes;

    /** Why a symbol must be rescued; null when its library has it as it is here. */
    async function needOf({ id, copy, uses }: Candidate): Promise<string | null> {
      try {
        const part = await loadSymbol(port, libraries, id, "rescue");
        const trial = uses[0]!.edit.scratch();
        const theirs = ensureDefinition(trial, part).symbol;
        const both = librarySymbolsOf(trial.doc);
        return pinsText(theirs, both) === pinsText(copy, both) ? null : "its pins differ from the library's";
      } catch (error) {
        const { code, message } = toCommandError(error);
        if (code !== "not-found") throw error;
        return message.replace(/^Cannot rescue [^:]*(?::[^ :]*)?: /, "").replace(/\.$/, "");
      }
    }
  },
});

/** A copy of a library's symbol, and what is drawn with it. */
interface Candidate {
  /** `Library:Name`. */
  readonly id: string;
  readonly copy: LibrarySymbol;
  /** The copy, and those that it derives from. */
  readonly chain: readonly Item[];
  readonly uses: { readonly edit: Edit; readonly symbols: readonly Item[] }[];
}

/** The edits of this sheet and of all below it, and what could not be read. */
async function sheetsBelow(cx: EditContext): Promise<{ sheets: Edit[]; notes: string[] }> {
  const paths = new Set([cx.open.path]);
  const notes: string[] = [];
  for (const use of await walkSheets(cx, { path: cx.open.path, doc: cx.doc })) {
    if (use.problem !== null) notes.push(`Sheet ${use.name} was left out: ${use.problem}.`);
    else paths.add((await cx.session.open(use.file, cx.caller.name)).path);
  }
  return { sheets: [...paths].map((path) => cx.editOf(path)), notes };
}

function candidatesOf(edit: Edit): Candidate[] {
  const copies = librarySymbolsOf(edit.doc);
  const byCopy = new Map<LibrarySymbol, Candidate & { readonly symbols: Item[] }>();
  for (const item of edit.doc.items.ofKind("symbol")) {
    const id = String(item["libId"]);
    const copy = copies.get((item["libName"] as string | null) ?? id) ?? copies.get(id);
    if (copy === undefined) continue;
    const there = byCopy.get(copy);
    if (there !== undefined) {
      there.symbols.push(item);
      continue;
    }
    const symbols = [item];
    byCopy.set(copy, { id, copy, chain: chainOf(copy, copies), symbols, uses: [{ edit, symbols }] });
  }
  return [...byCopy.values()];
}

/** Copies of one symbol that say the same on several sheets are one. */
function add(found: Map<string, Candidate>, each: Candidate): void {
  const key = `${each.id}\n${libraryText(each.chain, "X", each.uses[0]!.edit.doc.version)}`;
  const there = found.get(key);
  if (there === undefined) found.set(key, each);
  else there.uses.push(...each.uses);
}

/** Number, name, kind, place and direction of every pin: what KiCad compares to find a symbol in need. */
function pinsText(symbol: LibrarySymbol, library: ReadonlyMap<string, LibrarySymbol>): string {
  const styles = [1, 2].map((style) =>
    libraryPins(symbol, null, style, library)
      .map((pin) => [pin.number.text, pin.name.text, pin.type, pin.at.x, pin.at.y, pin.at.angle].join(" "))
      .sort()
      .join("\n"),
  );
  return styles.join("\n\n");
}

/** The project's rescue library, made and put into its table when missing. */
async function rescueLibrary(cx: EditContext, project: string, nickname: string, version: number): Promise<Edit> {
  const empty = `(kicad_symbol_lib\n\t(version ${libraryVersion(version)})\n\t(generator "kicad_symbol_editor")\n)\n`;
  const path = plainPath(`${nickname}.kicad_sym`, project);
  const open = await cx.session.openOrNew(path, encodeText(empty), cx.caller.name);
  const rows = encodeText("(sym_lib_table\n  (version 7)\n)\n");
  const table = cx.editOf((await cx.session.openOrNew(projectTable("symbols", project), rows, cx.caller.name)).path);
  if (![...table.doc.items.ofKind("tableRow")].some((row) => row["name"] === nickname))
    table.add("tableRow", {
      ...{ name: nickname, type: "KiCad", options: "" },
      uri: `\${KIPRJMOD}/${nickname}.kicad_sym`,
      descr: "Symbols saved from this schematic",
    });
  return cx.editOf(open.path);
}

/** The version of symbol libraries of the release that a schematic's version belongs to. */
function libraryVersion(schematic: number): number {
  if (schematic >= 20250827) return 20251024;
  if (schematic >= 20241209) return 20241209;
  if (schematic >= 20231120) return 20231120;
  return schematic >= 20220914 ? 20220914 : 20211014;
}

/** Saves a copy as `Name-Library`, with a number where another is called so; answers its name. */
function saveCopy(library: Edit, { id, chain }: Candidate): string {
  const cut = id.indexOf(":");
  const plain = cut < 0 ? id : `${id.slice(cut + 1)}-${id.slice(0, cut)}`;
  for (let n = 0; ; n++) {
    const name = n === 0 ? plain : `${plain}_${n}`;
    const text = libraryText(chain, name, library.doc.version);
    const there = symbolCalled(library, name);
    if (there === undefined) {
      const last = library.doc.items.entries.at(-1)?.order ?? 0;
      const { style, eol } = library.doc;
      const laid = leadFor(1, style) + layOut(text, 1, style);
      library.apply({
        op: "add",
        item: {
          ...{ id: library.freshId(), kind: "librarySymbol", order: last + ORDER_STEP },
          text: eol === "\n" ? laid : laid.replace(/\n/g, "\r\n"),
        },
      });
      return name;
    }
    if (libraryText([there], name, library.doc.version) === text) return name;
  }
}

/** A copy as a library of this version holds it. */
function libraryText(chain: readonly Item[], name: string, version: number): string {
  return renamedTo(flattened(chain, String(chain[0]!["name"]), version), name);
}

/** Schematics of KiCad 6 may have copies that derive from another. */
function chainOf(copy: LibrarySymbol, copies: ReadonlyMap<string, LibrarySymbol>): Item[] {
  const chain = [copy];
  const nickname = copy.name.slice(0, copy.name.indexOf(":") + 1);
  for (let above = copy.extends; above !== null; ) {
    const parent: LibrarySymbol | undefined = copies.get(nickname + above) ?? copies.get(above);
    if (parent === undefined || chain.includes(parent)) break;
    chain.push(parent);
    above = parent.extends;
  }
  return chain as unknown as Item[];
}

function symbolCalled(library: Edit, name: string): Item | undefined {
  return [...library.doc.items.ofKind("librarySymbol")].find((each) => each["name"] === name);
}
