import type { Nm } from "../../../core/base/nm.ts";
import { toMm } from "../../../core/base/nm.ts";
import type { NetClass, ProjectSettings } from "../../../core/model/project/settings.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { button, choiceField, named, numberField, table, tableRow, textField } from "./setting-field.ts";
import type { SettingCall, SettingsPage } from "./settings-page.ts";
import { said } from "./settings-page.ts";

type Length = Exclude<keyof NetClass, "name" | "priority" | "tuningProfile">;

const boardLengths: readonly (readonly [Length, string])[] = [
  ["clearance", "Clearance"],
  ["trackWidth", "Track"],
  ["viaDiameter", "Via"],
  ["viaDrill", "Via hole"],
  ["microviaDiameter", "Microvia"],
  ["microviaDrill", "Microvia hole"],
  ["pairWidth", "Pair width"],
  ["pairGap", "Pair gap"],
  ["pairViaGap", "Pair via gap"],
];
const sheetLengths: readonly (readonly [Length, string])[] = [
  ["wireWidth", "Wire"],
  ["busWidth", "Bus"],
];

interface ClassRow {
  /** Null: a new class. */
  readonly known: string | null;
  readonly name: SettingField<string> | null;
  readonly lengths: readonly (readonly [Length, SettingField<number | null>])[];
  readonly row: HTMLTableRowElement;
}

interface PatternRow {
  /** As it is in the file; null: a new one. */
  readonly known: { readonly pattern: string; readonly netClass: string } | null;
  readonly pattern: SettingField<string>;
  readonly netClass: SettingField<string>;
  readonly row: HTMLTableRowElement;
}

/** Net classes with their lengths, and the patterns that give them to nets. */
export class NetClassesPage implements SettingsPage {
  readonly id = "netClasses";
  readonly title = "Net classes";
  readonly root: HTMLElement;
  private readonly columns: readonly (readonly [Length, string])[];
  private readonly settings: ProjectSettings;
  private readonly classes: ClassRow[] = [];
  private readonly patterns: PatternRow[] = [];
  private readonly removed: string[] = [];
  private readonly classBody: HTMLElement;
  private readonly patternBody: HTMLElement;

  constructor(settings: ProjectSettings, kind: "board" | "schematic") {
    this.settings = settings;
    this.columns = kind === "board" ? [...boardLengths, ...sheetLengths] : [...sheetLengths, ...boardLengths];
    const classTable = table(["Name", ...this.columns.map(([, label]) => label), ""], []);
    const patternTable = table(["Nets", "Net class", ""], []);
    this.classBody = classTable.tBodies[0]!;
    this.patternBody = patternTable.tBodies[0]!;
    const known = [...settings.netClasses].sort((a, b) => a.priority - b.priority);
    for (const each of known) this.addClass(each);
    for (const each of settings.patterns) this.addPattern(each);
    this.root = element(
      "div",
      {},
      element(
        "p",
        {},
        "The class that stands higher decides where a net has several; an empty length is left to those below. In mm.",
      ),
      element("div", { class: "scroll" }, classTable),
      button("Add net class", () => this.addClass(null)),
      element("h4", {}, "Nets by name or pattern"),
      element("div", { class: "scroll" }, patternTable),
      button("Add pattern", () => this.addPattern(null)),
    );
  }

  calls(): readonly SettingCall[] {
    const calls: SettingCall[] = [];
    const taken = new Set(this.classes.flatMap(({ known }) => known ?? []));
    for (const { known, name, lengths } of this.classes) {
      const called = known ?? name!.value()!.trim();
      if (called === "") throw new Error("Cannot make a net class without a name.");
      if (known === null && taken.has(called))
        throw new Error(`Cannot make net class ${called}: there is one already.`);
      taken.add(called);
      const edited = lengths.filter(([, field]) => field.isEdited());
      if (known !== null && edited.length === 0) continue;
      const args = Object.fromEntries(edited.map(([length, field]) => [length, said(field)]));
      calls.push({ id: "pcb.setNetclass", args: { name: called, ...args } });
    }
    for (const { known, pattern, netClass } of this.patterns) {
      const next = { pattern: pattern.value()!.trim(), netClass: netClass.value()! };
      if (known !== null && next.pattern === known.pattern && next.netClass === known.netClass) continue;
      if (next.pattern === "") throw new Error("Cannot assign a net class: a pattern is empty.");
      if (known !== null) calls.push(assign(known, true));
      calls.push(assign(next, false));
    }
    const kept = new Set(this.patterns.map(({ known }) => known));
    for (const each of this.settings.patterns)
      if (!kept.has(each) && !this.removed.includes(each.netClass)) calls.push(assign(each, true));
    calls.push(...this.removed.map((name) => ({ id: "pcb.setNetclass", args: { name, remove: true } })));
    return calls;
  }

  private addClass(known: NetClass | null): void {
    const called = known?.name ?? "new class";
    const name = known === null ? textField("Name of the new net class", "") : null;
    const lengths = this.columns.map(([length, label]) => {
      const value: Nm | null = known?.[length] ?? null;
      return [length, numberField(`${label} of ${called}`, value === null ? null : toMm(value), true)] as const;
    });
    const remove = () => {
      if (known !== null) this.removed.push(known.name);
      this.classes.splice(this.classes.indexOf(made), 1);
      for (const each of this.patterns.filter((row) => row.netClass.value() === known?.name)) this.dropPattern(each);
      row.remove();
    };
    const last = known?.name === "Default" ? "" : button("✕", remove, `Remove ${called}`);
    const row = tableRow(name?.input ?? called, [...lengths.map(([, field]) => field.input), last]);
    const made: ClassRow = { known: known?.name ?? null, name, lengths, row };
    const isBeforeDefault = known === null && this.classes.at(-1)?.known === "Default";
    this.classes.splice(isBeforeDefault ? -1 : this.classes.length, 0, made);
    this.classBody.insertBefore(row, isBeforeDefault ? this.classBody.lastElementChild : null);
    name?.input.focus();
  }

  private addPattern(known: PatternRow["known"]): void {
    const pattern = textField(known === null ? "New pattern" : `Pattern ${known.pattern}`, known?.pattern ?? "");
    const fresh = this.classes.flatMap(({ known: own, name }) => own ?? name?.value() ?? []);
    const names = [...new Set(fresh)].filter((name) => name !== "");
    const netClass = choiceField(
      `Net class of ${known?.pattern ?? "the new pattern"}`,
      known?.netClass ?? names[0]!,
      named(names),
    );
    const remove = button("✕", () => this.dropPattern(made), `Remove pattern ${known?.pattern ?? ""}`);
    const row = tableRow(pattern.input, [netClass.input, remove]);
    const made: PatternRow = { known, pattern, netClass, row };
    this.patterns.push(made);
    this.patternBody.append(row);
    if (known === null) pattern.input.focus();
  }

  private dropPattern(row: PatternRow): void {
    this.patterns.splice(this.patterns.indexOf(row), 1);
    row.row.remove();
  }
}

function assign({ pattern, netClass }: { pattern: string; netClass: string }, remove: boolean): SettingCall {
  return { id: "pcb.assignNetclass", args: { netClass, patterns: [pattern], ...(remove ? { remove } : {}) } };
}
