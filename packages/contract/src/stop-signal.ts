/** A request to stop, as an AbortSignal gives it; pure code names it without the platform's types. */
export interface StopSignal {
  readonly aborted: boolean;
}
