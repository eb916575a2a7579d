import { matchesWildcard } from "./wildcard.ts";

const sided = ["Cu", "Adhes", "Paste", "SilkS", "Mask", "CrtYd", "Fab"];

/** All of KiCad's layers by the names that items carry. */
export const layerNames: readonly string[] = [
  "F.Cu",
  ...Array.from({ length: 30 }, (_, i) => `In${i + 1}.Cu`),
  "B.Cu",
  ...sided.slice(1).flatMap((name) => [`F.${name}`, `B.${name}`]),
  "Dwgs.User",
  "Cmts.User",
  "Eco1.User",
  "Eco2.User",
  "Edge.Cuts",
  "Margin",
  ...Array.from({ length: 45 }, (_, i) => `User.${i + 1}`),
];

/** The names that KiCad shows, and that rules may use too. */
const shownNames: Readonly<Record<string, string>> = {
  "F.Adhesive": "F.Adhes",
  "B.Adhesive": "B.Adhes",
  "F.Silkscreen": "F.SilkS",
  "B.Silkscreen": "B.SilkS",
  "F.Courtyard": "F.CrtYd",
  "B.Courtyard": "B.CrtYd",
  "User.Drawings": "Dwgs.User",
  "User.Comments": "Cmts.User",
  "User.Eco1": "Eco1.User",
  "User.Eco2": "Eco2.User",
};

/** The layers that a name with wildcards means, by the names that items carry. Upper and lower case count. */
export function layersMatching(pattern: string): ReadonlySet<string> {
  const found = new Set(layerNames.filter((name) => matchesWildcard(name, pattern)));
  for (const [shown, name] of Object.entries(shownNames)) if (matchesWildcard(shown, pattern)) found.add(name);
  return found;
}
