// The build's own types describe the whole module; the factory is all that is used here.
declare module "clipper2-wasm/dist/umd/clipper2z.js" {
  export default function factory(options: { readonly wasmBinary: Uint8Array }): Promise<object>;
}
