import type { BoardLayer } from "../../model/board/layer-table.ts";

/** What a layer's Gerber file is called and says of itself. */
export interface LayerFile {
  readonly layer: string;
  /** `board-F_Cu.gtl`. */
  readonly name: string;
  /** Gerber X2's .FileFunction. */
  readonly fileFunction: string;
  readonly polarity: "Positive" | "Negative";
}

const sided: Readonly<Record<string, { readonly use: string; readonly ext: string; readonly word: string }>> = {
  Adhes: { use: "Glue", ext: "a", word: "Adhesive" },
  Paste: { use: "Paste", ext: "p", word: "Paste" },
  SilkS: { use: "Legend", ext: "o", word: "Silkscreen" },
  Mask: { use: "Soldermask", ext: "s", word: "Mask" },
  CrtYd: { use: "Other,User", ext: "", word: "Courtyard" },
  Fab: { use: "AssemblyDrawing", ext: "", word: "Fab" },
};

const single: Readonly<Record<string, readonly [use: string, word: string, ext: string]>> = {
  "Edge.Cuts": ["Profile,NP", "Edge_Cuts", "gm1"],
  Margin: ["Other,User", "Margin", "gbr"],
  "Dwgs.User": ["OtherDrawing,Comment", "User_Drawings", "gbr"],
  "Cmts.User": ["Other,Comment", "User_Comments", "gbr"],
  "Eco1.User": ["Other,ECO1", "User_Eco1", "gbr"],
  "Eco2.User": ["Other,ECO2", "User_Eco2", "gbr"],
};

/** `base` is the board's name without extension; `copper` the board's copper layers. Endings are Protel's. */
export function layerFile(base: string, { name: layer, userName }: BoardLayer, copper: readonly string[]): LayerFile {
  const named = (word: string, ext: string) =>
    `${base}-${(userName === layer ? word : userName).replace(/[^\w+-]/g, "_")}.${ext}`;
  const level = copper.indexOf(layer);
  if (level >= 0) {
    const place = level === 0 ? "Top" : level === copper.length - 1 ? "Bot" : "Inr";
    const ext = place === "Top" ? "gtl" : place === "Bot" ? "gbl" : `g${level}`;
    const name = named(layer.replace(".", "_"), ext);
    return { layer, name, fileFunction: `Copper,L${level + 1},${place}`, polarity: "Positive" };
  }
  const [side, kind] = layer.split(".") as [string, string | undefined];
  const both = side === "F" || side === "B" ? sided[kind ?? ""] : undefined;
  if (both !== undefined) {
    const ext = both.ext === "" ? "gbr" : `g${side === "F" ? "t" : "b"}${both.ext}`;
    const fileFunction = both.use.includes(",") ? both.use : `${both.use},${side === "F" ? "Top" : "Bot"}`;
    const polarity = kind === "Mask" ? "Negative" : "Positive";
    return { layer, name: named(`${side}_${both.word}`, ext), fileFunction, polarity };
  }
  const [fileFunction, word, ext] = single[layer] ?? ["Other,User", layer.replace(".", "_"), "gbr"];
  return { layer, name: named(word, ext), fileFunction, polarity: "Positive" };
}
