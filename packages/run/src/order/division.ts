import type { Division, Model } from "@llmch/factory";
import type { Recorder } from "@llmch/models";
import { changesBetween, foldOnto } from "@llmch/workspace";
import { authorOf } from "./author.ts";
import { type Desk, scratchIn } from "./desk.ts";
import type { OrderPorts } from "./ports.ts";

/** A child's attempt that broke off starts again from the beginning; its recorded answers are found by key. */
const NOTHING_EARLIER = { before: null, stored: null };

/**
 * Divides an order and makes its worktree show what its children make, as commits that no ref names but that outlast the run. Undefined if
 * orders are not divided.
 */
export const divisionAt = (
  { worktree, commands, executorInPlace, show }: Desk,
  { model, recorder }: { readonly model: Model; readonly recorder: Recorder },
  ports: OrderPorts,
): Division | undefined => {
  const { repo, baselines } = ports.ground;
  const { divider } = ports.models;
  const scratch = scratchIn(worktree, commands);
  if (divider === null) return undefined;
  return {
    divide: (question, ledger) => divider.divide(question, ledger, recorder),
    portsFor: (ledger) => ({
      author: authorOf({ model, ledger, earlier: NOTHING_EARLIER }, ports),
      ...{ scratch, executor: executorInPlace },
    }),
    begin: show,
    goOn: async ({ sealed: { base, tree }, verified }) => {
      const { commit } = await foldOnto(repo, base, [await changesBetween(repo, base, tree)]);
      await show(commit);
      await baselines.landed(commit, { tree, evidence: { summary: "", drift: [], verified, duration_ms: 0 } });
    },
    goBack: show,
  };
};
