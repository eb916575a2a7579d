import { CommandError } from "../base/error.ts";
import type { Answer, PersonPort, Question } from "../commands/person.ts";

/** The longest that an agent waits for a person. */
export const ASK_CEILING_MS = 600_000;

/** Questions that may wait at once; one more is refused with `busy`. */
const MAX_OPEN = 8;

/** A question that waits for the person. */
export interface OpenQuestion extends Question {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface PersonDeskOptions {
  readonly now: () => number;
  readonly uuid: () => string;
  /** Calls `work` after `ms` milliseconds unless the returned function is called before. */
  readonly after: (ms: number, work: () => void) => () => void;
}

interface Waiting {
  readonly question: OpenQuestion;
  settle(end: Answer | CommandError): void;
}

/** The questions that agents put to the person, oldest first; the editor shows them and brings the answers. */
export class PersonDesk implements PersonPort {
  private readonly options: PersonDeskOptions;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<() => void>();

  constructor(options: PersonDeskOptions) {
    this.options = options;
  }

  get questions(): readonly OpenQuestion[] {
    return [...this.waiting.values()].map(({ question }) => question);
  }

  /** Hears when a question came or went, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const { now, uuid, after } = this.options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(withdrawn());
      if (this.waiting.size >= MAX_OPEN) return reject(tooMany());
      const id = uuid();
      const settle = (end: Answer | CommandError) => {
        if (!this.waiting.delete(id)) return;
        stopClock();
        signal.removeEventListener("abort", onAbort);
        if (end instanceof CommandError) reject(end);
        else resolve(end);
        this.tell();
      };
      const onAbort = () => settle(withdrawn());
      const stopClock = after(ASK_CEILING_MS, () => settle(tooLate()));
      signal.addEventListener("abort", onAbort, { once: true });
      this.waiting.set(id, { question: { ...question, id, at: now() }, settle });
      this.tell();
    });
  }

  /** The person's answer. Answers whether the question still waited. */
  answer(id: string, answer: Answer): boolean {
    const found = this.waiting.get(id);
    found?.settle(answer);
    return found !== undefined;
  }

  /** Nobody sits here any more. */
  dispose(): void {
    for (const { settle } of [...this.waiting.values()]) settle(withdrawn());
    this.listeners.clear();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function withdrawn(): CommandError {
  return new CommandError({ code: "cancelled", message: "Cannot wait for the person: the question was withdrawn." });
}

function tooLate(): CommandError {
  return new CommandError({
    code: "timeout",
    message: `Cannot wait longer for the person: ${ASK_CEILING_MS / 60_000} minutes are over; the question was taken down.`,
    hint: "Go on without the answer, or ask again later.",
  });
}

function tooMany(): CommandError {
  return new CommandError({
    code: "busy",
    message: `Cannot ask the person: ${MAX_OPEN} questions wait already.`,
    hint: "Ask when the others are answered.",
  });
}
