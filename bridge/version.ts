declare const EDSNX_VERSION: string | undefined;
declare const EDSNX_REVISION: string | undefined;

/** The product's version; the build writes it in. */
export const version: string = typeof EDSNX_VERSION === "string" ? EDSNX_VERSION : "0.0.0-source";

/** The revision of the source that was built, with `+` when files of it were changed; "" when nobody knows. */
export const revision: string = typeof EDSNX_REVISION === "string" ? EDSNX_REVISION : "";

/** bundle: built · source: run as it is. */
export const profile: "bundle" | "source" = typeof EDSNX_VERSION === "string" ? "bundle" : "source";
