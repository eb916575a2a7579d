import type { Command } from "../core/commands/define.ts";

/** Arguments that name items: the palette fills them with what is selected. */
const selectionArgs = ["items", "ids"];

/** Edits that ask for one of several arguments, which their schemas cannot say. */
const needMore = ["pcb.move", "sch.move"];

/** Exports that need no argument and say in a message what they wrote. */
const writing = ["project.fabricate", "project.plot"];

export interface PaletteUse {
  /** When the command makes sense. */
  readonly when: string;
  /** The argument that takes the selected items. */
  readonly selection: string | null;
}

/** How a person may run a registry command from the palette; null where it needs arguments that nobody can type there. */
export function paletteUse(command: Command): PaletteUse | null {
  // What other kinds answer has no place to be seen in; save, undo and revert have theirs in VS Code itself.
  const isShown = command.kind === "edit" || command.kind === "ui" || writing.includes(command.id);
  if (!isShown || needMore.includes(command.id)) return null;
  const required = (command.args.required ?? []) as readonly string[];
  const selection = selectionArgs.find((name) => name in command.args.properties) ?? null;
  if (required.some((name) => name !== "path" && name !== selection)) return null;
  if (command.scope === "board" || command.scope === "schematic") {
    return { when: `activeCustomEditorId == edsnx.${command.scope}`, selection };
  }
  if (command.scope === "document") return { when: "activeCustomEditorId =~ /^edsnx\\./", selection };
  return { when: "true", selection };
}
