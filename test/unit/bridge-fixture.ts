import { Type } from "typebox";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError } from "../../core/base/error.ts";
import { defineCommand, defineEdit } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { Session } from "../../core/session/session.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

export const board = `(kicad_pcb
	(version 20241229)
	(net 0 "")
	(segment
		(start 1 2)
		(end 3 4)
		(width 0.2)
		(layer "F.Cu")
		(net 0)
		(uuid "s1")
	)
)
`;

const widen = defineEdit({
  id: "pcb.widen",
  title: "Widen",
  about: "Sets a track's width.",
  scope: "board",
  args: { id: Type.String({ description: "The track." }), width: Type.Number({ description: "Width (mm)" }) },
  examples: [{ about: "Wider.", fixture: "a.kicad_pcb", args: { id: "s1", width: 0.3 } }],
  run: (cx, args) => cx.edit.set(args.id, { width: args.width * 1e6 }),
});

/** Settles by its signal or by `release`. */
export function gate() {
  let release: () => void = () => undefined;
  let entered: () => void = () => undefined;
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const command = defineCommand({
    id: "test.slow",
    title: "Slow",
    about: "Waits.",
    kind: "run",
    scope: "app",
    args: {},
    result: Type.Object({ done: Type.Boolean() }),
    examples: [],
    run: async (cx) => {
      cx.progress("half", 50);
      cx.progress("half again", 50);
      cx.progress("nearly");
      entered();
      await Promise.race([
        open,
        new Promise((_, no) => cx.signal.addEventListener("abort", () => no(cx.signal.reason))),
      ]);
      return { done: true };
    },
  });
  return { command, inside, release };
}

const list = defineCommand({
  id: "query.nets",
  title: "Nets",
  about: "Nets.",
  kind: "query",
  scope: "board",
  args: {},
  result: Type.Array(Type.String()),
  examples: [],
  run: () => ["GND"],
});
const picture = defineCommand({
  id: "render.png",
  title: "Picture",
  about: "A picture.",
  kind: "query",
  scope: "document",
  args: {},
  result: Type.Object({ png: Type.String(), width: Type.Integer() }),
  examples: [],
  run: () => ({ png: "iVBORw0KGgo=", width: 1 }),
});
const dialog = defineCommand({
  id: "view.dialog",
  title: "Dialog",
  about: "A dialog.",
  kind: "ui",
  scope: "app",
  args: {},
  result: Type.Null(),
  examples: [],
  run: () => null,
});
const fail = defineCommand({
  id: "test.fail",
  title: "Fail",
  about: "Fails.",
  kind: "query",
  scope: "app",
  args: {},
  result: Type.Null(),
  examples: [],
  run: () => {
    throw new CommandError({ code: "check-failed", message: "Cannot do it: no.", hint: "Do not.", data: { n: 3 } });
  },
});

/** A core on files in memory, with a few commands of the tests' own. */
export function testCore() {
  const slow = gate();
  const ports = memoryPorts({ "/a.kicad_pcb": board, "/b.kicad_sch": "(kicad_sch\n\t(version 20250114)\n)\n" });
  const session = new Session(ports);
  const own = [widen, slow.command, list, picture, dialog, fail];
  const others = commands.filter((command) => !own.some((each) => each.id === command.id));
  const registry = new Registry([...own, ...others]);
  const core = new AgentCore({ registry, session, services: {}, now: ports.now });
  return { core, session, slow, ports };
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** Collects what a server sends; `reply` waits for the answer of an id. */
export function mailbox() {
  const sent: Message[] = [];
  const waiting: (() => void)[] = [];
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    const limit = setTimeout(() => {
      throw new Error(`nothing of the kind came; there is ${JSON.stringify(sent)}`);
    }, 10_000);
    try {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    sent,
    send: (message: unknown) => {
      sent.push(JSON.parse(JSON.stringify(message)) as Message);
      for (const wake of waiting.splice(0)) wake();
    },
    until,
    reply: (id: unknown) => until(() => sent.find((message) => message.id === id && message.method === undefined)),
    told: (method: string) => until(() => sent.find((message) => message.method === method)),
  };
}
