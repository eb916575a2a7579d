import { CommandError } from "../../core/base/error.ts";

/** What the system said, in our words, with the path. */
export function ioError(verb: string, path: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new CommandError({
      code: "not-found",
      message: `Cannot ${verb} ${path}: there is no such file.`,
      hint: "Check the path; it is relative to the working directory.",
      data: { path },
      cause: error,
    });
  }
  const reasons: Readonly<Record<string, string>> = {
    EACCES: "you have no permission",
    EPERM: "you have no permission",
    EROFS: "the file system is read-only",
    READONLY: "the file is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the quota is used up",
    EISDIR: "it is not a file",
    ELOOP: "its links go round in a circle",
    ENAMETOOLONG: "the name is too long",
  };
  return new CommandError({
    code: "io",
    message: `Cannot ${verb} ${path}: ${reasons[code ?? ""] ?? message}.`,
    hint: "Nothing was written. Mend the cause and repeat the call.",
    data: { path, ...(code === undefined ? {} : { errno: code }) },
    cause: error,
  });
}
