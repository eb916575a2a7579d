import { netNames, referenceOf } from "../../core/commands/item-refs.ts";
import { layersOf } from "../../core/model/board/layer-table.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Session } from "../../core/session/session.ts";
import { RpcError, rpcCodes } from "../rpc/json-rpc.ts";
import { designFiles } from "./design-files.ts";

const MAX_COMPLETIONS = 100;

/** What an argument's name says about its values. */
const kinds: readonly { readonly names: RegExp; readonly values: (doc: Doc) => Iterable<string> }[] = [
  { names: /^(net|nets)$/i, values: netNames },
  { names: /^(layer|layers)$/i, values: layerNames },
  { names: /^(ref|refs|reference|items|ids|item|footprint|symbol)$/i, values: referencesOf },
];

/**
 * `completion/complete`: nets, layers and references of the open documents, and paths of open documents and of designs
 * below `folder`, that begin with what is typed, then those that hold it. An argument `path` in the context
 * names the document.
 */
export async function complete(params: unknown, session: Session, folder?: string): Promise<unknown> {
  const { ref, argument, context } = (params ?? {}) as {
    ref?: unknown;
    argument?: { name?: unknown; value?: unknown };
    context?: { arguments?: Record<string, unknown> };
  };
  if (typeof ref !== "object" || ref === null || typeof argument?.name !== "string") {
    throw new RpcError(rpcCodes.invalidParams, "Cannot complete: ref and argument { name, value } are needed.");
  }
  const given = await candidates(argument.name, context?.arguments?.["path"], session, folder);
  const values = ranked(given, String(argument.value ?? ""));
  return {
    completion: {
      values: values.slice(0, MAX_COMPLETIONS),
      total: values.length,
      hasMore: values.length > MAX_COMPLETIONS,
    },
  };
}

async function candidates(name: string, path: unknown, session: Session, folder?: string): Promise<string[]> {
  const open = session.list();
  if (name === "path" || name === "project")
    return [...open.map((each) => each.path), ...(folder === undefined ? [] : await designFiles(folder))];
  const kind = kinds.find(({ names }) => names.test(name));
  if (kind === undefined) return [];
  const named = open.filter((each) => each.path === path);
  const docs = (named.length > 0 ? named : open).map((each) => each.doc);
  return [...new Set(docs.flatMap((doc) => [...kind.values(doc)]))].filter((value) => value !== "").sort();
}

function ranked(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const starts = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const holds = values.filter((value) => !starts.includes(value) && value.toLowerCase().includes(wanted));
  return [...starts, ...holds];
}

function layerNames(doc: Doc): readonly string[] {
  return doc.kind === "board" ? layersOf(doc).map(({ name }) => name) : [];
}

function referencesOf(doc: Doc): string[] {
  return [...doc.items.ofKind("footprint", "symbol")].map(referenceOf);
}
