import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** What many clients wait for, looked at once for all of them, and only while there are any. */
export interface Watch {
  /** Another client. Call the function once it is gone: it tells whether that was the last one. */
  join(): () => boolean;
  /** Resolves with another number once there is news since that one, or the client is gone. */
  next(seen: number, gone: AbortSignal): Promise<number>;
  /** There is news. */
  wake(): void;
}

/** @param look what is news as soon as it is another text */
export const createWatch = (look: () => Promise<string>, everyMs: number, signal: AbortSignal): Watch => {
  const news = new EventEmitter().setMaxListeners(0);
  let clients = 0;
  let count = 0;
  let isWatching = false;
  const wake = (): void => {
    count += 1;
    news.emit("news");
  };
  const watch = async (): Promise<void> => {
    isWatching = true;
    for (let before: string | null = null; clients > 0 && !signal.aborted; ) {
      // What cannot be read now is looked at again.
      const found: string | null = await look().catch(() => before);
      if (found !== before) wake();
      before = found;
      await setTimeout(everyMs, undefined, { signal }).catch(() => {});
    }
    isWatching = false;
  };
  return {
    join: () => {
      clients += 1;
      if (!isWatching) void watch();
      return () => {
        clients -= 1;
        return clients === 0;
      };
    },
    next: async (seen, gone) => {
      if (count === seen) await once(news, "news", { signal: gone }).catch(() => {});
      return count;
    },
    wake,
  };
};
