import type { AcceptedChange } from "@llmch/factory";
import { deferred } from "../deferred.ts";

/** What an attempt brings to its gates. */
export interface Brought {
  /** All that a candidate will change, if its gates pass; null if that hangs on more than the answer. */
  readonly changes: readonly AcceptedChange[] | null;
}

/** Nobody needs the work any more, or it cannot go on ahead of its turn. */
export class Dropped extends Error {}
export const dropped = (): never => {
  throw new Dropped();
};

/** What work ahead of its turn waits at, once an attempt. */
export const openLateGate = <Base>(signal: AbortSignal) => {
  let reached = deferred<Brought | null>();
  let opened = openedOnce<Base>();
  /** Once it is open: whether the next attempt follows. */
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

/** If nobody waits, nobody need know that it was dropped. */
const openedOnce = <Base>() => {
  const opened = deferred<Base>();
  opened.promise.catch(() => {});
  return opened;
};
