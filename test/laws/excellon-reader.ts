/** What a drill file makes: one line for each hole or slot, places and diameters in micrometres. */
export function readExcellon(text: string): { hits: string[]; fileFunction: string } {
  const tools = new Map<number, { diameter: number; use: string }>();
  const hits: string[] = [];
  let fileFunction = "";
  let use = "";
  let tool: { diameter: number; use: string } | null = null;
  let x = 0;
  let y = 0;
  let route: { x: number; y: number } | null = null;
  let down = false;
  let header = true;
  let ended = false;
  const um = (mm: number) => Math.round(mm * 1000);
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const attribute = /^; #@! T([FA])\.(\w+),(.*)$/.exec(line);
    if (attribute !== null) {
      if (attribute[2] === "FileFunction") fileFunction = attribute[3]!;
      if (attribute[2] === "AperFunction") use = attribute[3]!;
      continue;
    }
    if (line === "" || line.startsWith(";")) continue;
    if (ended) throw new Error(`text after M30: ${line}`);
    const definition = /^T(\d+)C([\d.]+)$/.exec(line);
    if (header && definition !== null) {
      tools.set(Number(definition[1]), { diameter: um(Number(definition[2])), use });
      continue;
    }
    if (line === "%" || line === "M95") {
      header = false;
      continue;
    }
    if (header) {
      if (!/^(M48|METRIC.*|FMAT,2|ICI.*)$/.test(line)) throw new Error(`header ${line}`);
      continue;
    }
    const choice = /^T(\d+)$/.exec(line);
    if (choice !== null) {
      if (Number(choice[1]) === 0) tool = null;
      else tool = tools.get(Number(choice[1])) ?? fail(`tool ${line}`);
      continue;
    }
    if (line === "M30") {
      ended = true;
      continue;
    }
    if (line === "M15") {
      down = true;
      continue;
    }
    if (line === "M16") {
      down = false;
      route = null;
      continue;
    }
    if (/^G(90|05)$/.test(line)) continue;
    const move = /^(G0[01])?(?:X(-?[\d.]+))?(?:Y(-?[\d.]+))?$/.exec(line);
    if (move === null) throw new Error(`word ${line}`);
    const from = { x, y };
    if (move[2] !== undefined) x = um(Number(move[2]));
    if (move[3] !== undefined) y = um(Number(move[3]));
    if (tool === null) throw new Error(`no tool at ${line}`);
    if (move[1] === "G00") route = { x, y };
    else if (move[1] === "G01") {
      if (!down || route === null) throw new Error(`not down at ${line}`);
      const ends = [`${from.x},${from.y}`, `${x},${y}`].sort();
      hits.push(`${tool.use} ${tool.diameter} slot ${ends.join(" ")}`);
    } else hits.push(`${tool.use} ${tool.diameter} at ${x},${y}`);
  }
  if (!ended) throw new Error("no M30");
  return { hits, fileFunction };
}

function fail(message: string): never {
  throw new Error(message);
}
