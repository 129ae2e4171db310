import { acceptanceOf } from "@llmch/contract";
import { exemptionHonoured, plannedAcceptance, splitByHistory, tryAcceptanceBefore } from "@llmch/factory";
import type { LoadedOrder } from "@llmch/records";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { conversionsAt, type DoneOrder } from "@llmch/workspace";
import type { Isolation } from "../lease/isolation.ts";
import { type TrialPlace, whileTried } from "../lease/trial.ts";
import { type Claim, type ProvenOrders, provenOrders, unprovedInWords } from "./proven-orders.ts";
import type { Scene } from "./scene.ts";
import { squashedOrders } from "./squashed-orders.ts";

/** The orders of a run, divided by the branch's history. */
export interface DividedOrders {
  /** What the history's trailers claim; empty if no order is to be skipped. */
  readonly said: readonly DoneOrder[];
  readonly pending: readonly LoadedOrder[];
  readonly skipped: readonly LoadedOrder[];
  /** One sentence each. */
  readonly doubts: readonly string[];
  /** What counts as done, of the whole plan, newest first. */
  readonly done: readonly DoneOrder[];
  /** Whether all orders of the plan are done once the pending ones are. */
  readonly isWhole: boolean;
}

/** Finds the orders to carry out. Refuses an exemption that is not honoured, and files that git would convert. */
export const findPending = async (
  scene: Scene,
  baseline: string,
  isolating: Promise<Result<Isolation, Refusal>>,
): Promise<Result<DividedOrders, Refusal>> => {
  const { orders, others = [], repo, options, settings, skipDone, isPart = false } = scene;
  const { artifactsRoot, env, signal } = scene;
  const said = skipDone ? await repo.doneOrders(baseline) : [];
  const repoDerives = settings.values.setup.derive.flatMap(({ files }) => files);
  const proving = { repoDerives, artifactsRoot, env, signal };
  const proven = await provenOrders(orders, said, repo, proving);
  const judged = await tried(proven, scene, isolating);
  if (!judged.ok) return judged;
  const { done, doubts } = judged.value;
  const { pending, skipped } = splitByHistory(orders, done);
  const isClaimed = ({ order, sha256 }: LoadedOrder) =>
    said.some((each) => each.order === order.id && each.sha256 === sha256);
  const unclaimed = skipDone && !isPart && !options.allowStale ? pending.filter((each) => !isClaimed(each)) : [];
  const squashed = await squashedOrders(unclaimed, baseline, { repo, artifactsRoot });
  if (squashed.length > 0) return rejected(seeminglyDone(squashed, pending));
  const exempt = pending.find(({ order }) => !exemptionHonoured(order, options.allowVerifyExempt));
  if (exempt !== undefined) {
    const message = `${exempt.order.id} is verify_exempt without the planner's provenance`;
    const hint = "set verify_exempt to false, or allow it with --allow-verify-exempt";
    return rejected(refusal("exemption-refused", message, hint));
  }
  const allowed = pending.flatMap(({ order }) => order.allowed_files);
  const conversions = await conversionsAt(repo, baseline, allowed);
  if (!conversions.ok) return conversions;
  const [converted] = conversions.value;
  const before = await provenOrders(others, said, repo, proving);
  const isDone = new Set([...done, ...before.done]);
  const isWhole = skipDone && splitByHistory(others, before.done).pending.length === 0;
  if (converted === undefined)
    return accepted({ said, pending, skipped, doubts, isWhole, done: said.filter((each) => isDone.has(each)) });
  const hint = "take the file out of allowed_files, or the attribute out of .gitattributes";
  return rejected(refusal("active-filter", `${converted.path} ${converted.why}`, hint));
};

/**
 * Commits that only trailers speak for count as done if the acceptance holds there, as far as that can be tried. A dry run tries nothing, nor
 * does a run whose commands a person has to agree to first.
 */
const tried = async (
  { done, unproved, doubts }: ProvenOrders,
  scene: Scene,
  isolating: Promise<Result<Isolation, Refusal>>,
): Promise<Result<Pick<ProvenOrders, "done" | "doubts">, Refusal>> => {
  const { options, isUnseen = false, approve = [] } = scene;
  const waits = isUnseen || approve.includes("network") || approve.includes("plan");
  const isTried = options.dryRun !== true && !waits;
  const isolation = unproved.length === 0 || !isTried ? null : await isolating;
  if (isolation?.ok === false) return isolation;
  const refused = isolation === null ? new Map() : await refusedCommits(unproved, scene, isolation.value);
  const counting = unproved.filter(({ claim }) => !refused.has(claim)).map(({ claim }) => claim.order);
  return accepted({
    done: done.filter((claim) => !refused.has(claim)),
    doubts: [
      ...doubts,
      ...[...refused].map(
        ([{ order, commit }, command]) =>
          `${order} is carried out, although the trailers of ${commit.slice(0, 10)} say that it is done: there, \`${command}\` fails`,
      ),
      ...unprovedInWords(counting, isTried),
    ],
  });
};

/** Whether such orders are done is for a person to say: to carry them out again costs money, to leave them out can leave work undone. */
const seeminglyDone = (squashed: readonly LoadedOrder[], pending: readonly LoadedOrder[]): Refusal => {
  const names = squashed.map(({ order }) => order.id).join(", ");
  const next = pending.find((each) => !squashed.includes(each))?.order.id;
  const seem = squashed.length === 1 ? "seems" : "seem";
  const message = `${names} ${seem} done, although no trailer says so (squashed?): a run here committed that work, and its files have changed here`;
  const skip =
    next === undefined
      ? "there is nothing left to do, unless you"
      : `go on with \`llmch run-all --from ${next}\` if so, or`;
  return refusal("stale-plan", message, `${skip} carry it out again with --allow-stale`);
};

/**
 * Which of the commits that only trailers speak for do not hold what their orders ask for: an acceptance command fails there, run in a
 * temporary worktree as when the order is judged. Gives the command of each. A commit that cannot be tried here is not among them.
 */
const refusedCommits = async (
  claims: readonly Claim[],
  { repo, settings, env, signal }: Scene,
  isolation: Isolation,
): Promise<ReadonlyMap<DoneOrder, string>> => {
  const refused = new Map<DoneOrder, string>();
  const place: TrialPlace = { env, signal, secrets: [], values: settings.values };
  for (const { claim, order } of claims) {
    const planned = plannedAcceptance(acceptanceOf(order));
    if (!planned.ok || planned.value.length === 0) continue;
    const tried = await whileTried(repo, claim.commit, isolation, place, ({ worktree, timeoutSeconds, ...trial }) =>
      tryAcceptanceBefore(planned.value, {
        ...{ ...trial, workspace: worktree, prefix: "", job: { timeoutSeconds } },
      }),
    );
    if (signal.aborted) throw new Error("interrupted");
    if (tried.kind !== "done") continue;
    const { failed, unreached, records } = tried.value;
    if (failed !== null && unreached === null && records.at(-1)?.ending === "exited") refused.set(claim, failed);
  }
  return refused;
};
