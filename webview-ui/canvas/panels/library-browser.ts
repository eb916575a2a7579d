import { element } from "../../dom/element.ts";
import { LayerSet } from "../layers.ts";
import { themeOf } from "../painting.ts";
import { type PartModel, partOf } from "../part-model.ts";
import type { Part, ToolSurface } from "../tools/tool.ts";
import { openDialog } from "./dialog.ts";
import { ListBox } from "./list-box.ts";
import { paintPreview } from "./preview.ts";

type Kind = "symbol" | "footprint";

/** A part as `lib.get` tells of it. */
interface PartFacts {
  readonly path: string;
  readonly text?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly tags?: string;
  readonly pins?: readonly { readonly number: string; readonly name: string; readonly type: string }[];
  readonly pads?: readonly { readonly number: string; readonly shape: string; readonly size: readonly number[] }[];
}

interface Listed {
  readonly id: string;
  readonly description: string;
  readonly pins: number;
}

/** Every part of a search at once would make a window slow. */
const MOST = 300;
/** More pins or pads than these are counted only. */
const MOST_PINS = 200;

/** Opens the libraries that the project can use, with a picture and the facts of each part; `place` takes one. */
export function browseLibraries(surface: ToolSurface, place: (part: Part) => void): void {
  new LibraryBrowser(surface, place).open();
}

class LibraryBrowser {
  private readonly surface: ToolSurface;
  private readonly place: (part: Part) => void;
  private readonly own: Kind;
  private kind: Kind;
  private readonly kinds: HTMLSelectElement;
  private readonly field: HTMLInputElement;
  private readonly libraries = new ListBox("library-list", "Libraries", () => void this.list());
  private readonly parts = new ListBox(
    "library-parts",
    "Parts",
    () => void this.show(),
    () => this.take(),
  );
  private readonly picture = element("canvas", { width: "560", height: "420", role: "img" });
  private readonly facts = element("div", { class: "facts" });
  private readonly state = element("p", { role: "status", class: "state" });
  private readonly placeButton: HTMLButtonElement;
  private dialog: HTMLDialogElement | null = null;
  private asked = 0;
  private shown: PartModel | null = null;
  private taken: PartModel | null = null;

  constructor(surface: ToolSurface, place: (part: Part) => void) {
    this.surface = surface;
    this.place = place;
    this.own = surface.doc()?.kind === "board" ? "footprint" : "symbol";
    this.kind = this.own;
    this.kinds = element(
      "select",
      { "aria-label": "What is looked at", onchange: () => void this.start(this.kinds.value as Kind) },
      element("option", { value: "symbol" }, "Symbols"),
      element("option", { value: "footprint" }, "Footprints"),
    );
    this.kinds.value = this.kind;
    this.field = element("input", {
      type: "search",
      placeholder: "Search in all libraries",
      "aria-label": "Search",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => void this.list(),
      onkeydown: (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[(event as KeyboardEvent).key];
        if (step === undefined) return;
        event.preventDefault();
        this.parts.step(step);
      },
    });
    this.placeButton = element("button", { type: "button", class: "primary", onclick: () => this.take() }, "Place");
  }

  open(): void {
    this.dialog = openDialog(
      "Libraries",
      [
        element("h2", {}, "Libraries"),
        element("div", { class: "heads" }, this.kinds, this.field),
        element(
          "div",
          { class: "columns" },
          this.libraries.root,
          element("div", { class: "found" }, this.parts.root, this.state),
          element("div", { class: "shown" }, this.picture, this.facts),
        ),
        element(
          "div",
          { class: "buttons" },
          this.placeButton,
          element("button", { type: "button", onclick: () => this.dialog?.close() }, "Close"),
        ),
      ],
      () => {
        this.asked++;
        if (this.taken !== null) this.place(this.taken);
      },
    );
    this.dialog.classList.add("chooser", "libraries");
    void this.start(this.kind);
    this.libraries.root.focus();
  }

