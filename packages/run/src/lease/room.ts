import type { Worktree } from "@llmch/workspace";

/** What worktrees need to know about the disk. */
export interface Disk {
  /** How many bytes are free for writing in a folder; null if the machine does not tell. */
  free(directory: string): number | null;
}

/** What shows how much disk space a worktree uses. */
export type Filled = Pick<Worktree, "root" | "copied" | "diskUse">;

/** The room for worktrees on a disk. */
export interface Room {
  /**
   * Makes a worktree, or returns null if one of the example's size does not fit. Worktrees that are still being filled count at full
   * size, and are waited for if that matters. Without an example, or if free space is unknown, it fits.
   */
  fill<Made extends Filled>(example: Filled | null, make: () => Promise<Made>): Promise<Made | null>;
  /** The contents of worktrees have changed: measure again next time. */
  remeasure(): void;
}

/** Allows for what commands write in a worktree. */
const MARGIN = 1.2;
/** Always left free, for changes in existing worktrees and for git's bookkeeping. */
const LEFT_FREE = 16 * 1024 * 1024;

export const openRoom = ({ free }: Disk): Room => {
  const filling = new Set<Promise<void>>();
  let size: Promise<number | null> | null = null;
  const fits = ({ root }: Filled, bytes: number): boolean => {
    const left = free(root);
    return left === null || left - LEFT_FREE >= bytes * MARGIN * (filling.size + 1);
  };
  /** Decisions are made one after the other, so that no two get the same room. */
  let decided: Promise<unknown> = Promise.resolve();
  const hasRoom = async (example: Filled): Promise<boolean> => {
    size ??= example.diskUse();
    const bytes = (await size) ?? 0;
    while (!fits(example, bytes)) {
      if (filling.size === 0) return false;
      await Promise.race(filling);
    }
    return true;
  };
  return {
    fill: async (example, make) => {
      const decision = decided.then(async () => {
        if (example !== null && !(await hasRoom(example))) return null;
        const made = make();
        const filled: Promise<void> = made
          .then((worktree) => worktree.copied())
          .catch(() => {})
          .finally(() => filling.delete(filled));
        filling.add(filled);
        return { made };
      });
      decided = decision.catch(() => {});
      return (await decision)?.made ?? null;
    },
    remeasure: () => {
      size = null;
    },
  };
};
