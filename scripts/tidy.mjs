// Keeps the house: layers (DEPS.list), names, sizes, and what must not be in the repository.
// A folder's DEPS.list names what its files may import, one entry a line: a folder of this repository, or a package.
// It holds for the folders below it until one has a list of its own. Entries that nothing uses are an error too.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const errors = [];
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

const layered = /^(core|bridge|extension|webview-ui)\//;
const sources = tracked.filter((file) => /\.ts$/.test(file) && !file.endsWith(".d.ts"));

// Layers.
const lists = new Map();
function listFor(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (!lists.has(folder)) {
      const path = join(root, folder, "DEPS.list");
      const entries = existsSync(path)
        ? readFileSync(path, "utf8")
            .split("\n")
            .map((line) => line.replace(/#.*/, "").trim())
            .filter((line) => line !== "")
        : null;
      lists.set(folder, entries === null ? null : { folder, entries, used: new Set() });
    }
    const list = lists.get(folder);
    if (list !== null) return list;
    if (folder === ".") return null;
  }
}

const inside = (path, folder) => path === folder || path.startsWith(`${folder}/`);

for (const file of sources.filter((f) => layered.test(f))) {
  const list = listFor(file);
  if (list === null) {
    errors.push(`${file}: no DEPS.list above it`);
    continue;
  }
  const text = readFileSync(join(root, file), "utf8");
  for (const match of text.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gms,
  )) {
    const name = match[1] ?? match[2] ?? match[3];
    const target = name.startsWith(".")
      ? normalize(join(dirname(file), name))
          .split(sep)
          .join("/")
      : name;
    if (name.startsWith(".") && inside(target, list.folder)) continue;
    const entry = list.entries.find((e) => inside(target, e) || (e === "node:*" && target.startsWith("node:")));
    if (entry === undefined) errors.push(`${file}: may not import ${name} (not in ${list.folder}/DEPS.list)`);
    else list.used.add(entry);
  }
}
for (const file of tracked.filter((f) => f.endsWith("DEPS.list"))) listFor(file);
for (const list of lists.values()) {
  for (const entry of list?.entries ?? [])
    if (!list.used.has(entry)) errors.push(`${list.folder}/DEPS.list: nothing imports ${entry} any more`);
}

// Names and sizes.
for (const file of sources) {
  const text = readFileSync(join(root, file), "utf8");
  const lines = text.split("\n").length - 1;
  const name = file.split("/").at(-1);
  if (lines > 500 && !file.endsWith(".gen.ts")) errors.push(`${file}: ${lines} lines (at most 500)`);
  if (/^(utils?|helpers?|manager|common|misc)\b/.test(name)) errors.push(`${file}: says nothing by its name`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.ts$/.test(name)) errors.push(`${file}: names are kebab-case`);
  if (/\b(it|describe)\.only\(/.test(text)) errors.push(`${file}: a focused test`);
}

// What does not belong here.
for (const file of tracked) {
  const path = join(root, file);
  if (/\.(png|jpg|ttf|woff2?|wasm|zip)$/.test(file) || file === "package-lock.json") continue;
  const text = readFileSync(path, "utf8");
  if (text.length > 1 << 20) errors.push(`${file}: over 1 MiB`);
  if (file !== "scripts/tidy.mjs" && /\b(TODO|FIXME|XXX)\b/.test(text) && !/\.kicad_/.test(file))
    errors.push(`${file}: unfinished business`);
}

for (const error of errors) console.error(error);
console.log(
  errors.length === 0 ? `tidy: ${sources.length} source files, nothing to say` : `tidy: ${errors.length} complaints`,
);
process.exit(errors.length === 0 ? 0 : 1);
