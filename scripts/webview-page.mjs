// Serves the webviews as plain pages, with VS Code's side played by a stub, so that a browser can open them alone:
//   node scripts/webview-page.mjs examples/blinky/blinky.kicad_pcb   -> prints the address
// Tests import `startWebviewPage`. What the page posts is kept in `window.posted`; `window.send(message)` is the host.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { themes, variables } from "./webview-themes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts the server on a free port of this machine. Paths: `/canvas?path=FILE` (with `&theme=dark|light|contrast`,
 * `&look=kicad|vscode`, `&keys=forward`, `&project=NAME` of the project file beside it) and `/chat`.
 */
export async function startWebviewPage({ port = 0 } = {}) {
  const bundles = new Map();
  for (const view of ["canvas", "board3d", "chat", "messages"]) bundles.set(view, await bundle(view));
  const server = createServer((request, response) => {
    answer(bundles, request).then(
      ({ type, body, csp }) => {
        response.writeHead(200, {
          "content-type": type,
          ...(csp === undefined ? {} : { "content-security-policy": csp }),
        });
        response.end(body);
      },
      (error) => {
        response.writeHead(404);
        response.end(String(error));
      },
    );
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}

async function bundle(view) {
  const { outputFiles } = await build({
    entryPoints: [`${root}webview-ui/${view}/main.ts`],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    minify: true,
    sourcemap: "inline",
  });
  return outputFiles[0].text;
}

/** With the files that it imports, as in the product's bundle. */
async function styles(view) {
  const entryPoints = [`${root}webview-ui/${view}/${view}.css`];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false });
  return outputFiles[0].text;
}

async function answer(bundles, request) {
  const url = new URL(request.url, "http://localhost");
  const view = url.pathname.slice(1).replace(/\.(js|css)$/, "");
  if (url.pathname === "/file") {
    return { type: "application/octet-stream", body: await readFile(resolve(url.searchParams.get("path"))) };
  }
  if (url.pathname === "/stub.js") return { type: "text/javascript", body: stub };
  if (!bundles.has(view)) throw new Error(`nothing at ${url.pathname}`);
  if (url.pathname.endsWith(".js")) return { type: "text/javascript", body: bundles.get(view) };
  if (url.pathname.endsWith(".css")) {
    return { type: "text/css", body: await styles(view) };
  }
  return {
    type: "text/html",
    body: page(view, url.searchParams),
    // As strict as the product's own page.
    csp: "default-src 'none'; script-src 'nonce-page'; style-src 'self' 'nonce-page'; connect-src 'self'; img-src data:",
  };
}

function page(view, query) {
  const theme = themes[query.get("theme") ?? "dark"] ?? themes.dark;
  const keys = query.get("keys") === "forward" ? ' data-editor-keys="forward"' : "";
  const quality = query.has("full") ? ' data-quality="full"' : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${basename(query.get("path") ?? view)}</title>
<style nonce="page">:root { ${variables(theme.colors)} }</style>
<link rel="stylesheet" href="/${view}.css"></head>
<body class="${theme.class}"${keys}${quality}>
<script nonce="page" src="/stub.js"></script><script nonce="page" src="/${view}.js"></script>
</body></html>`;
}

const stub = `
"use strict";
window.posted = [];
// At once, so that a test's next look sees what the message did.
window.send = (message) => {
  window.dispatchEvent(new MessageEvent("message", { data: structuredClone(message) }));
};
{
  const query = new URLSearchParams(location.search);
  let state;
  const path = query.get("path");
  async function open() {
    const started = performance.now();
    const bytes = new Uint8Array(await (await fetch("/file?path=" + encodeURIComponent(path))).arrayBuffer());
    window.fetched = { bytes: bytes.length, ms: performance.now() - started, at: performance.now() };
    const settings = { theme: query.get("look") ?? "kicad", grid: Number(query.get("grid") ?? 1) };
    const kind = path.endsWith("sch") ? "schematic" : "board";
    const project = query.get("project");
    const projectPath = project === null ? undefined : path.replace(/[^/\\\\]*$/, project);
    const around = { project: null, drawingSheet: null, ...(projectPath && { projectPath }) };
    const readOnly = query.has("readonly");
    window.send({ type: "document", path, kind, bytes, steps: [], revision: 0, readOnly, settings, around });
  }
  window.acquireVsCodeApi = () => ({
    postMessage(message) {
      window.posted.push(message);
      if (message.type === "ready" && path !== null) open();
    },
    getState: () => state,
    setState: (next) => { state = next; },
  });
}
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startWebviewPage({ port: Number(process.env.PORT ?? 0) });
  const files = process.argv.slice(2);
  for (const file of files) console.log(`${url}/canvas?path=${encodeURIComponent(resolve(file))}`);
  console.log(`${url}/chat`);
}
