import { CommandError } from "../../core/base/error.ts";
import type { Registry } from "../../core/commands/registry.ts";
import { ownVerbs, verbs } from "./verbs.ts";

const forAll = ["--args", "--attach", "--no-save", "--text", "--json", "--help"];

export const shells = ["bash", "zsh", "fish"] as const;

interface Schema {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
}

/**
 * What may stand in place of the last of `words` (those after `edsnx`): commands, flags, values of flags. Nothing
 * means: a file's name, which shells know better.
 */
export function candidates(registry: Registry, words: readonly string[]): readonly string[] {
  const typed = words.at(-1) ?? "";
  const [verb = ""] = words;
  const ids = registry.commands.map(({ id }) => id);
  const fitting = (all: readonly string[]) => all.filter((each) => each.startsWith(typed)).sort();
  if (words.length <= 1) return fitting([...ownVerbs, ...ids]);
  if (verb === "help") return fitting([...ownVerbs, ...ids]);
  if (verb === "completion") return fitting(shells);
  const before = words.at(-2) ?? "";
  if (verb in verbs) {
    if (before === "--tools") return fitting(["full", "compact"]);
    return typed.startsWith("-") ? fitting([...Object.keys(verbs[verb]!.flags), "--help"]) : [];
  }
  if (!registry.has(verb)) return [];
  const properties = registry.get(verb).args.properties as Readonly<Record<string, Schema>>;
  if (typed.startsWith("-")) return fitting([...Object.keys(properties).map((name) => `--${name}`), ...forAll]);
  const asked = before.startsWith("--") ? properties[before.slice(2)] : undefined;
  return asked === undefined ? [] : fitting(valuesOf(asked));
}

function valuesOf(schema: Schema): string[] {
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (schema.type === "boolean") return ["true", "false"];
  return (schema.anyOf ?? []).flatMap(valuesOf);
}

/** The lines that a shell reads at its start; each Tab then asks the program itself. */
export function completionScript(shell: string | undefined): string {
  if (shell === "bash") {
    return `_edsnx() {
  local IFS=$'\\n'
  COMPREPLY=($(edsnx __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -o nosort -F _edsnx edsnx`;
  }
  if (shell === "zsh") {
    return `#compdef edsnx
_edsnx() {
  local -a found
  found=("\${(@f)$(edsnx __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n $found[1] ]]; then compadd -a found; else _files; fi
}
compdef _edsnx edsnx`;
  }
  if (shell === "fish") {
    return `function __edsnx_complete
  set -l words (commandline -opc) (commandline -ct)
  edsnx __complete $words[2..-1] 2>/dev/null
end
complete -c edsnx -a '(__edsnx_complete)'`;
  }
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot write completions for ${shell ?? "no shell"}: there are ${shells.join(", ")}.`,
    hint: 'Example: eval "$(edsnx completion bash)"',
  });
}
