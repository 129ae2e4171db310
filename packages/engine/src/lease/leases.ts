import type { SetupSettings } from "@llmch/contract/settings";
import { freeSpace } from "@llmch/files";
import { createWorktree, type Repository, type Worktree, type WorktreeOptions } from "@llmch/workspace";
import { type Disk, openRoom } from "./room.ts";
import { openSetups, type SetupFault, type SetupPlace } from "./setup.ts";
import { openSlots, type Release } from "./slots.ts";

/** What could not be removed, and how to remove it by hand. */
export interface LeftBehind {
  readonly message: string;
  readonly hint: string;
}

/** A worktree made by llmch, held by one order at a time. */
export interface Lease {
  readonly worktree: Worktree;
  /** 0, 1, …: the smallest number that was free when the worktree was made; it keeps it as long as it exists. */
  readonly number: number;
  /** Installs the repo's dependencies, unless they are installed already. */
  setUp(place: SetupPlace): Promise<SetupFault | undefined>;
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
  readonly disk?: Disk;
  /** Called whenever a worktree is being made, which takes a while. */
  readonly making?: () => void;
  /** Called once, if fewer worktrees fit on the disk than requested. */
  readonly warn?: (message: string) => void;
}

type Place = Pick<Lease, "worktree" | "number" | "setUp">;

export const openLeases = (
  repo: Repository,
  options: Omit<WorktreeOptions, "baseline" | "lease">,
  setup: SetupSettings,
  {
    most = Number.POSITIVE_INFINITY,
    disk = { free: freeSpace },
    making = () => {},
    warn = () => {},
  }: LeaseOptions = {},
): Leases => {
  const places = new Set<Place>();
  const idle: Place[] = [];
  const unclean = new Set<Place>();
  /** Worktrees being made, by number. */
  const made = new Map<number, Promise<unknown>>();
  const [slots, room, setups] = [openSlots(most), openRoom(disk), openSetups(setup)];
  const closing = new AbortController();
  /** How many are being made for which there is room. */
  let underWay = 0;
  let isWarned = false;

  const freeNumber = (): number => {
    const taken = new Set([...made.keys(), ...[...places].map(({ number }) => number)]);
    let number = 0;
    while (taken.has(number)) number += 1;
    return number;
  };
  const make = async (baseline: string, number: number): Promise<Place | null> => {
    const [example = null] = places;
    let counts = 0;
    try {
      const worktree = await room.fill(example?.worktree ?? null, async () => {
        counts = 1;
        underWay += counts;
        const begun = createWorktree(repo, { ...options, baseline, lease: number });
        making();
        return begun;
      });
      if (worktree === null) return null;
      const place: Place = { worktree, number, setUp: setUpIn(worktree) };
      places.add(place);
      return place;
    } finally {
      underWay -= counts;
    }
  };
  const setUpIn = (worktree: Worktree): Lease["setUp"] => {
    const install = setups.createSetup();
    return async (where) => {
      const fault = await install(worktree, repo, where);
      room.remeasure();
      return fault;
    };
  };
  /** Null if another worktree does not fit on the disk. */
  const take = async (base: string): Promise<Place | null> => {
    // The size of a worktree is known once the first one exists.
    while (idle.length === 0 && places.size === 0 && made.size > 0) await Promise.allSettled(made.values());
    const showing = idle.findIndex(({ worktree }) => worktree.baseline() === base);
    const [kept] = idle.splice(Math.max(showing, 0), 1);
    if (kept === undefined) {
      const number = freeNumber();
      const begun = make(base, number).finally(() => made.delete(number));
      made.set(number, begun);
      return begun;
    }
    return (await show(kept, base)) ? kept : take(base);
  };
  /** False if what an order left there cannot be removed, so that it is unusable. Throws if a clean worktree cannot show the commit. */
  const show = async (place: Place, base: string): Promise<boolean> => {
    const { worktree } = place;
    if (!unclean.delete(place)) {
      await worktree.moveTo(base);
      return true;
    }
    try {
      await (worktree.baseline() === base ? worktree.reset() : worktree.moveTo(base));
      return true;
    } catch {
      await remove(place);
      return false;
    }
  };
  const waitForPlace = async (base: string, signal: AbortSignal): Promise<readonly [Place, Release]> => {
    const arrival = slots.arrive();
    for (let turn = slots.take(signal, arrival); ; ) {
      const release = await turn;
      try {
        const place = await take(base);
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
    const least = places.size + underWay;
    // All were removed in the meantime, so there is room.
    if (least === 0) return;
    slots.lessen(least);
    if (!isWarned) warn(`only ${least === 1 ? "1 worktree fits" : `${least} worktrees fit`} on the disk: fewer jobs`);
    isWarned = true;
  };
  const remove = async (place: Place): Promise<LeftBehind | null> => {
    if (!places.delete(place)) return null;
    const removed = await place.worktree.remove();
    return removed.ok ? null : removed.issues[0];
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
          if (!isClean) unclean.add(place);
          if (places.has(place)) idle.push(place);
          release();
        },
        discard: async () => {
          if (!isHeld) return null;
          isHeld = false;
          try {
            return await remove(place);
          } finally {
            release();
          }
        },
      };
    },
    most: slots.most,
    close: async () => {
      closing.abort();
      await Promise.allSettled(made.values());
      const left: LeftBehind[] = [];
      for (const place of [...places]) {
        const behind = await remove(place);
        if (behind !== null) left.push(behind);
      }
      return left;
    },
  };
};
