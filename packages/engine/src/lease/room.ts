import type { Worktree } from "@llmch/workspace";

/** The disk, as far as worktrees need to know it. */
export interface Disk {
  /** How many bytes may still be written in a folder; null if the machine does not tell. */
  free(directory: string): number | null;
}

/** What tells how much of the disk a worktree takes. */
export type Filled = Pick<Worktree, "root" | "copied" | "diskUse">;

/** The room that a disk has for worktrees. */
export interface Room {
  /**
   * Has a worktree made, or gives null if one like the example, which is there already, does not fit. What others are still being filled
   * with counts as taken, and is waited for if that matters. Without an example, or if nothing can be told, it fits.
   */
  fill<Made extends Filled>(example: Filled | null, make: () => Promise<Made>): Promise<Made | null>;
  /** What worktrees hold has changed: the next one is measured anew. */
  remeasure(): void;
}

/** Commands write in a worktree too. */
const MARGIN = 1.2;
/** What is left free in any case: for what changes in the worktrees that are there, and what git notes of them. */
const LEFT_FREE = 16 * 1024 * 1024;

export const openRoom = ({ free }: Disk): Room => {
  const filling = new Set<Promise<void>>();
  let size: Promise<number | null> | null = null;
  const fits = ({ root }: Filled, bytes: number): boolean => {
    const left = free(root);
    return left === null || left - LEFT_FREE >= bytes * MARGIN * (filling.size + 1);
  };
  /** One after the other, so that no two are given the same room. */
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
