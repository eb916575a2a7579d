import type { JsonObject } from "../../../core/format/json-tree.ts";
import { readProjectSettings } from "../../../core/model/project/settings.ts";
import { boardViolations, schematicViolations } from "../../../core/model/project/violation-types.ts";
import { element } from "../../dom/element.ts";
import { openDialog } from "../panels/dialog.ts";
import type { ToolSurface } from "../tools/tool.ts";
import { bomPresetsPage } from "./bom-presets-page.ts";
import { constraintsPage } from "./constraints-page.ts";
import { formattingPage } from "./formatting-page.ts";
import { layersOf, layersPage } from "./layers-page.ts";
import { NetClassesPage } from "./net-classes-page.ts";
import { pinMapPage } from "./pin-map-page.ts";
import { rulesOf, rulesPage } from "./rules-page.ts";
import type { SettingCall, SettingsPage, SettingsSource } from "./settings-page.ts";
import { objectAt } from "./settings-page.ts";
import { severitiesPage } from "./severities-page.ts";
import { StackupPage } from "./stackup-page.ts";
import { textVariablesPage } from "./text-variables-page.ts";

/** Opens the set-up of the board or the schematic that is shown: all its pages, applied as one undoable change. */
export async function editSettings(surface: ToolSurface): Promise<void> {
  const kind = surface.doc()?.kind;
  if (kind !== "board" && kind !== "schematic") return;
  const project = surface.project();
  const look = (id: string, args: Readonly<Record<string, unknown>> = {}) =>
    surface.look(id, {
      path: id.startsWith("project.") ? project : surface.path(),
      ...args,
    }) as Promise<JsonObject | null>;
  const source: SettingsSource = {
    look,
    project: objectAt((await look("project.readSettings")) ?? {}, "value"),
  };
  const pages = kind === "board" ? await boardPages(source, surface.path()) : schematicPages(source);
  new SettingsDialog(surface, kind === "board" ? "Board setup" : "Schematic setup", pages).open();
}

async function boardPages(source: SettingsSource, path: string): Promise<SettingsPage[]> {
  const settings = readProjectSettings(JSON.stringify(source.project));
  const layers = layersPage(layersOf(await source.look("query.layers")));
  const stackup = new StackupPage(await source.look("query.stackup"), layers.copper());
  layers.onCopper((count) => stackup.setCopper(count));
  return [
    layers,
    stackup,
    constraintsPage(settings.constraints),
    new NetClassesPage(settings, "board"),
    rulesPage(await rulesOf(source, path)),
    severitiesPage("drc", boardViolations, settings.drcSeverities),
    textVariablesPage(settings.textVariables),
  ];
}

function schematicPages(source: SettingsSource): SettingsPage[] {
  const settings = readProjectSettings(JSON.stringify(source.project));
  return [
    formattingPage(source.project),
    severitiesPage("erc", schematicViolations, settings.ercSeverities),
    pinMapPage(settings.pinMap),
    new NetClassesPage(settings, "schematic"),
    bomPresetsPage(source.project),
    textVariablesPage(settings.textVariables),
  ];
}

class SettingsDialog {
  private readonly surface: ToolSurface;
  private readonly title: string;
  private readonly pages: readonly SettingsPage[];
  private readonly state = element("p", { role: "status", class: "state" });
  private readonly tabs: readonly HTMLButtonElement[];
  private dialog: HTMLDialogElement | null = null;

  constructor(surface: ToolSurface, title: string, pages: readonly SettingsPage[]) {
    this.surface = surface;
    this.title = title;
    this.pages = pages;
    this.tabs = pages.map(({ id, title: words }, i) =>
      element(
        "button",
        {
          type: "button",
          role: "tab",
          id: `settings-tab-${id}`,
          "aria-controls": `settings-page-${id}`,
          onclick: () => this.choose(i),
          onkeydown: (event) => this.walk(event as KeyboardEvent, i),
        },
        words,
      ),
    );
  }

  open(): void {
    const { title } = this;
    this.dialog = openDialog(
      title,
      [
        element("h2", {}, title),
        element(
          "div",
          { class: "columns" },
          element("div", { role: "tablist", "aria-orientation": "vertical", "aria-label": title }, ...this.tabs),
          element(
            "div",
            { class: "pages" },
            ...this.pages.map(({ id, root }) =>
              element(
                "div",
                { role: "tabpanel", id: `settings-page-${id}`, "aria-labelledby": `settings-tab-${id}` },
                root,
              ),
            ),
          ),
        ),
        this.state,
        element(
          "div",
          { class: "buttons" },
          element("button", { type: "button", class: "primary", onclick: () => void this.apply() }, "Apply"),
          element("button", { type: "button", onclick: () => this.dialog?.close() }, "Cancel"),
        ),
      ],
      () => undefined,
    );
    this.dialog.classList.add("settings");
    this.choose(0);
    this.tabs[0]?.focus();
  }

  private choose(index: number): void {
    for (const [i, tab] of this.tabs.entries()) {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      this.pages[i]!.root.parentElement!.hidden = i !== index;
    }
  }

  private walk(event: KeyboardEvent, from: number): void {
    const last = this.tabs.length - 1;
    const next = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + this.tabs.length) % this.tabs.length;
    this.choose(index);
    this.tabs[index]?.focus();
  }

  private async apply(): Promise<void> {
    let steps: readonly SettingCall[];
    try {
      steps = this.pages.flatMap((page) => page.calls());
    } catch (thrown) {
      this.say(thrown instanceof Error ? thrown.message : String(thrown));
      return;
    }
    if (steps.length === 0) {
      this.dialog?.close();
      return;
    }
    const { surface } = this;
    const own = new Set(["pcb.setLayers", "pcb.setStackup", "pcb.setCustomRules"]);
    const withPaths = steps.map(({ id, args }) => ({
      id,
      args: { path: own.has(id) ? surface.path() : surface.project(), ...args },
    }));
    const refused = await surface.applyAll(`${this.title}: ${this.edited().join(", ")}`, withPaths);
    if (refused !== null) return this.say(refused);
    // The settings of a sheet's project have no tab to be saved by, so they are kept at once.
    const stem = (path: string) => path.replace(/\.[^./\\]*$/, "");
    if (stem(surface.path()) !== stem(surface.project()))
      await surface.look("session.save", { path: surface.project() });
    this.dialog?.close();
  }

  /** Titles of the pages on which something is edited. */
  private edited(): string[] {
    return this.pages.filter((page) => page.calls().length > 0).map(({ title }) => title.toLowerCase());
  }

  private say(text: string): void {
    this.state.textContent = text;
  }
}
