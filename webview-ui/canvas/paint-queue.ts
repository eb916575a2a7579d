/** How long a slice of work may hold up the window, in milliseconds. */
const SLICE_MS = 24;

/** Works through ids in slices, so that the window stays alive while a big board is drawn. */
export class PaintQueue<T> {
  private pending: readonly T[] = [];
  private next = 0;
  private run = 0;
  private readonly work: (one: T) => void;
  private readonly onSlice: (done: number, total: number) => void;

  constructor(work: (one: T) => void, onSlice: (done: number, total: number) => void) {
    this.work = work;
    this.onSlice = onSlice;
  }

  get isIdle(): boolean {
    return this.next >= this.pending.length;
  }

  /** Starts anew with these; what was left of the old ones is forgotten. */
  start(all: readonly T[]): void {
    this.pending = all;
    this.next = 0;
    this.step(++this.run);
  }

  private step(run: number): void {
    if (run !== this.run) return;
    const until = performance.now() + SLICE_MS;
    while (this.next < this.pending.length && performance.now() < until) this.work(this.pending[this.next++]!);
    this.onSlice(this.next, this.pending.length);
    if (this.next < this.pending.length) yieldThen(() => this.step(run));
    else this.pending = [];
    if (this.pending.length === 0) this.next = 0;
  }
}

/** Lets frames and events through, without the 4 ms that timers cost. */
function yieldThen(work: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = work;
  channel.port2.postMessage(null);
}
