/** How long a call may take before the person is told how far it is. */
const SLOW_MS = 2000;

/** What a person sees of a call that takes long. */
export interface Notice {
  report(message: string): void;
}

/** Shows that something is under way until it has ended, with a way to stop it. */
export type ShowNotice = (title: string, end: Promise<unknown>, stop: () => void) => Notice;

type Call<T> = (how: { signal: AbortSignal; progress: (message: string) => void }) => Promise<T>;

/** Runs a call; once it has taken long the person sees how far it is and can stop it. */
export async function slowCall<T>(title: string, call: Call<T>, show: ShowNotice, wait = after): Promise<T> {
  const stop = new AbortController();
  let notice: Notice | null = null;
  let last: string | null = null;
  const run = call({
    signal: stop.signal,
    progress(message) {
      last = message;
      notice?.report(message);
    },
  });
  const quick = wait(SLOW_MS, () => {
    notice = show(title, run, () => stop.abort());
    if (last !== null) notice.report(last);
  });
  return run.finally(quick);
}

/** Does something later, unless what it answers is called before. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
