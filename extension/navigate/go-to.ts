import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import { type KicadEditors, sayError } from "../editor/kicad-editors.ts";
import { counterparts, layers, netOnSheets, nets, type Place, parts } from "./places.ts";

export interface GoToOptions {
  readonly core: AgentCore;
  readonly editors: KicadEditors;
}

/** Ways of going to something of the design by its name. */
export class GoTo {
  private readonly options: GoToOptions;

  constructor(options: GoToOptions) {
    this.options = options;
  }

  part(): Promise<void> {
    return this.choose("Go to part", "Reference or value", (path) => parts({ core: this.options.core, path }));
  }

  net(): Promise<void> {
    return this.choose("Go to net", "Name of a net", (path) => nets({ core: this.options.core, path }));
  }

  /** Says which layer of the board is drawn on. */
  async layer(): Promise<void> {
    const path = this.path();
    if (path === undefined || !path.endsWith(".kicad_pcb")) return say("Open a board first.");
    const { core, editors } = this.options;
    const rows = (await layers({ core, path })).map(({ name, about }) => ({ label: name, description: about }));
    const chosen = await vscode.window.showQuickPick(rows, { title: "Draw on layer", matchOnDescription: true });
    if (chosen !== undefined) editors.point(path, { layer: chosen.label });
  }

  /** From what is selected on the board to the schematic, or back. */
  async counterpart(): Promise<void> {
    const { core, editors } = this.options;
    const { active } = editors;
    const [item] = active?.selection ?? [];
    if (active?.path === undefined || item === undefined) return say("Select a part, a pad, a pin or a track first.");
    try {
      const found = await counterparts({ core, path: active.path }, item);
      const place = active.path.endsWith(".kicad_pcb") ? found.schematic[0] : found.board;
      if (place === undefined || place === null) return say(`${found.name} is not in the other half of the design.`);
      await this.go(place);
    } catch (thrown) {
      void vscode.window.showErrorMessage(sayError(toCommandError(thrown)));
    }
  }

  private path(): string | undefined {
    return this.options.editors.active?.path;
  }

  /** A list that points at each row while the person walks through it, where that needs no other tab. */
  private async choose(
    title: string,
    placeholder: string,
    find: (path: string) => Promise<readonly Place[]>,
  ): Promise<void> {
    const { editors } = this.options;
    const path = this.path();
    if (path === undefined) return say("Open a board or a schematic first.");
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly place: Place }>();
    pick.title = title;
    pick.placeholder = placeholder;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = true;
    pick.show();
    let isWalked = false;
    pick.onDidChangeActive(([row]) => {
      // The first row is active by itself: that is nobody's wish yet.
      if (isWalked && row?.place.path === path) editors.point(path, row.place);
      isWalked = true;
    });
    const chosen = new Promise<Place | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.place));
      pick.onDidHide(() => resolve(undefined));
    });
    try {
      const places = await find(path);
      pick.items = places.map((place) => ({
        label: place.label,
        description: place.description,
        ...(place.detail === undefined ? {} : { detail: place.detail }),
        place,
      }));
      pick.busy = false;
      const place = await chosen;
      pick.hide();
      if (place !== undefined) await this.go(place);
    } catch (thrown) {
      pick.hide();
      void vscode.window.showErrorMessage(sayError(toCommandError(thrown)));
    } finally {
      pick.dispose();
    }
  }

  private async go(place: Place): Promise<void> {
    const { core, editors } = this.options;
    if (place.net !== undefined && place.path.endsWith(".kicad_sch")) {
      const found = await netOnSheets({ core, path: place.path }, place);
      if (found === null) say(`Net ${place.net} is drawn nowhere.`);
      else await editors.show(found.path, found.ids, `Parts on net ${place.net}`);
      return;
    }
    if (place.net === undefined)
      await editors.show(place.path, place.ids, `${place.label} ${place.description}`.trim());
    else {
      await editors.bringUp(place.path);
      editors.point(place.path, place);
    }
  }
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}
