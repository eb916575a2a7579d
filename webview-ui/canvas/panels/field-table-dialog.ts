import type { Doc } from "../../../core/model/document.ts";
import { element } from "../../dom/element.ts";
import type { FieldRow } from "../field-table.ts";
import { FieldTable } from "../field-table.ts";
import type { ToolSurface } from "../tools/tool.ts";
import { ask, openDialog } from "./dialog.ts";

const TITLE = "Fields of symbols";
/** Fields that every symbol has. */
const COMMON = ["Value", "Footprint", "Datasheet", "Description"];
/** More rows than these would make a window slow; the filter gets at the others. */
const MOST_ROWS = 500;
/** Rows of one answer of `query.bom`. */
const PAGE = 5000;

/** Opens the grid of symbols and fields of a schematic and all sheets below it; what is edited is one change. */
export async function editFields(surface: ToolSurface): Promise<void> {
  const doc = surface.doc();
  if (doc?.kind !== "schematic") return;
  const columns = fieldNames(doc);
  const rows = await partRows(surface, columns);
  if (rows === null) return;
  if (rows.length === 0) return surface.complain("There are no symbols with fields to edit yet.");
  new Grid(surface, new FieldTable(columns, rows)).open();
}

class Grid {
  private readonly surface: ToolSurface;
  private readonly table: FieldTable;
  private readonly head = element("tr");
  private readonly body = element("tbody");
  private readonly state = element("p", { role: "status", class: "state" });
  private readonly filter: HTMLInputElement;
  private dialog: HTMLDialogElement | null = null;
  private sorted = "Reference";
  private isDescending = false;

  constructor(surface: ToolSurface, table: FieldTable) {
    this.surface = surface;
    this.table = table;
    this.filter = element("input", {
      type: "search",
      placeholder: "Only rows with these words",
      "aria-label": "Filter",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.render(),
    });
  }

  open(): void {
    this.dialog = openDialog(
      TITLE,
      [
        element("h2", {}, TITLE),
        this.filter,
        element("div", { class: "rows" }, element("table", {}, element("thead", {}, this.head), this.body)),
        this.state,
        element(
          "div",
          { class: "buttons" },
          element("button", { type: "button", onclick: () => void this.addColumn() }, "Add field…"),
          element("button", { type: "button", class: "primary", onclick: () => void this.apply() }, "Apply"),
          element("button", { type: "button", onclick: () => this.dialog?.close() }, "Cancel"),
        ),
      ],
      () => undefined,
    );
    this.dialog.classList.add("field-table");
    this.render();
    this.filter.focus();
  }

  private render(): void {
    const { table } = this;
    const rows = table.shown(this.filter.value, this.sorted, this.isDescending);
    const seen = rows.slice(0, MOST_ROWS);
    this.head.replaceChildren(this.markAll(seen), ...["Reference", ...table.columns].map((name) => this.headOf(name)));
    this.body.replaceChildren(...seen.map((row, at) => this.rowOf(row, at)));
    const part = rows.length > seen.length ? `; the first ${seen.length} are shown, the filter gets at the others` : "";
    this.say(`${rows.length} of ${table.count} symbols${part}`);
  }

  private headOf(name: string): HTMLElement {
    const isSorted = name === this.sorted;
    const mark = isSorted ? (this.isDescending ? " ▾" : " ▴") : "";
    const sort = () => {
      this.isDescending = isSorted && !this.isDescending;
      this.sorted = name;
      this.render();
      this.head.querySelector<HTMLElement>(`[data-sort="${CSS.escape(name)}"]`)?.focus();
    };
    const order = isSorted ? (this.isDescending ? "descending" : "ascending") : "none";
    const button = element("button", { type: "button", "data-sort": name, onclick: sort }, name + mark);
    return element("th", { scope: "col", "aria-sort": order }, button);
  }

  private markAll(rows: readonly FieldRow[]): HTMLElement {
    const { marked } = this.table;
    const box = element("input", { type: "checkbox", "aria-label": "Edit all shown rows together" });
    box.checked = rows.length > 0 && rows.every(({ reference }) => marked.has(reference));
    box.addEventListener("change", () => {
      for (const { reference } of rows) {
        if (box.checked) marked.add(reference);
        else marked.delete(reference);
      }
      this.render();
    });
    return element("th", {}, box);
  }

