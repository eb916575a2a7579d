/** A command of the editor itself, beside those of the registry. */
export interface OwnCommand {
  readonly id: string;
  readonly title: string;
  /** When the palette offers it; left out: always. "false": never. */
  readonly when?: string;
  /** For buttons, as VS Code names it. */
  readonly icon?: string;
}

/** A canvas of ours has the focus. */
const ours = "activeCustomEditorId =~ /^edsnx\\./";

export const ownCommands: readonly OwnCommand[] = [
  { id: "edsnx.openAsText", title: "Open as Text", when: ours },
  { id: "edsnx.openAsDesign", title: "Open as Board or Schematic", when: "resourceExtname =~ /^\\.kicad_(pcb|sch)$/" },
  { id: "edsnx.show3d", title: "3D View", when: "activeCustomEditorId == edsnx.board", icon: "$(package)" },
  { id: "edsnx.goToPart", title: "Go to Part…", when: ours },
  { id: "edsnx.goToNet", title: "Go to Net…", when: ours },
  { id: "edsnx.pickLayer", title: "Draw on Layer…", when: "activeCustomEditorId =~ /^edsnx\\.(board|footprint)$/" },
  { id: "edsnx.crossProbe", title: "Show in Schematic or on Board", when: ours },
  { id: "edsnx.newProject", title: "New Project…" },
  { id: "edsnx.setup", title: "Board or Schematic Setup…", when: ours },
  { id: "edsnx.libraries", title: "Library Browser", when: ours },
  { id: "edsnx.compareWith", title: "Compare with Revision…", when: ours },
  { id: "edsnx.check", title: "Check", when: ours },
  { id: "edsnx.nextFinding", title: "Go to Next Finding", when: ours },
  { id: "edsnx.previousFinding", title: "Go to Previous Finding", when: ours },
  { id: "edsnx.showFinding", title: "Show Finding", when: "false" },
  { id: "edsnx.tool", title: "Start Tool", when: "false" },
  { id: "edsnx.retry", title: "Read File Again", when: "false" },
  { id: "edsnx.copyAgentSetup", title: "Copy the Command That Attaches Claude Code" },
  { id: "edsnx.agent.stop", title: "Stop Agents" },
  { id: "edsnx.followAgents", title: "Follow Agents" },
  { id: "edsnx.agent.resume", title: "Let Agents Go On" },
  { id: "edsnx.showLog", title: "Show Log" },
];
