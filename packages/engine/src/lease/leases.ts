import type { SetupSettings } from "@llmch/contract/settings";
import { createWorktree, type Repository, type Worktree, type WorktreeOptions } from "@llmch/workspace";
import { createSetup, type SetupFault, type SetupPlace } from "./setup.ts";

/** What could not be removed, and how to do so by hand. */
export interface LeftBehind {
  readonly message: string;
  readonly hint: string;
}

/** A worktree of ours, held by one order at a time. */
export interface Lease {
  readonly worktree: Worktree;
  /** Installs what the repo depends on, unless it is there already. */
  setUp(place: SetupPlace): Promise<SetupFault | undefined>;
  /** Gives it back, clean, for another order. */
  release(): void;
  /** Removes it: whatever it holds is of no use any more. */
  discard(): Promise<LeftBehind | null>;
}

/** The worktrees of a schedule: as many as are held at once, and no more. */
export interface Leases {
  /** Gives a worktree that shows the commit. Throws a fault of the machine, or "interrupted". */
  lease(base: string): Promise<Lease>;
  /** Removes all that are left. */
  close(): Promise<readonly LeftBehind[]>;
}

interface Place {
  readonly worktree: Worktree;
  readonly setUp: Lease["setUp"];
}

/** @param making told whenever a worktree is being made, which takes a while */
export const openLeases = (
  repo: Repository,
  options: Omit<WorktreeOptions, "baseline">,
  setup: SetupSettings,
  making: () => void = () => {},
): Leases => {
  const places = new Set<Place>();
  const idle: Place[] = [];
  const make = async (baseline: string): Promise<Place> => {
    const made = createWorktree(repo, { ...options, baseline });
    making();
    const worktree = await made;
    const install = createSetup(setup);
    const place: Place = { worktree, setUp: (where) => install(worktree, repo, where) };
    places.add(place);
    return place;
  };
  const remove = async (place: Place): Promise<LeftBehind | null> => {
    if (!places.delete(place)) return null;
    const removed = await place.worktree.remove();
    return removed.ok ? null : removed.issues[0];
  };
  const take = async (base: string): Promise<Place> => {
    const showing = idle.findIndex(({ worktree }) => worktree.baseline() === base);
    const [kept] = idle.splice(Math.max(showing, 0), 1);
    if (kept === undefined) return make(base);
    await kept.worktree.moveTo(base);
    return kept;
  };
  return {
    lease: async (base) => {
      const place = await take(base);
      return {
        worktree: place.worktree,
        setUp: place.setUp,
        release: () => {
          if (places.has(place)) idle.push(place);
        },
        discard: () => remove(place),
      };
    },
    close: async () => {
      const left: LeftBehind[] = [];
      for (const place of [...places]) {
        const behind = await remove(place);
        if (behind !== null) left.push(behind);
      }
      return left;
    },
  };
};
