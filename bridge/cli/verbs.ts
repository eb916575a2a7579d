/** One of the program's own words, besides the commands. */
export interface Verb {
  readonly about: string;
  /** What stands behind the word. */
  readonly usage: string;
  /** Flags and what they do. */
  readonly flags: Readonly<Record<string, string>>;
}

const attaching = {
  "--attach": "Work on what is open in VS Code: the editor of this folder.",
  "--launch": "With --attach: start VS Code on this folder when no editor has it open (EDSNX_EDITOR names another).",
  "--session": "With --attach: the editor of this id (edsnx sessions lists them).",
} as const;

/** The program's own words, in the order of the help. */
export const verbs: Readonly<Record<string, Verb>> = {
  run: {
    about: "Runs a script of TypeScript or JavaScript; saves what it changed when it ends well.",
    usage: "SCRIPT [--board FILE] [--schematic FILE] [--attach] [--no-save] [--json] [-- args]",
    flags: {
      "--board": "The board that `board.…` means.",
      "--schematic": "The schematic that `sch.…` means.",
      "--attach": "Run on what is open in VS Code; edits stay unsaved unless the script saves.",
      "--no-save": "Leave the files as they are.",
      "--json": "One JSON document on stdout: { ok, result, saved } or { ok, error, at }.",
      "--": "What follows is the script's (edsnx.args).",
    },
  },
  check: {
    about: "Checks boards by their design rules and schematics by the electrical ones; status 5 when there are errors.",
    usage: "FILE … [--json]",
    flags: { "--json": "One JSON document: { files: [{ path, errors, warnings, … }] }." },
  },
  mcp: {
    about: "Model Context Protocol on stdin and stdout.",
    usage: "[--open FILE …] [--tools full|compact] [--attach [--launch] [--session ID]]",
    flags: {
      "--open": "Open these files first.",
      "--tools": "compact lists the most used tools only; tools_find and tools_run reach the others.",
      ...attaching,
    },
  },
  serve: {
    about: "JSON-RPC 2.0 for programs.",
    usage: "[--stdio | --socket PATH | --ws PORT] [--open FILE …] [--auto-save] [--attach [--launch] [--session ID]]",
    flags: {
      "--stdio": "One client on stdin and stdout (the default).",
      "--socket": "Many clients on a private Unix socket, or a named pipe on Windows; one session.",
      "--ws": "A loopback WebSocket for programs with the token; 0 takes any free port.",
      "--open": "Open these files first.",
      "--auto-save": "Save what a call changed before it is answered.",
      ...attaching,
    },
  },
  acp: {
    about:
      "An agent of the Agent Client Protocol (Zed, JetBrains, Neovim): answers by a program that edits through it.",
    usage: "[--command LINE] [--no-save]",
    flags: {
      "--command": "The program that answers, as in the chat box (default: claude; EDSNX_CHAT_COMMAND names another).",
      "--no-save": "Keep what a turn changed in memory until session_save.",
    },
  },
  sessions: {
    about: "Lists the editors that can be attached to.",
    usage: "[--json]",
    flags: { "--json": "One line." },
  },
  completion: {
    about: "Writes the completions for a shell.",
    usage: "bash|zsh|fish",
    flags: {},
  },
  help: { about: "Tells what a command or a word of the program takes.", usage: "[COMMAND]", flags: {} },
  version: {
    about: "Tells the version; with --json the whole build.",
    usage: "[--json]",
    flags: { "--json": "The build." },
  },
};

/** The program's own words. */
export const ownVerbs: readonly string[] = Object.keys(verbs);
