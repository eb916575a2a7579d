export function startWebviewPage(options?: {
  readonly port?: number;
}): Promise<{ readonly url: string; close(): Promise<void> }>;
