// What the scripted agent knows of the blinky board: the calls of a whole design, from an empty project to filled zones.
// `tool(name, input)` calls an MCP tool and answers its structured result; `say(text)` writes into the answer.
import { readFileSync } from "node:fs";

/** Symbol of the project's library, place, angle, reference, value, footprint, mirror. */
const symbols = [
  ["PWR_FLAG", [86.36, 83.82], 0, "#FLG01", "PWR_FLAG", ""],
  ["PWR_FLAG", [86.36, 96.52], 180, "#FLG02", "PWR_FLAG", ""],
  ["VCC", [78.74, 81.28], 0, "#PWR01", "VCC", ""],
  ["GND", [78.74, 99.06], 0, "#PWR02", "GND", ""],
  ["GND", [101.6, 102.87], 0, "#PWR03", "GND", ""],
  ["VCC", [109.22, 93.98], 0, "#PWR04", "VCC", ""],
  ["VCC", [127, 73.66], 0, "#PWR05", "VCC", ""],
  ["GND", [127, 104.14], 0, "#PWR06", "GND", ""],
  ["VCC", [157.48, 71.12], 0, "#PWR07", "VCC", ""],
  ["GND", [157.48, 109.22], 0, "#PWR08", "GND", ""],
  ["GND", [177.8, 101.6], 0, "#PWR09", "GND", ""],
  ["C", [157.48, 102.87], 0, "C1", "10u", "C_0805"],
  ["C", [101.6, 96.52], 0, "C2", "10n", "C_0805"],
  ["C", [86.36, 90.17], 0, "C3", "100n", "C_0805"],
  ["LED", [177.8, 95.25], 90, "D1", "red", "LED_0805"],
  ["Header_1x02", [68.58, 88.9], 0, "J1", "5-12 V", "Header_1x02", "y"],
  ["R", [157.48, 77.47], 0, "R1", "10k", "R_0805"],
  ["R", [157.48, 90.17], 0, "R2", "47k", "R_0805"],
  ["R", [177.8, 85.09], 0, "R3", "1k", "R_0805"],
  ["Timer", [127, 88.9], 0, "U1", "NE555", "SOIC-8"],
];

/** x1, y1, x2, y2 */
const wires = [
  [114.3, 93.98, 109.22, 93.98],
  [139.7, 93.98, 144.78, 93.98],
  [101.6, 88.9, 101.6, 92.71],
  [177.8, 88.9, 177.8, 91.44],
  [78.74, 96.52, 78.74, 99.06],
  [78.74, 88.9, 78.74, 83.82],
  [157.48, 93.98, 157.48, 96.52],
  [152.4, 88.9, 152.4, 96.52],
  [157.48, 71.12, 157.48, 73.66],
  [101.6, 100.33, 101.6, 102.87],
  [177.8, 78.74, 177.8, 81.28],
  [152.4, 96.52, 157.48, 96.52],
  [78.74, 83.82, 78.74, 81.28],
  [86.36, 83.82, 86.36, 86.36],
  [157.48, 96.52, 157.48, 99.06],
  [78.74, 91.44, 78.74, 96.52],
  [172.72, 78.74, 177.8, 78.74],
  [139.7, 88.9, 152.4, 88.9],
  [73.66, 91.44, 78.74, 91.44],
  [73.66, 88.9, 78.74, 88.9],
  [127, 73.66, 127, 76.2],
  [114.3, 83.82, 106.68, 83.82],
  [127, 101.6, 127, 104.14],
  [139.7, 83.82, 157.48, 83.82],
  [114.3, 88.9, 101.6, 88.9],
  [78.74, 96.52, 86.36, 96.52],
  [86.36, 93.98, 86.36, 96.52],
  [177.8, 99.06, 177.8, 101.6],
  [78.74, 83.82, 86.36, 83.82],
  [157.48, 81.28, 157.48, 83.82],
  [157.48, 83.82, 157.48, 86.36],
  [157.48, 106.68, 157.48, 109.22],
];

const labels = [
  ["OUT", [144.78, 93.98], 180],
  ["TIMING", [142.24, 88.9], 0],
  ["TIMING", [106.68, 83.82], 0],
  ["CTRL", [106.68, 88.9], 0],
  ["DISCH", [142.24, 83.82], 0],
  ["OUT", [172.72, 78.74], 0],
];