  private async start(kind: Kind): Promise<void> {
    this.kind = kind;
    this.placeButton.disabled = kind !== this.own;
    this.placeButton.title =
      kind === this.own ? "" : `A ${kind} goes on a ${kind === "symbol" ? "schematic" : "board"}.`;
    const answer = (await this.look("lib.tables", { kind: `${kind}s` })) as {
      readonly libraries: readonly {
        name: string;
        descr: string;
        hidden: boolean;
        disabled: boolean;
        problem: string | null;
      }[];
    } | null;
    const rows = (answer?.libraries ?? []).filter(({ hidden, disabled }) => !hidden && !disabled);
    const known = [...new Map([...rows].reverse().map((row) => [row.name, row])).values()].reverse();
    this.state.textContent = rows.length === 0 ? "The project has no libraries; lib.addTable adds some." : "";
    this.libraries.show(
      known.map(({ name, descr, problem }) => ({ value: name, words: name, about: problem ?? descr })),
    );
  }

  /** What is in the library that is chosen, or what is found in all of them. */
  private async list(): Promise<void> {
    const ask = ++this.asked;
    const query = this.field.value.trim();
    const library = this.libraries.value;
    if (query === "" && library === null) return;
    const answer = (
      query === ""
        ? await this.look("lib.list", { library, kind: this.kind })
        : await this.look("lib.search", { query, kind: this.kind, limit: MOST })
    ) as { readonly parts: readonly Listed[]; readonly total?: number } | null;
    if (ask !== this.asked) return;
    const parts = answer?.parts ?? [];
    const shown = parts.slice(0, MOST);
    const total = answer?.total ?? parts.length;
    const more = total > shown.length ? `; ${shown.length} are shown` : "";
    this.state.textContent = answer === null ? `${library ?? ""} cannot be read.` : `${total} ${this.kind}s${more}`;
    const nameOf = (id: string) => (query === "" ? id.slice(id.indexOf(":") + 1) : id);
    this.parts.show(shown.map(({ id, description }) => ({ value: id, words: nameOf(id), about: description })));
  }

  private async show(): Promise<void> {
    const id = this.parts.value;
    const doc = this.surface.doc();
    this.shown = null;
    if (id === null || doc === null) return;
    const { kind } = this;
    const part = (await this.look("lib.get", { id, kind, text: true })) as PartFacts | null;
    if (this.parts.value !== id || kind !== this.kind) return;
    this.shown = part?.text === undefined ? null : partOf(id, kind, part.text, doc);
    const look = new LayerSet(themeOf(kind === "symbol" ? "schematic" : "board", "kicad", true));
    const model = this.shown;
    this.picture.setAttribute("aria-label", model === null ? "No picture" : `Picture of ${id}`);
    this.picture.dataset["part"] = model?.id ?? "";
    paintPreview(
      this.picture,
      (sink) => model?.paint(sink),
      (names) => model?.order(names) ?? names,
      (layer) => look.colorOf(layer),
      look.background,
    );
    this.facts.replaceChildren(...(part === null ? [] : factsOf(id, part)));
  }

  private take(): void {
    if (this.kind !== this.own || this.shown === null) return;
    this.taken = this.shown;
    this.dialog?.close();
  }

  private look(command: string, args: Readonly<Record<string, unknown>>): Promise<object | null> {
    return this.surface.look(command, { ...args, project: this.surface.path() });
  }
}

/** Name, fields, and pins or pads. */
function factsOf(id: string, part: PartFacts): HTMLElement[] {
  const fields = Object.entries(part.fields).filter(([, value]) => value !== "" && value !== "~");
  const told = [
    ...(part.description ? [["Description", part.description] as const] : []),
    ...(part.tags ? [["Tags", part.tags] as const] : []),
    ...fields,
  ];
  const rows = (part.pins ?? []).map(({ number, name, type }) => [number, name, type.replaceAll("_", " ")]);
  const pads = (part.pads ?? []).map(({ number, shape, size }) => [number, shape, `${size.join(" × ")} mm`]);
  const lines = [...rows, ...pads];
  return [
    element("h3", {}, id),
    element("dl", {}, ...told.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)])),
    element("h4", {}, `${lines.length} ${part.pins === undefined ? "pads" : "pins"}`),
    element(
      "table",
      {},
      ...lines.slice(0, MOST_PINS).map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)))),
    ),
  ];
}
