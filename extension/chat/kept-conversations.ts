import type * as vscode from "vscode";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import type { Conversations, KeptConversation } from "../../core/agent/conversations.ts";
import { KeptJson, readKept } from "../agents/kept-json.ts";

const NAME = "conversations.json";

/** The conversations of the project, as the last window left them. */
export function keptConversations(folder: string | undefined): readonly KeptConversation[] {
  return readKept<readonly KeptConversation[]>(folder, NAME) ?? [];
}

/** Keeps the conversations through reloads. */
export function keepConversations(
  hub: ChatHub,
  conversations: Conversations,
  folder: string | undefined,
  report: (line: string) => void,
): vscode.Disposable {
  const kept = new KeptJson(
    folder,
    NAME,
    () => {
      const all = conversations.kept();
      return all.length === 0 ? undefined : all;
    },
    report,
  );
  const detach = [hub.onChange(() => kept.touch()), conversations.onChange(() => kept.touch())];
  return {
    dispose: () => {
      for (const each of detach) each();
      kept.dispose();
    },
  };
}