/** The calls that draw the board, as `examples/blinky/draw.jsonl` has them. */
const boardCalls = (script) =>
  readFileSync(script, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Designs the whole project. `progress(text, percent)` tells how far it is. */
export async function designBlinky({ tool, say, progress, board, schematic, script }) {
  const calls = boardCalls(script);
  const of = (...names) => calls.filter(({ call }) => names.includes(call.replace("pcb.", "")));
  const onBoard = ({ call, args }) => ({ id: call, args: { ...args, path: board } });
  const transaction = (label, steps) => tool("session_transaction", { label, steps });

  await progress("Drawing the schematic", 10);
  await transaction("Draw the schematic", [
    ...symbols.map(([symbol, at, rotation, reference, value, footprint, mirror]) => ({
      id: "sch.placeSymbol",
      args: {
        path: schematic,
        symbol: `blinky:${symbol}`,
        ...{ at, rotation, reference, value },
        ...(footprint === "" ? {} : { footprint: `blinky:${footprint}` }),
        ...(mirror === undefined ? {} : { mirror }),
      },
    })),
    ...wires.map(([x1, y1, x2, y2]) => ({
      id: "sch.wire",
      args: {
        path: schematic,
        pts: [
          [x1, y1],
          [x2, y2],
        ],
      },
    })),
    ...labels.map(([text, at, angle]) => ({ id: "sch.label", args: { path: schematic, text, at, angle } })),
  ]);
  say("The schematic is drawn. ");

  await progress("Placing the parts", 30);
  await tool("project_updatePcb", { path: schematic });
  await transaction("Place the parts", [
    ...of("setOutline").map(onBoard),
    ...of("placeFootprint").flatMap(({ args: { reference, at, rotation } }) => [
      { id: "pcb.move", args: { path: board, items: reference, to: at } },
      ...(rotation === undefined
        ? []
        : [{ id: "pcb.rotate", args: { path: board, items: reference, angle: rotation } }]),
    ]),
  ]);
  const { items } = await tool("query_items", {
    ...{ path: board, kind: "property", limit: 5000 },
    fields: ["name", "value"],
  });
  const fields = new Map(items.filter(({ name }) => name === "Reference").map(({ id, value }) => [`$${value}`, id]));
  await transaction(
    "Move the references",
    of("setProperties").map(({ call, args }) => onBoard({ call, args: { ...args, items: fields.get(args.items) } })),
  );
  for (const each of of("setNetclass", "assignNetclass")) await tool(each.call.replace(".", "_"), onBoard(each).args);
  say("The parts are placed. ");

  await progress("Routing", 50);
  const copper = of("addTrack", "addVia").map(onBoard);
  for (const net of new Set(copper.map(({ args }) => args.net)))
    await transaction(
      `Route ${net}`,
      copper.filter(({ args }) => args.net === net),
    );
  await transaction("Texts and planes", of("addText", "addZone").map(onBoard));
  await finish({ tool, say, progress, board, schematic });
}

/** Looks at the person's notes and does again, as they say, what was rejected with one. */
export async function heedNotes({ tool, say, progress, board, schematic }) {
  await progress("Reading the notes", 20);
  const { reviews } = await tool("agent_reviews", {});
  const rejected = reviews.flatMap(({ items }) => items.filter(({ state, note }) => state === "rejected" && note));
  if (rejected.length === 0) throw new Error("there are no notes");
  for (const { note, text, path } of rejected) {
    const width = Number(/([\d.]+) mm/.exec(note)[1]);
    const point = (name) => new RegExp(`\\(${name} ([-\\d.]+) ([-\\d.]+)\\)`).exec(text).slice(1).map(Number);
    const layer = /\(layer "([^"]+)"\)/.exec(text)[1];
    const { nets } = await tool("query_nets", { path });
    const net = nets.find(({ name }) => name === "/OUT").name;
    await tool("pcb_addTrack", { path, layer, width, net, pts: [point("start"), point("end")] });
    say(`You wrote “${note}”: the track is ${width} mm wide now. `);
  }
  await finish({ tool, say, progress, board, schematic });
}

async function finish({ tool, say, progress, board, schematic }) {
  await progress("Filling and checking", 80);
  await tool("pcb_fillZones", { path: board });
  const drc = await tool("check_drc", { path: board });
  const erc = await tool("check_erc", { path: schematic });
  say(`DRC: ${drc.total}, ERC: ${erc.counts.error + erc.counts.warning}. `);
}
