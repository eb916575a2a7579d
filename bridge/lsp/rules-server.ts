// A bundle of its own: a language server for `.kicad_dru` files, for any editor that speaks the protocol (`--stdio`).
import { fileURLToPath } from "node:url";
import type { CompletionItem, Diagnostic } from "vscode-languageserver/node";
import {
  CompletionItemKind,
  createConnection,
  DiagnosticSeverity,
  InsertTextFormat,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete, NO_NAMES } from "../../core/engines/rules/language/complete.ts";
import { formatRules } from "../../core/engines/rules/language/format.ts";
import { hover } from "../../core/engines/rules/language/hover.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { version } from "../version.ts";
import { namesBeside } from "./project-names.ts";

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);

connection.onInitialize(() => ({
  serverInfo: { name: "edsnx-rules", version },
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    completionProvider: { triggerCharacters: ["(", ".", "'", " "] },
    hoverProvider: true,
    documentFormattingProvider: true,
  },
}));

documents.onDidChangeContent(({ document }) => {
  const diagnostics = parseRules(document.getText()).problems.map(
    (each): Diagnostic => ({
      range: { start: document.positionAt(each.start), end: document.positionAt(each.end) },
      severity: each.severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
      source: "edsnx",
      message: `${each.message}${effects[each.effect]}`,
    }),
  );
  void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
});

documents.onDidClose(({ document }) => void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }));

/** What KiCad makes of a problem: it says nothing about it itself. */
const effects = {
  file: " (KiCad uses no rule of this file)",
  rule: " (KiCad never applies this rule)",
  none: "",
} as const;

const kinds = {
  keyword: CompletionItemKind.Keyword,
  type: CompletionItemKind.EnumMember,
  property: CompletionItemKind.Property,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.Value,
} as const;

connection.onCompletion(({ textDocument, position }): CompletionItem[] => {
  const document = documents.get(textDocument.uri);
  if (document === undefined) return [];
  return complete(document.getText(), document.offsetAt(position), namesOf(document.uri)).map((each) => ({
    label: each.label,
    kind: kinds[each.kind],
    ...(each.about === "" ? {} : { documentation: each.about }),
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range: { start: document.positionAt(each.start), end: position }, newText: each.insert },
  }));
});

connection.onHover(({ textDocument, position }) => {
  const document = documents.get(textDocument.uri);
  const found = document === undefined ? null : hover(document.getText(), document.offsetAt(position));
  if (document === undefined || found === null) return null;
  const range = { start: document.positionAt(found.start), end: document.positionAt(found.end) };
  return { contents: { kind: "markdown", value: found.about }, range };
});

connection.onDocumentFormatting(({ textDocument }) => {
  const document = documents.get(textDocument.uri);
  const text = document?.getText() ?? "";
  const formatted = document === undefined ? null : formatRules(text);
  if (document === undefined || formatted === null || formatted === text) return [];
  return [{ range: { start: document.positionAt(0), end: document.positionAt(text.length) }, newText: formatted }];
});

function namesOf(uri: string) {
  return uri.startsWith("file:") ? namesBeside(fileURLToPath(uri)) : NO_NAMES;
}

documents.listen(connection);
connection.listen();
