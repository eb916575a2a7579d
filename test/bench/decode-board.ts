// A process of its own that reads a board and decodes every item of it; prints what that took as JSON.
import { readFileSync } from "node:fs";
import { readDoc } from "../../core/model/document.ts";

const bytes = readFileSync(process.argv[2]!);
const before = process.cpuUsage();
const started = performance.now();
const { doc } = readDoc(bytes);
const open = performance.now() - started;
for (const entry of doc!.items.entries) entry.item();
const all = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ open, all, cpu: (user + system) / 1000, peakMb }));
