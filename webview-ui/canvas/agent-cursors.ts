import type { Point } from "../../core/base/nm.ts";
import { element } from "../dom/element.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import { cssColorOf } from "./panels/presence-chip.ts";
import type { Viewport } from "./viewport.ts";
import { toScreen } from "./viewport.ts";

/** How long an agent's cursor stays where it last touched something, in milliseconds. */
const LINGER_MS = 60_000;

/** How long a cursor takes from one place to the next, in milliseconds; as in the style sheet. */
const GLIDE_MS = 300;

interface Ghost {
  readonly root: HTMLElement;
  at: Point;
  linger: number;
  glide: number;
}

/** A cursor for each agent at work, with its name, in its colour; it goes to what the agent touches. */
export class AgentCursors implements Overlay {
  readonly root = element("div", { class: "agent-cursors", "aria-hidden": "true" });
  private readonly cursors = new Map<string, Ghost>();
  private readonly invalidate: () => void;

  /** `invalidate` asks for a frame. */
  constructor(invalidate: () => void) {
    this.invalidate = invalidate;
  }

  /** An agent touched something here. */
  move(agent: string, at: Point): void {
    const known = this.cursors.get(agent);
    const ghost = known ?? { root: cursorOf(agent), at, linger: 0, glide: 0 };
    ghost.at = at;
    clearTimeout(ghost.linger);
    ghost.linger = window.setTimeout(() => this.remove(agent), LINGER_MS);
    if (known === undefined) {
      this.cursors.set(agent, ghost);
      this.root.append(ghost.root);
    } else {
      // It glides to another place, but stays with its own when the view moves.
      ghost.root.classList.add("gliding");
      clearTimeout(ghost.glide);
      ghost.glide = window.setTimeout(() => ghost.root.classList.remove("gliding"), GLIDE_MS);
    }
    this.invalidate();
  }

  /** The document is another one. */
  clear(): void {
    for (const agent of [...this.cursors.keys()]) this.remove(agent);
  }

  /** Where each agent is, for tests. */
  get shown(): readonly { readonly agent: string; readonly at: Point }[] {
    return [...this.cursors].map(([agent, { at }]) => ({ agent, at }));
  }

  passes(view: Viewport, ratio: number): readonly Pass[] {
    for (const { root, at } of this.cursors.values()) {
      const { x, y } = toScreen(view, at);
      root.style.transform = `translate(${x / ratio}px, ${y / ratio}px)`;
    }
    return [];
  }

  private remove(agent: string): void {
    const ghost = this.cursors.get(agent);
    clearTimeout(ghost?.linger);
    clearTimeout(ghost?.glide);
    ghost?.root.remove();
    this.cursors.delete(agent);
  }
}

function cursorOf(agent: string): HTMLElement {
  const root = element("div", { class: "agent-cursor" }, element("i", {}), element("b", {}, agent));
  root.style.setProperty("--agent", cssColorOf(agent));
  return root;
}
