import { accepted, messageOf, rejected } from "@llmch/contract";
import type { Commands, Scratch } from "@llmch/factory";
import type { Worktree } from "@llmch/workspace";
import type { Release } from "../lease/slots.ts";

export interface ScratchPlace {
  /** The commit that the order's prompts show; null if the worktree is at it. */
  readonly seen: (() => Promise<string>) | null;
  readonly commands: Commands;
  /** Updates the dependency folders to match the worktree; returns the reason if it cannot. */
  readonly setUp: () => Promise<string | null>;
  /** Waits until commands may run. */
  readonly enter: () => Promise<Release>;
}

/**
 * Lends an order's worktree to its author before the gates, while nothing else uses it. It shows what the order's prompts show, which may
 * be less than the branch, and is restored afterwards.
 */
export const scratchIn = (worktree: Worktree, { seen, commands, setUp, enter }: ScratchPlace): Scratch => ({
  run: async (draft, body) => {
    const over = await enter();
    const before = worktree.baseline();
    const wanted = seen === null ? before : await seen();
    const show = async (commit: string): Promise<string | null> => {
      if (worktree.baseline() === commit) return null;
      await worktree.moveTo(commit);
      return setUp();
    };
    try {
      const unready = await show(wanted);
      if (unready !== null) return rejected(unready);
      for (const change of draft) {
        const applied = await worktree.apply(change);
        if (!applied.ok) return rejected(`the draft cannot be laid there: ${applied.issues[0]}`);
      }
      return accepted(await body(commands));
    } catch (fault) {
      return rejected(`the command could not be run: ${messageOf(fault)}`);
    } finally {
      try {
        await worktree.reset();
        await show(before);
      } finally {
        over();
      }
    }
  },
});
