/** What the suite in the extension host hands out, as JSON in a file: the host ends with the suite. */
export interface HostResult {
  /** VS Code's version. */
  readonly vscode: string;
  /** Whether the suite came to its end; false while it runs. */
  readonly done: boolean;
  /** The test that runs, or ran when the host died. */
  readonly running: string | null;
  readonly tests: readonly HostTest[];
}

export interface HostTest {
  readonly title: string;
  /** Why it failed, with its stack; null when it passed. */
  readonly error: string | null;
}

/** Names the file in the extension host's environment. */
export const RESULT_VARIABLE = "EDSNX_HOST_RESULT";
