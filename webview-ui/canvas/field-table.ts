/** One placed part: what its fields say, by column. */
export interface FieldRow {
  readonly reference: string;
  readonly values: readonly string[];
}

/** What `sch.bulkFields` takes for one part. */
export interface FieldChange {
  readonly references: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Parts by fields, with edits that wait to be applied. Knows no window. */
export class FieldTable {
  readonly columns: string[];
  private rows: readonly FieldRow[];
  /** Edited texts by reference and column. */
  private readonly edits = new Map<string, Map<string, string>>();
  /** Parts that an edit of one of them sets too. */
  readonly marked = new Set<string>();

  constructor(columns: readonly string[], rows: readonly FieldRow[]) {
    this.columns = [...columns];
    this.rows = rows;
  }

  get count(): number {
    return this.rows.length;
  }

  /** A column that no part has a text in yet; answers whether it is a new one. */
  addColumn(name: string): boolean {
    const isKnown = [...this.columns, "Reference"].some((each) => each.toLowerCase() === name.toLowerCase());
    if (name === "" || isKnown) return false;
    this.columns.push(name);
    return true;
  }

  /** What a cell says, edits included. */
  text(row: FieldRow, column: string): string {
    return this.edits.get(row.reference)?.get(column) ?? this.original(row, column);
  }

  isEdited(row: FieldRow, column: string): boolean {
    return this.edits.get(row.reference)?.has(column) === true;
  }

  /** Whether its fields can be set by its reference: a part that has no number is one of many that are called so. */
  canEdit(row: FieldRow): boolean {
    return !/[*?]/.test(row.reference);
  }

  /** Sets a cell, and the same one of all marked parts when this one is among them. */
  set(row: FieldRow, column: string, text: string): void {
    const meant = this.marked.has(row.reference) ? this.rows.filter((each) => this.marked.has(each.reference)) : [row];
    for (const each of meant) {
      if (!this.canEdit(each)) continue;
      const own = this.edits.get(each.reference) ?? new Map<string, string>();
      if (text === this.original(each, column)) own.delete(column);
      else own.set(column, text);
      if (own.size === 0) this.edits.delete(each.reference);
      else this.edits.set(each.reference, own);
    }
  }

  /** Rows with the words of `filter` in any cell, sorted by a column (numbers by their value). */
  shown(filter: string, column: string, isDescending: boolean): FieldRow[] {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const key = (row: FieldRow) => (column === "Reference" ? row.reference : this.text(row, column));
    const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
    const found = this.rows.filter((row) => {
      const all = [row.reference, ...this.columns.map((each) => this.text(row, each))].join("\n").toLowerCase();
      return words.every((word) => all.includes(word));
    });
    found.sort((a, b) => compare(key(a), key(b)) || compare(a.reference, b.reference));
    return isDescending ? found.reverse() : found;
  }

  /** The edits as `sch.bulkFields` takes them. */
  changes(): FieldChange[] {
    return [...this.edits].map(([references, own]) => ({ references, fields: Object.fromEntries(own) }));
  }

  private original(row: FieldRow, column: string): string {
    return row.values[this.columns.indexOf(column)] ?? "";
  }
}
