import { element } from "../dom/element.ts";
import type { AgentView, CallView, FromMessages, ToMessages } from "../protocol.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/** Rows drawn at once; more would be slow, and nobody reads them. */
const MAX_ROWS = 300;

const api = acquireVsCodeApi();
const post = (message: FromMessages) => api.postMessage(message);
let calls: CallView[] = [];
const unfolded = new Set<number>();

const filter = element("input", {
  type: "search",
  placeholder: "Filter: words of client, command, arguments, result",
  "aria-label": "Filter calls by words of client, command, arguments or result",
  oninput: () => draw(),
});
const onlyErrors = element("input", { type: "checkbox", onchange: () => draw() });
const agentsBox = element("ul", { class: "agents", "aria-label": "Agents" });
const halt = element(
  "button",
  { type: "button", onclick: () => post({ type: "halt", halted: !isHalted }) },
  "Stop all agents",
);
let isHalted = false;
const shown = element("p", { class: "count", role: "status" });
const rows = element("ol", { class: "calls", "aria-label": "Calls, newest first" });
const copy = (as: "cli" | "script", text: string) =>
  element(
    "button",
    { type: "button", onclick: () => post({ type: "copy", as, ids: fitting().map(({ id }) => id) }) },
    text,
  );

document.body.replaceChildren(
  element("div", { class: "agent-bar" }, agentsBox, halt),
  element(
    "div",
    { class: "filters" },
    filter,
    element("label", {}, onlyErrors, " Failed only"),
    copy("cli", "Copy shown as CLI"),
    copy("script", "Copy shown as script"),
    element("button", { type: "button", onclick: () => post({ type: "clear" }) }, "Clear"),
  ),
  shown,
  rows,
);

window.addEventListener("message", (event: MessageEvent<ToMessages>) => {
  const message = event.data;
  if (message?.type === "all") {
    calls = [...message.calls];
    draw();
  } else if (message?.type === "calls") {
    calls.push(...message.calls);
    calls.splice(0, calls.length - 1000);
    draw();
  } else if (message?.type === "agents") drawAgents(message.agents, message.halted);
});
post({ type: "ready" });

function fitting(): CallView[] {
  const words = filter.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return calls.filter((call) => {
    if (onlyErrors.checked && call.error === undefined) return false;
    const text = `${call.caller} ${call.command} ${call.args} ${call.result} ${call.error ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function draw(): void {
  const list = fitting();
  const focused = document.activeElement?.getAttribute("data-key");
  shown.textContent = `${list.length} of ${calls.length} calls${list.length > MAX_ROWS ? `, the newest ${MAX_ROWS} shown` : ""}`;
  rows.replaceChildren(...list.slice(-MAX_ROWS).reverse().map(row));
  if (focused !== null && focused !== undefined)
    rows.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function row(call: CallView): HTMLElement {
  const { id, at, caller, command, args, result, error, ms } = call;
  const isOpen = unfolded.has(id);
  const toggle = () => {
    if (!unfolded.delete(id)) unfolded.add(id);
    draw();
  };
  const time = new Date(at).toLocaleTimeString();
  const head = element(
    "button",
    { type: "button", class: "head", "data-key": String(id), "aria-expanded": String(isOpen), onclick: toggle },
    element("span", { class: "time" }, time),
    element("span", { class: "who" }, caller),
    element("span", { class: "what" }, command),
    element("span", { class: "outcome" }, error === undefined ? `${ms} ms` : `failed, ${ms} ms`),
  );
  const item = element("li", { class: error === undefined ? "" : "failed" }, head);
  if (!isOpen) return item;
  const one = (as: "cli" | "script", text: string) =>
    element(
      "button",
      { type: "button", "data-key": `${id} ${as}`, onclick: () => post({ type: "copy", as, ids: [id] }) },
      text,
    );
  item.append(
    element("pre", { class: "args" }, args),
    element("pre", { class: error === undefined ? "result" : "problem" }, error ?? result),
    element("div", { class: "buttons" }, one("cli", "Copy as CLI"), one("script", "Copy as script")),
  );
  return item;
}

function drawAgents(agents: readonly AgentView[], halted: boolean): void {
  isHalted = halted;
  halt.textContent = halted ? "Let agents go on" : "Stop all agents";
  agentsBox.replaceChildren(
    ...agents.map(({ name, isPaused }) =>
      element(
        "li",
        {},
        element("span", { class: "who" }, name),
        element(
          "button",
          {
            type: "button",
            "aria-pressed": String(isPaused),
            "aria-label": `${isPaused ? "Let" : "Pause"} ${name}${isPaused ? " go on" : ""}`,
            onclick: () => post({ type: "pause", agent: name, paused: !isPaused }),
          },
          isPaused ? "Go on" : "Pause",
        ),
      ),
    ),
  );
}
