import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { isDirty } from "../../session/open-document.ts";
import { defineCommand } from "../define.ts";

export const close = defineCommand({
  id: "session.close",
  title: "Close document",
  about: "Closes a document. One with unsaved edits is refused unless `discard` is true.",
  kind: "run",
  scope: "document",
  args: { discard: Type.Optional(Type.Boolean({ description: "Throw unsaved edits away." })) },
  result: Type.Object({ path: Type.String(), closed: Type.Boolean() }),
  examples: [{ about: "Close the board.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  async run(cx, args) {
    if (isDirty(cx.open) && args.discard !== true) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot close ${cx.open.path}: it has unsaved edits.`,
        hint: "Call session.save first, or session.close with discard: true.",
        data: { path: cx.open.path, revision: cx.open.revision },
      });
    }
    await cx.session.close(cx.open.path, cx.caller.name);
    return { path: cx.open.path, closed: true };
  },
});
