/** A request to stop: the part of an AbortSignal that pure code needs, without the platform's types. */
export interface StopSignal {
  readonly aborted: boolean;
}
