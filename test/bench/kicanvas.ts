import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";

/**
 * Serves one board in KiCanvas, as its authors say to embed it. `script` is its bundle (EDSNX_KICANVAS), which is no part
 * of this repository.
 */
export async function serveKicanvas(script: string, board: string): Promise<{ url: string; close(): void }> {
  const file = basename(board);
  const page = `<!doctype html><html><head><meta charset="utf-8"><style>html, body { margin: 0; height: 100% }
    kicanvas-embed { width: 100%; height: 100%; aspect-ratio: auto }</style>
    <script type="module" src="/kicanvas.js"></script></head>
    <body><kicanvas-embed src="/board/${encodeURIComponent(file)}" controls="basic"></kicanvas-embed></body></html>`;
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "/";
    const answer = async (): Promise<readonly [string, string | Buffer]> => {
      if (path === "/") return ["text/html", page];
      if (path === "/kicanvas.js") return ["text/javascript", await readFile(script)];
      if (path.startsWith("/board/")) return ["application/octet-stream", await readFile(board)];
      throw new Error(`nothing at ${path}`);
    };
    answer().then(
      ([type, body]) => {
        response.writeHead(200, { "content-type": type });
        response.end(body);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
