import * as vscode from "vscode";

/** What we use of VS Code's own git extension. */
interface GitRepository {
  log(options: { readonly maxEntries: number; readonly path: string }): Promise<readonly GitCommit[]>;
  show(ref: string, path: string): Promise<string>;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
}

interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): GitRepository | null };
}

/** A version of a file that can be compared with. */
export interface Revision {
  readonly title: string;
  readonly detail: string;
  readonly icon: string;
  read(): Promise<Uint8Array>;
}

/** Commits that are offered. */
const MOST = 100;

/** What there is of a file besides what is edited: what is on disk, and the commits that touched it, newest first. */
export async function revisionsOf(uri: vscode.Uri, isDirty: boolean): Promise<readonly Revision[]> {
  const saved: Revision = {
    title: "the saved file",
    detail: "What is on disk",
    icon: "save",
    read: async () => vscode.workspace.fs.readFile(uri),
  };
  const repository = await repositoryOf(uri);
  const commits = (await repository?.log({ maxEntries: MOST, path: uri.fsPath }).catch(() => [])) ?? [];
  return [
    ...(isDirty ? [saved] : []),
    ...commits.map((commit) => ({
      title: firstLine(commit.message),
      detail: [commit.hash.slice(0, 8), commit.authorName, commit.authorDate?.toLocaleString()]
        .filter(Boolean)
        .join(" · "),
      icon: "git-commit",
      // KiCad's files are text.
      read: async () => new TextEncoder().encode(await repository?.show(commit.hash, uri.fsPath)),
    })),
  ];
}

async function repositoryOf(uri: vscode.Uri): Promise<GitRepository | null> {
  const git = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (git === undefined) return null;
  try {
    return (await git.activate()).getAPI(1).getRepository(uri);
  } catch {
    // Turned off, or there is no git on this machine.
    return null;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
