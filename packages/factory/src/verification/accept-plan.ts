import { type Acceptance, type FailureBrief, normalizePath, type WorkOrder } from "@llmch/contract";
import { canonicalJson, formatDiagnostic, rejected, sha256Hex } from "@llmch/text";
import { tidying, untilOneFails } from "../commands/judge-command.ts";
import { briefOf } from "../job/brief.ts";
import type { OrderJob } from "../job/order-job.ts";
import { plannedAcceptance } from "../job/planned-command.ts";
import type { Workspace } from "../job/ports.ts";
import { listed } from "../job/red-command.ts";
import { refused } from "./accept.ts";
import { isHeldToIt, REVISE, recorded, type TryingPorts } from "./acceptance-before.ts";
import { heldBefore } from "./try-acceptance-before.ts";

/** A plan to judge as a whole. */
export interface PlanJob extends Pick<OrderJob, "settings" | "timeoutSeconds" | "verifyEnv" | "unseen"> {
  /** What holds once all orders have landed. */
  readonly acceptance: readonly Acceptance[];
  readonly orders: readonly WorkOrder[];
  readonly strict: boolean;
}

/** How a plan was judged as a whole. */
export type PlanVerdict =
  | { readonly kind: "open" }
  | { readonly kind: "shut"; readonly brief: FailureBrief }
  | { readonly kind: "interrupted" };

type PlanPorts = TryingPorts & { readonly workspace: Pick<Workspace, "baseline" | "trackedFiles"> };

/** Of the whole, no file is allowed more than others. */
const WHOLE = { order: { allowed_files: [], forbidden: [] } };
const OPEN = { kind: "open" } as const;

/** Checks that the plan's acceptance can fail, on the tree that its first order starts from, before anything is paid. */
export const planCanFail = async (job: PlanJob, ports: PlanPorts): Promise<PlanVerdict> => {
  const planned = plannedAcceptance(job.acceptance);
  if (!planned.ok) return OPEN;
  const commands_sha256 = sha256Hex(canonicalJson(planned.value.map(({ display }) => display)));
  const of = { job, baseline: ports.workspace.baseline(), commands_sha256 };
  const { failed, isInterrupted } = await recorded(planned.value, of, ports);
  if (isInterrupted) return { kind: "interrupted" };
  if (failed !== null) return OPEN;
  const found = heldBefore(job.acceptance, null);
  if (job.strict || job.orders.every(isHeldToIt)) {
    const brief = briefOf("preflight", { ...job, ...WHOLE }, `[${found.code}] ${found.message}; ${REVISE}`);
    return { kind: "shut", brief };
  }
  await ports.ledger.emit({ type: "warning", message: formatDiagnostic(found), diagnostic: found });
  return OPEN;
};

/**
 * Judges a finished plan by its own acceptance, on the tree that its last order left.
 * @param unready why that tree's dependencies could not be installed
 */
export const acceptPlan = async (job: PlanJob, ports: PlanPorts, unready: string | null): Promise<PlanVerdict> => {
  const whole = { ...job, ...WHOLE };
  const planned = unready === null ? plannedAcceptance(job.acceptance) : rejected(unready);
  if (!planned.ok) return { kind: "shut", brief: briefOf("plan_acceptance_failed", whole, planned.issues[0]) };
  const { drift, ...judging } = tidying(await workOf(job, ports.workspace));
  const context = { phase: "plan_acceptance", job, prefix: "", ...judging, ...ports } as const;
  const { records, failed } = await untilOneFails(planned.value, context);
  const commit = ports.workspace.baseline();
  if (drift.size > 0) {
    const message = `commands of plan_acceptance changed ${listed([...drift])} (drift), which was put back`;
    await ports.ledger.emit({ type: "warning", message });
  }
  await ports.ledger.record("plan_acceptance_result.json", { ok: failed === null, commit, commands: records });
  return failed === null ? OPEN : refused("plan_acceptance_failed", whole, failed);
};

/** A workspace whose work is what the orders wrote: a command that changes it judges something else. */
const workOf = async ({ orders }: PlanJob, workspace: PlanPorts["workspace"]): Promise<PlanPorts["workspace"]> => {
  const allowed = new Set(
    orders
      .flatMap(({ allowed_files, derive = [] }) => [...allowed_files, ...derive.flatMap(({ files }) => files)])
      .map(normalizePath),
  );
  const work = new Set((await workspace.trackedFiles()).filter((path) => allowed.has(path)));
  return {
    ...workspace,
    tidy: async () => {
      const { altered, drift } = await workspace.tidy();
      const isWork = (path: string) => work.has(path);
      return { altered: [...altered, ...drift.filter(isWork)], drift: drift.filter((path) => !isWork(path)) };
    },
  };
};
