import {
  accepted,
  type Diagnostic,
  type JsonValue,
  type Refusal,
  type Result,
  refusal,
  rejected,
  saysWhyItHolds,
} from "@llmch/contract";
import {
  heldBefore,
  plannedAcceptance,
  splitByHistory,
  tryAcceptanceBefore,
  type VerifyEnv,
  verifyEnv,
} from "@llmch/factory";
import { type LoadedOrder, loadOrderValues } from "@llmch/records";
import { findIsolation, type Trial, type TrialPlace, whileTried } from "@llmch/run";
import { openRepository } from "@llmch/workspace";

/**
 * Tries the acceptance commands of a plan's orders on a repo's HEAD, as a run does before the work: W221 for each order whose commands
 * already pass. Orders that the history shows done are skipped. Runs commands of the plan, but changes nothing in the repo and asks no
 * model. Null if a signal ended it.
 * @param workOrders a plan without errors; diagnostics point into it
 * @param by who chose the commands: what a model chose, and nobody has seen, runs in the sandbox without the network or not at all
 */
export const heldAcceptance = async (
  workOrders: readonly JsonValue[],
  path: string,
  place: TrialPlace,
  by: "user" | "model" = "user",
): Promise<Result<readonly Diagnostic[] | null, Refusal>> => {
  const loaded = await loadOrderValues(workOrders);
  // Faults of single orders are reported by the check itself.
  if (!loaded.ok) return accepted([]);
  const opened = await openRepository(path, place.env);
  if (!opened.ok) return opened;
  const repo = opened.value;
  const { commit } = await repo.head();
  if (commit === null)
    return rejected(
      refusal("no-commit", `${repo.root} has no commit`, "make a first commit, even if it holds only a README"),
    );
  const { run, sandbox } = place.values;
  const isolation = await findIsolation(by === "user" ? run : { ...run, allow_network: false }, sandbox, repo);
  if (!isolation.ok) return isolation;
  if (by === "model" && isolation.value.sandbox === null)
    return rejected(refusal("no-sandbox", "a model chose them, and nothing isolates commands here", UNSEEN_HINT));
  const { pending } = splitByHistory(loaded.value, await repo.doneOrders(commit));
  const tried = await whileTried(repo, commit, isolation.value, place, async (trial) => {
    const found: Diagnostic[] = [];
    for (const order of pending) {
      const holds = await holdsBefore(order, trial, verifyEnv(place.values.verify.env));
      if (place.signal.aborted) return null;
      const pointer = `/work_orders/${loaded.value.indexOf(order)}/acceptance_commands`;
      if (holds) found.push({ ...heldBefore(order.order), pointer });
    }
    return found;
  });
  if (tried.kind === "unready") return rejected(tried.why);
  return accepted(tried.kind === "done" ? tried.value : null);
};

const UNSEEN_HINT = "install bubblewrap, or write run.sandbox: off into your own settings file";

const holdsBefore = async (
  { order }: LoadedOrder,
  { worktree, commands, ledger, timeoutSeconds }: Trial,
  env: VerifyEnv,
): Promise<boolean> => {
  const planned = plannedAcceptance(order);
  if (!planned.ok || saysWhyItHolds(order)) return false;
  const tidy = async () => (await worktree.tidy()).altered;
  const context = { job: { timeoutSeconds, verifyEnv: env }, commands, ledger, tidy, prefix: `${order.id}_` };
  const { failed, isInterrupted } = await tryAcceptanceBefore(planned.value, context);
  await worktree.reset();
  return failed === null && !isInterrupted;
};
