import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Disallowed } from "./constraint.ts";

/** Without copper, so that copper clearances say nothing about it. */
export function isBare(item: BoardItem): boolean {
  return item.layers.copper === 0 || item.isRuleArea;
}

/** Whether it has a round hole that is drilled; microvias are not. */
export function isDrilled({ type, item }: BoardItem): boolean {
  if (type === "via") return item["type"] !== "micro";
  if (type !== "pad") return false;
  const drill = item["drill"] as { readonly x: Nm; readonly y: Nm } | null;
  return drill !== null && drill.x === drill.y && drill.x > 0;
}

/** What `disallow` calls an item; null for what it cannot name. */
export function disallowedKind({ type, item }: BoardItem): Disallowed | null {
  switch (type) {
    case "track":
    case "arc":
      return "track";
    case "via":
      return (
        ({ micro: "micro_via", blind: "blind_via", buried: "buried_via" } as const)[String(item["type"])] ??
        "through_via"
      );
    case "pad":
      return "pad";
    case "footprint":
      return "footprint";
    case "graphic":
      return "graphic";
    case "text":
    case "field":
    case "textBox":
      return "text";
    case "zone":
      return String(item["attr"]).includes("teardrop") ? "track" : "zone";
    default:
      return null;
  }
}
