declare const EDSNX_VERSION: string | undefined;

/** The product's version; the build writes it in. */
export const version: string = typeof EDSNX_VERSION === "string" ? EDSNX_VERSION : "0.0.0-source";
