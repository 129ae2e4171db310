import { plannedAcceptance, tryAcceptanceBefore } from "@llmch/factory";
import type { DoneOrder } from "@llmch/workspace";
import type { Isolation } from "../lease/isolation.ts";
import { type TrialPlace, whileTried } from "../lease/trial.ts";
import type { Claim } from "./proven-orders.ts";
import type { Scene } from "./scene.ts";

/**
 * Which of the commits that only trailers speak for do not hold what their orders ask for: an acceptance command fails there, run in a
 * temporary worktree as when the order is judged. Gives the command of each. A commit that cannot be tried here is not among them.
 */
export const refusedCommits = async (
  claims: readonly Claim[],
  { repo, settings, env, signal }: Scene,
  isolation: Isolation,
): Promise<ReadonlyMap<DoneOrder, string>> => {
  const refused = new Map<DoneOrder, string>();
  const place: TrialPlace = { env, signal, secrets: [], values: settings.values };
  for (const { claim, order } of claims) {
    const planned = plannedAcceptance(order);
    if (!planned.ok || planned.value.length === 0) continue;
    const tried = await whileTried(repo, claim.commit, isolation, place, ({ worktree, timeoutSeconds, ...trial }) =>
      tryAcceptanceBefore(planned.value, {
        ...{ ...trial, prefix: "", job: { timeoutSeconds } },
        tidy: async () => (await worktree.tidy()).altered,
      }),
    );
    if (signal.aborted) throw new Error("interrupted");
    if (tried.kind !== "done") continue;
    const { failed, unreached, records } = tried.value;
    if (failed !== null && unreached === null && records.at(-1)?.ending === "exited") refused.set(claim, failed);
  }
  return refused;
};
