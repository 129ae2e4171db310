import { type Acceptance, acceptanceOf, type Diagnostic, planAcceptanceOf, saysWhyItHolds } from "@llmch/contract";
import {
  heldBefore,
  plannedAcceptance,
  splitByHistory,
  tryAcceptanceBefore,
  type VerifyEnv,
  verifyEnv,
} from "@llmch/factory";
import { loadOrderValues } from "@llmch/records";
import { findIsolation, type Isolation, type Trial, type TrialPlace, whileTried } from "@llmch/run";
import { accepted, type JsonObject, listMember, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { openRepository, type Repository } from "@llmch/workspace";

/**
 * Tries the acceptance commands of a plan and of its orders on a repo's commit, as a run does before the work: W221 for each order whose
 * commands already pass, and for the plan. Orders that the history shows done are skipped, and then the plan's own. Runs commands of the plan, but changes nothing in the repo and asks no
 * model. Null if a signal ended it.
 * @param manifest a plan without errors; diagnostics point into it
 * @param by who chose the commands: what a model chose, and nobody has seen, runs in the sandbox without the network or not at all
 * @param at the commit; null for HEAD
 */
export const heldAcceptance = async (
  manifest: JsonObject,
  path: string,
  place: TrialPlace,
  by: "user" | "model" = "user",
  at: string | null = null,
): Promise<Result<readonly Diagnostic[] | null, Refusal>> => {
  const loaded = await loadOrderValues(listMember(manifest, "work_orders"), manifest);
  // Faults of single orders are reported by the check itself.
  if (!loaded.ok) return accepted([]);
  const opened = await openRepository(path, place.env);
  if (!opened.ok) return opened;
  const repo = opened.value;
  const commit = at ?? (await repo.head()).commit;
  if (commit === null)
    return rejected(
      refusal("no-commit", `${repo.root} has no commit`, "make a first commit, even if it holds only a README"),
    );
  const isolation = await isolationFor(by, repo, place);
  if (!isolation.ok) return isolation;
  const { pending } = splitByHistory(loaded.value, await repo.doneOrders(commit));
  const tried = await whileTried(repo, commit, isolation.value, place, async (trial) => {
    const found: Diagnostic[] = [];
    const tried = [
      ...pending.flatMap(({ order }) => (saysWhyItHolds(order) ? [] : [[acceptanceOf(order), order.id] as const])),
      ...(pending.length < loaded.value.length ? [] : [[planAcceptanceOf(manifest), null] as const]),
    ];
    for (const [acceptance, id] of tried) {
      const holds = await holdsBefore(acceptance, id ?? "plan", trial, verifyEnv(place.values.verify.env));
      if (place.signal.aborted) return null;
      const at = loaded.value.findIndex(({ order }) => order.id === id);
      const pointer = id === null ? "/plan_acceptance" : `/work_orders/${at}/acceptance_commands`;
      if (holds) found.push({ ...heldBefore(acceptance, id), pointer });
    }
    return found;
  });
  if (tried.kind === "unready") return rejected(tried.why);
  return accepted(tried.kind === "done" ? tried.value : null);
};

/** Which of some commands pass at a commit already, each tried by itself; null if a signal ended that. */
export const heldCommands = async (
  commands: readonly string[],
  repo: Repository,
  commit: string,
  place: TrialPlace,
  by: "user" | "model",
): Promise<Result<readonly string[] | null, Refusal>> => {
  const isolation = await isolationFor(by, repo, place);
  if (!isolation.ok) return isolation;
  const tried = await whileTried(repo, commit, isolation.value, place, async (trial) => {
    const held: string[] = [];
    for (const command of commands)
      if (await holdsBefore([{ command, hidden: false }], "scope", trial, verifyEnv(place.values.verify.env)))
        held.push(command);
    return place.signal.aborted ? null : held;
  });
  if (tried.kind === "unready") return rejected(tried.why);
  return accepted(tried.kind === "done" ? tried.value : null);
};

/** What isolates commands, by who chose them. */
const isolationFor = async (
  by: "user" | "model",
  repo: Repository,
  { values: { run, sandbox } }: TrialPlace,
): Promise<Result<Isolation, Refusal>> => {
  const isolation = await findIsolation(by === "user" ? run : { ...run, allow_network: false }, sandbox, repo);
  return by === "model" && isolation.ok && isolation.value.sandbox === null
    ? rejected(refusal("no-sandbox", "a model chose them, and nothing isolates commands here", UNSEEN_HINT))
    : isolation;
};

const UNSEEN_HINT = "install bubblewrap, or write run.sandbox: off into your own settings file";

const holdsBefore = async (
  acceptance: readonly Acceptance[],
  name: string,
  { worktree, commands, ledger, timeoutSeconds }: Trial,
  env: VerifyEnv,
): Promise<boolean> => {
  const planned = plannedAcceptance(acceptance);
  if (!planned.ok || planned.value.length === 0) return false;
  const job = { timeoutSeconds, verifyEnv: env };
  const context = { job, commands, ledger, workspace: worktree, prefix: `${name}_` };
  const { failed, isInterrupted } = await tryAcceptanceBefore(planned.value, context);
  await worktree.reset();
  return failed === null && !isInterrupted;
};