  private rowOf(row: FieldRow, at: number): HTMLElement {
    const { marked } = this.table;
    const box = element("input", { type: "checkbox", "aria-label": `Edit ${row.reference} together with others` });
    box.checked = marked.has(row.reference);
    box.addEventListener("change", () => {
      if (box.checked) marked.add(row.reference);
      else marked.delete(row.reference);
    });
    return element(
      "tr",
      {},
      element("td", {}, box),
      element("th", { scope: "row" }, row.reference),
      ...this.table.columns.map((column) => element("td", {}, this.cellOf(row, column, at))),
    );
  }

  private cellOf(row: FieldRow, column: string, at: number): HTMLElement {
    const canEdit = this.table.canEdit(row);
    const cell = element("input", {
      type: "text",
      "aria-label": `${column} of ${row.reference}`,
      "data-row": String(at),
      "data-column": column,
      spellcheck: "false",
      readonly: !canEdit,
      ...(canEdit ? {} : { title: "Annotate the schematic first: this part has no number." }),
      onkeydown: (event) => this.walk(event as KeyboardEvent, at, column),
    });
    cell.value = this.table.text(row, column);
    cell.classList.toggle("edited", this.table.isEdited(row, column));
    cell.addEventListener("change", () => {
      this.table.set(row, column, cell.value);
      this.refresh();
    });
    return cell;
  }

  /** Arrows and Enter go up and down a column, as in a spreadsheet. */
  private walk(event: KeyboardEvent, at: number, column: string): void {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (step === undefined || event.isComposing) return;
    event.preventDefault();
    // A cell takes its text when it is left, or here where it is the last one.
    const next = this.cell(at + step, column);
    if (next === null) (event.target as HTMLElement).blur();
    else {
      next.focus();
      next.select();
    }
  }

  private cell(at: number, column: string): HTMLInputElement | null {
    return this.body.querySelector(`[data-row="${at}"][data-column="${CSS.escape(column)}"]`);
  }

  /** Shows what an edit set elsewhere without taking the focus from where the person is by now. */
  private refresh(): void {
    const rows = new Map(this.table.shown("", "Reference", false).map((row) => [row.reference, row]));
    for (const line of this.body.rows) {
      const row = rows.get(line.cells[1]?.textContent ?? "");
      if (row === undefined) continue;
      for (const cell of line.querySelectorAll<HTMLInputElement>("[data-column]")) {
        const column = cell.dataset["column"]!;
        cell.value = this.table.text(row, column);
        cell.classList.toggle("edited", this.table.isEdited(row, column));
      }
    }
    const count = this.table.changes().length;
    this.say(
      count === 0 ? "Nothing is edited" : `${count} symbol${count === 1 ? "" : "s"} edited; Apply makes it one change`,
    );
  }

  private async addColumn(): Promise<void> {
    const name = await ask({ title: "Add field", label: "Its name" });
    if (name === null) return;
    if (this.table.addColumn(name.trim())) this.render();
    else this.say(`There is no room for a field called ${JSON.stringify(name)}: it has no name, or is there already.`);
  }

  private async apply(): Promise<void> {
    const changes = this.table.changes();
    if (changes.length === 0) {
      this.dialog?.close();
      return;
    }
    // A refusal would be told behind this dialog, so it is asked for first.
    const refused = await this.surface.refusal("sch.bulkFields", { changes });
    if (refused !== null) this.say(refused);
    else if ((await this.surface.run("sch.bulkFields", { changes })) !== null) this.dialog?.close();
  }

  private say(text: string): void {
    this.state.textContent = text;
  }
}

/** All fields that symbols of this sheet have, the common ones first. */
function fieldNames(doc: Doc): string[] {
  const names = new Set<string>();
  for (const symbol of doc.items.ofKind("symbol"))
    for (const child of symbol.children) if (child.kind === "property") names.add(String(child["name"]));
  const own = [...names].filter((name) => !COMMON.includes(name) && name !== "Reference" && !name.startsWith("ki_"));
  return [...COMMON, ...own.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))];
}

/** Every part with the texts of these fields; null when that went wrong (which was told). */
async function partRows(surface: ToolSurface, columns: readonly string[]): Promise<FieldRow[] | null> {
  const rows: FieldRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = (await surface.run("query.bom", {
      fields: ["Reference", ...columns],
      groupBy: [],
      includeExcluded: true,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    })) as { rows: { references: string[]; values: string[] }[]; cursor?: string } | null;
    if (answer === null) return null;
    for (const { references, values } of answer.rows)
      for (const reference of references) rows.push({ reference, values: values.slice(1) });
    cursor = answer.cursor;
    if (cursor === undefined) return rows;
  }
}
