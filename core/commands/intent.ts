/** One small edit: `op` is a command's verb (`addTrack` for `pcb.addTrack`), the rest are its arguments. */
export interface Intent {
  readonly op: string;
  readonly [argument: string]: unknown;
}
