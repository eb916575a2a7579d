export const usage: string;
export type StartOptions = { help: false; folder?: string; port?: number; browser: boolean };
export function startOptions(args: readonly string[]): { help: true } | StartOptions;
