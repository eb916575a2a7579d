// The API of the script that runs, put there by `edsnx run`.
const api = globalThis[Symbol.for("edsnx.api")];
if (api === undefined) throw new Error("Start this script with: edsnx run <script>");
export default api.edsnx;
export const { edsnx, board, sch, project, lib, query } = api;
