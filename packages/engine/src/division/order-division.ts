import type { Commands, Division, Model } from "@llmch/factory";
import type { Recorder } from "@llmch/models";
import { foldOnto, type Worktree } from "@llmch/workspace";
import { authorOf } from "../order/author.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { scratchIn } from "../order/scratch.ts";

/** What is needed to carry out the children of an order. */
export interface DivisionPlace {
  readonly model: Model;
  readonly recorder: Recorder;
  /** Updates the dependency folders to match the worktree; returns the reason if it cannot. */
  readonly setUp: () => Promise<string | null>;
  readonly commands: Commands;
}

/** A child's attempt that broke off starts again from the beginning; its recorded answers are found by key. */
const NOTHING_EARLIER = { before: null, stored: null };

/**
 * Divides an order and makes its worktree show what its children make, as commits that no ref names but that outlast the run. Null if
 * orders are not divided.
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
        // A child's draft is tried on the work of the children before it.
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
