import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

export interface PageOptions {
  /** Bundle in `out/webview`, without its ending: `canvas` or `chat`. */
  readonly bundle: string;
  readonly title: string;
  /** HTML shown above everything else, for what the person must know first. */
  readonly banner?: string;
}

/** What a webview of ours may do; `commands` are the links that its HTML may hold. */
export function webviewOptions(extension: vscode.Uri, commands: readonly string[] = []): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableCommandUris: commands,
    localResourceRoots: [vscode.Uri.joinPath(extension, "out", "webview")],
  };
}

/** The page that loads one of our bundles, and nothing else. */
export function bundlePage(webview: vscode.Webview, extension: vscode.Uri, options: PageOptions): string {
  const { bundle, title, banner = "" } = options;
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extension, "out", "webview", name));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `img-src ${webview.cspSource} data: blob:`,
    `font-src ${webview.cspSource}`,
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${file(`${bundle}.css`)}">
${banner === "" ? "" : `<style nonce="${nonce}">${BANNER_STYLE}</style>`}
</head>
<body>
<script nonce="${nonce}" src="${file(`${bundle}.js`)}"></script>
${banner === "" ? "" : bannerHtml(banner, nonce)}
</body>
</html>`;
}

/** The bundle fills the body with its own; so the banner goes beside the body, once the bundle has run. */
function bannerHtml(banner: string, nonce: string): string {
  return `<template id="banner"><div class="edsnx-banner" role="alert">${banner}</div></template>
<script nonce="${nonce}">document.documentElement.append(document.getElementById("banner").content);</script>`;
}

/** A page without scripts that says why a file is not shown and what can be done. */
export function messagePage(title: string, lines: readonly string[], links: readonly Link[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
body { display: grid; place-content: center; min-height: 90vh; max-width: 60ch; margin: 0 auto; padding: 0 2em;
  font: var(--vscode-font-size, 13px) var(--vscode-font-family, sans-serif); color: var(--vscode-foreground); }
h1 { font-size: 1.3em; font-weight: 600; }
p { overflow-wrap: anywhere; margin: 0 0 .8em; }
a { color: var(--vscode-textLink-foreground); margin-right: 1.5em; }
</style>
</head>
<body role="alert">
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
<p>${links.map(linkHtml).join("\n")}</p>
</body>
</html>`;
}

export interface Link {
  readonly text: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

export function linkHtml({ text, command, args }: Link): string {
  return `<a href="command:${command}?${encodeURIComponent(JSON.stringify(args))}">${escapeHtml(text)}</a>`;
}

export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

const BANNER_STYLE = `
html { display: flex; flex-direction: column; }
body { flex: 1; min-height: 0; height: auto; }
.edsnx-banner { order: -1; padding: .5em 1em;
  font: var(--vscode-font-size, 13px) var(--vscode-font-family, sans-serif);
  color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground));
  background: var(--vscode-inputValidation-warningBackground);
  border-bottom: 1px solid var(--vscode-inputValidation-warningBorder); }
.edsnx-banner a { color: var(--vscode-textLink-foreground); margin-left: 1em; }
`;
