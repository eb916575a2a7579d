import * as vscode from "vscode";
import type { ShowNotice } from "./slow-call.ts";

/** A notification with a Cancel button. */
export const showNotice: ShowNotice = (title, end, stop) => {
  let report: (message: string) => void = () => {};
  void vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) => {
      report = (message) => progress.report({ message });
      token.onCancellationRequested(stop);
      // Whoever made the call hears of its failure.
      return end.then(
        () => {},
        () => {},
      );
    },
  );
  return { report: (message) => report(message) };
};
