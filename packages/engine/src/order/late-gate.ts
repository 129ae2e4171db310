import type { AcceptedChange } from "@llmch/contract";
import { deferred } from "../deferred.ts";

/** What an attempt brings to its gates. */
export interface Brought {
  /** All changes that a candidate will make if its gates pass; null if they depend on more than the answer. */
  readonly changes: readonly AcceptedChange[] | null;
}

/** The work is not needed any more, or it cannot continue ahead of its turn. */
export class Dropped extends Error {}
export const dropped = (): never => {
  throw new Dropped();
};

/** The gate at which work ahead of its turn waits, once per attempt. */
export const openLateGate = <Base>(signal: AbortSignal) => {
  let reached = deferred<Brought | null>();
  let opened = openedOnce<Base>();
  /** Once the gate is open: whether the next attempt follows. */
  let left = deferred<boolean>();
  let mayGoOn = (): boolean => false;
  let isWaiting = false;
  const drop = (): void => {
    isWaiting = false;
    opened.reject(new Dropped());
  };
  signal.addEventListener("abort", drop, { once: true });
  if (signal.aborted) drop();
  return {
    reached: () => reached.promise,
    isWaiting: () => isWaiting,
    wait: (brought: Brought) => {
      isWaiting = true;
      reached.resolve(brought);
      if (signal.aborted) drop();
      return opened.promise;
    },
    open: (base: Base, mayFollow: () => boolean): Promise<boolean> => {
      isWaiting = false;
      mayGoOn = mayFollow;
      opened.resolve(base);
      return left.promise;
    },
    mayGoOn: () => !signal.aborted && mayGoOn(),
    leave: () => {
      const now = left;
      [reached, opened, left] = [deferred(), openedOnce<Base>(), deferred()];
      now.resolve(true);
    },
    drop,
    close: () => {
      reached.resolve(null);
      left.resolve(false);
      signal.removeEventListener("abort", drop);
    },
  };
};

/** A drop that nobody is waiting for must not count as an unhandled rejection. */
const openedOnce = <Base>() => {
  const opened = deferred<Base>();
  opened.promise.catch(() => {});
  return opened;
};
