import type { SetupSettings } from "@llmch/contract/settings";
import { createWorktree, type Repository, type Worktree, type WorktreeOptions } from "@llmch/workspace";
import { openSetups, type SetupPlace, type SetupResult } from "./setup.ts";

/** What could not be removed, and how to remove it by hand. */
export interface LeftBehind {
  readonly message: string;
  readonly hint: string;
}

/** A worktree made by llmch. */
export interface PooledWorktree {
  readonly worktree: Worktree;
  /** 0, 1, …: the smallest number that was free when the worktree was made; it keeps it as long as it exists. */
  readonly number: number;
  /** Installs the repo's dependencies, unless they are installed already. */
  setUp(place: SetupPlace): Promise<SetupResult>;
}

/** How many bytes are free for writing in a folder; null if the machine does not tell. */
export type FreeSpace = (directory: string) => number | null;

/** Another worktree is made only if this much is free: a copy of the dependency folders takes no more unless the user says so. */
const ROOM_BYTES = 256 * 1024 * 1024;

/** The worktrees of a schedule. Does not limit how many there are, except by the room on the disk. */
export interface Pool {
  /** An idle worktree or a new one, which shows the commit. Null if another one does not fit on the disk. */
  take(base: string): Promise<PooledWorktree | null>;
  /** Keeps it for the next order. One that is not clean is cleaned when it is taken again. */
  putBack(place: PooledWorktree, isClean: boolean): void;
  remove(place: PooledWorktree): Promise<LeftBehind | null>;
  /** How many there are, including those being made for which there is room. */
  size(): number;
  /** Removes all of them. */
  close(): Promise<readonly LeftBehind[]>;
}

export type PoolOptions = Omit<WorktreeOptions, "baseline" | "lease">;

/** @param making called whenever a worktree is being made, which takes a while */
export const openPool = (
  repo: Repository,
  options: PoolOptions,
  setup: SetupSettings,
  { freeSpace, making }: { readonly freeSpace: FreeSpace; readonly making: () => void },
): Pool => {
  const places = new Set<PooledWorktree>();
  const idle: PooledWorktree[] = [];
  const unclean = new Set<PooledWorktree>();
  /** Worktrees being made, by number. */
  const made = new Map<number, Promise<unknown>>();
  const setups = openSetups(setup);
  /** How many are being made for which there is room. */
  let underWay = 0;

  const freeNumber = (): number => {
    const taken = new Set([...made.keys(), ...[...places].map(({ number }) => number)]);
    let number = 0;
    while (taken.has(number)) number += 1;
    return number;
  };
  const hasRoom = (): boolean => {
    const [example] = places;
    const free = example === undefined ? null : freeSpace(example.worktree.root);
    return free === null || free >= ROOM_BYTES * (underWay + 1);
  };
  const make = async (baseline: string, number: number): Promise<PooledWorktree | null> => {
    if (!hasRoom()) return null;
    underWay += 1;
    try {
      const begun = createWorktree(repo, { ...options, baseline, lease: number });
      making();
      const worktree = await begun;
      const install = setups.createSetup();
      const place: PooledWorktree = { worktree, number, setUp: (where) => install(worktree, repo, where) };
      places.add(place);
      return place;
    } finally {
      underWay -= 1;
    }
  };
  const take = async (base: string): Promise<PooledWorktree | null> => {
    // The first one shows how much room there is for others.
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
  const show = async (place: PooledWorktree, base: string): Promise<boolean> => {
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
  const remove = async (place: PooledWorktree): Promise<LeftBehind | null> => {
    if (!places.delete(place)) return null;
    const removed = await place.worktree.remove();
    return removed.ok ? null : removed.issues[0];
  };
  return {
    take,
    putBack: (place, isClean) => {
      if (!isClean) unclean.add(place);
      if (places.has(place)) idle.push(place);
    },
    remove,
    size: () => places.size + underWay,
    close: async () => {
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
