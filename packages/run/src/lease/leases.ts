import type { SetupSettings } from "@llmch/contract/settings";
import { freeSpace as freeSpaceOf } from "@llmch/files";
import type { Repository } from "@llmch/workspace";
import { type FreeSpace, type LeftBehind, openPool, type PooledWorktree, type PoolOptions } from "./pool.ts";
import { openSlots, type Release } from "./slots.ts";

/** A worktree held by one order at a time. */
export interface Lease extends PooledWorktree {
  /** Returns it for another order. One that is not clean is cleaned when it is leased again. */
  release(options?: { readonly isClean: boolean }): void;
  /** Removes it, because its contents are of no use any more. */
  discard(): Promise<LeftBehind | null>;
}

/** The worktrees of a schedule: no more than are held at once. */
export interface Leases {
  /**
   * Lends a worktree that shows the commit. If all are held it waits, first come, first served. Throws if the machine fails, or
   * "interrupted".
   * @param signal ends the wait, as does that of the run
   */
  lease(base: string, signal?: AbortSignal): Promise<Lease>;
  /** How many may be held at once: fewer than requested once no more fit on the disk. */
  most(): number;
  /** Removes all remaining worktrees. */
  close(): Promise<readonly LeftBehind[]>;
}

export interface LeaseOptions {
  /** How many may be held at once; unlimited by default. */
  readonly most?: number;
  readonly freeSpace?: FreeSpace;
  /** Called whenever a worktree is being made, which takes a while. */
  readonly making?: () => void;
  /** Called once, if fewer worktrees fit on the disk than requested. */
  readonly warn?: (message: string) => void;
}

export const openLeases = (
  repo: Repository,
  options: PoolOptions,
  setup: SetupSettings,
  { most = Number.POSITIVE_INFINITY, freeSpace = freeSpaceOf, making = () => {}, warn = () => {} }: LeaseOptions = {},
): Leases => {
  const pool = openPool(repo, options, setup, { freeSpace, making });
  const slots = openSlots(most);
  const closing = new AbortController();
  let isWarned = false;

  const waitForPlace = async (base: string, signal: AbortSignal): Promise<readonly [PooledWorktree, Release]> => {
    const arrival = slots.arrive();
    for (let turn = slots.take(signal, arrival); ; ) {
      const release = await turn;
      try {
        const place = await pool.take(base);
        if (place !== null) return [place, release];
      } catch (fault) {
        release();
        throw fault;
      }
      fewer();
      turn = slots.take(signal, arrival);
      release();
    }
  };
  const fewer = (): void => {
    const least = pool.size();
    // All were removed in the meantime, so there is room.
    if (least === 0) return;
    slots.lessen(least);
    if (!isWarned) warn(`only ${least === 1 ? "1 worktree fits" : `${least} worktrees fit`} on the disk: fewer jobs`);
    isWarned = true;
  };
  return {
    lease: async (base, signal = options.signal) => {
      const [place, release] = await waitForPlace(base, AbortSignal.any([options.signal, signal, closing.signal]));
      let isHeld = true;
      return {
        ...place,
        release: ({ isClean } = { isClean: true }) => {
          if (!isHeld) return;
          isHeld = false;
          pool.putBack(place, isClean);
          release();
        },
        discard: async () => {
          if (!isHeld) return null;
          isHeld = false;
          try {
            return await pool.remove(place);
          } finally {
            release();
          }
        },
      };
    },
    most: slots.most,
    close: () => {
      closing.abort();
      return pool.close();
    },
  };
};
