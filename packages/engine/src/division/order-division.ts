import type { Commands, Division, Model } from "@llmch/factory";
import type { Recorder } from "@llmch/models";
import { foldOnto, type Worktree } from "@llmch/workspace";
import { authorOf } from "../order/author.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { scratchIn } from "../order/scratch.ts";

/** What the children of an order are carried out with. */
export interface DivisionPlace {
  readonly model: Model;
  readonly recorder: Recorder;
  /** Brings the worktree's dependency folders to what it shows; says why it cannot. */
  readonly setUp: () => Promise<string | null>;
  readonly commands: Commands;
}

/** An attempt of a child that broke off is made again from its beginning: its answers come back by their keys. */
const NOTHING_EARLIER = { before: null, stored: null };

/**
 * Divides an order, and has its worktree show what its children make: commits that no ref names, which last longer than a run. Null if
 * nobody divides orders.
 */
export const divisionIn = (
  worktree: Worktree,
  { model, recorder, setUp, commands }: DivisionPlace,
  context: OrderRunContext,
): Division | null => {
  const { divider, repo, layers, baselines, gateSlots, signal } = context;
  if (divider === null) return null;
  const show = async (commit: string): Promise<void> => {
    if (worktree.baseline() === commit) return;
    await worktree.moveTo(commit);
    const unready = await setUp();
    if (unready !== null && !signal.aborted) throw new Error(unready);
  };
  return {
    divide: (question, ledger) => divider.divide(question, ledger, recorder),
    portsFor: (ledger) => {
      const author = authorOf({ model, ledger, earlier: NOTHING_EARLIER }, context);
      return {
        ...(author === null ? {} : { author }),
        // A draft of a child is tried on what the children before it have made.
        scratch: scratchIn(worktree, { seen: null, commands, setUp, enter: () => gateSlots.take(signal) }),
      };
    },
    goOn: async ({ sealed: { base, tree }, verified }) => {
      const { changes } = await layers.between(base, tree);
      const { commit } = await foldOnto(repo, base, [changes]);
      await show(commit);
      await baselines.landed(commit, { tree, evidence: { summary: "", drift: [], verified, duration_ms: 0 } });
    },
    goBack: show,
  };
};
