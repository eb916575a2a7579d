import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { DocKind } from "../../core/model/document.ts";
import type { Session } from "../../core/session/session.ts";
import { RpcError, rpcCodes } from "../rpc/json-rpc.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";

interface View {
  readonly kind: DocKind;
  /** Last part of the URI. */
  readonly name: string;
  readonly command: string;
  readonly title: string;
  readonly mimeType: string;
}

const json = "application/json";

/** What of a document can be read as a resource; each is the result of one command. */
const views: readonly View[] = [
  { kind: "board", name: "items", command: "query.items", title: "Items", mimeType: json },
  { kind: "board", name: "nets", command: "query.nets", title: "Nets", mimeType: json },
  { kind: "board", name: "drc", command: "check.drc", title: "Design rule check", mimeType: json },
  { kind: "board", name: "render.png", command: "render.png", title: "Picture", mimeType: "image/png" },
  { kind: "schematic", name: "sheets", command: "query.sheetTree", title: "Sheets", mimeType: json },
  { kind: "schematic", name: "erc", command: "check.erc", title: "Electrical rule check", mimeType: json },
];

export interface ResourceRequest {
  readonly uri: string;
  /** The document, as the URI has it. */
  readonly path: string;
  readonly view: View;
}

export function resourceTemplates(registry: Registry, version: ProtocolVersion): unknown[] {
  return offered(registry).map((view) => ({
    uriTemplate: `kicad://${view.kind}/{path}/${view.name}`,
    name: `${view.kind}-${view.name}`,
    ...(has(version, "2025-06-18") ? { title: `${view.title} of a ${view.kind}` } : {}),
    description: `${view.title} of a ${view.kind}: the result of ${view.command}. path: the file, percent-encoded.`,
    mimeType: view.mimeType,
  }));
}

/** Every view of every open document. */
export function resourceList(registry: Registry, session: Session, version: ProtocolVersion): unknown[] {
  const documents = [...session.list()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return documents.flatMap((open) =>
    offered(registry)
      .filter((view) => view.kind === open.doc.kind)
      .map((view) => ({
        uri: `kicad://${view.kind}/${encodeURIComponent(open.path)}/${view.name}`,
        name: `${open.path.split(/[\\/]/).at(-1)} ${view.name}`,
        ...(has(version, "2025-06-18") ? { title: `${view.title} of ${open.path}` } : {}),
        mimeType: view.mimeType,
      })),
  );
}

/** What a URI stands for. Throws the revision's error for a resource that is not there. */
export function parseResource(uri: unknown, registry: Registry, version: ProtocolVersion): ResourceRequest {
  if (typeof uri !== "string") {
    throw new RpcError(rpcCodes.invalidParams, "Cannot read the resource: uri must be a string.");
  }
  const [, kind, encoded, name] = /^kicad:\/\/(board|schematic)\/([^?#]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const view = offered(registry).find((each) => each.kind === kind && each.name === name);
  const path = view === undefined ? null : decode(encoded!);
  if (view === undefined || path === null) throw notFound(uri, "no such resource", version);
  return { uri, path, view };
}

/** `resources/read`: runs the view's command through `run`. */
export async function readResource(
  request: ResourceRequest,
  version: ProtocolVersion,
  run: (id: string, args: unknown) => Promise<unknown>,
): Promise<{ contents: unknown[] }> {
  const { uri, path, view } = request;
  try {
    const result = await run(view.command, { path });
    if (view.mimeType === json) return { contents: [{ uri, mimeType: json, text: JSON.stringify(result) }] };
    const { png } = result as { png?: unknown };
    if (typeof png !== "string") {
      throw new CommandError({
        code: "service-unavailable",
        message: "Cannot read the picture: render not available.",
      });
    }
    return { contents: [{ uri, mimeType: view.mimeType, blob: png }] };
  } catch (thrown) {
    const error = toCommandError(thrown);
    const missing = ["not-found", "no-document", "wrong-kind", "denied"].includes(error.code);
    if (missing) throw notFound(uri, error.message, version);
    const { code, hint, data } = error;
    throw new RpcError(rpcCodes.internal, `${code}: ${error.message}`, {
      ...data,
      code,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function offered(registry: Registry): readonly View[] {
  return views.filter((view) => registry.has(view.command));
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function notFound(uri: string, reason: string, version: ProtocolVersion): RpcError {
  const code = version === "2026-07-28" ? rpcCodes.invalidParams : -32002;
  return new RpcError(code, `Cannot find resource ${uri}: ${reason.replace(/\.$/, "")}.`, { uri });
}
