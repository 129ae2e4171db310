import { type FailureBrief, isCounted, type Stage } from "@llmch/contract";
import type { Escalation } from "@llmch/contract/settings";
import { firstCharacters } from "@llmch/text";
import { briefOf } from "../job/brief.ts";
import type { ChildOrder } from "../job/division.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { CarryOut, OrderJob } from "../job/order-job.ts";
import type { OrderOutcome } from "../job/outcome.ts";
import type { Division, Ports } from "../job/ports.ts";
import { hiddenChecks } from "../prompt/hidden-checks.ts";
import { type Changes, withChanges } from "../proposal/composed.ts";
import { portsOfChild } from "./child-place.ts";

/** What an order's children made together. */
export interface Work {
  readonly changes: Changes;
  /** Each child's own words. */
  readonly summaries: readonly string[];
}

/**
 * Carries out an attempt's children in the order's own workspace, each on top of the work of those before it, until one fails.
 * Afterwards the workspace is back at the order's baseline.
 */
export const carryOutChildren = async (
  job: OrderJob,
  attempt: number,
  children: readonly ChildOrder[],
  { division, carryOut }: { readonly division: Division; readonly carryOut: CarryOut },
  ports: Ports,
): Promise<GateOutcome<Work>> => {
  const baseline = ports.workspace.baseline();
  let changes: Changes = new Map();
  const summaries: string[] = [];
  try {
    await division.begin();
    for (const [index, child] of children.entries()) {
      const place = portsOfChild(child.order.id, attempt, division, ports);
      const outcome = await carryOut(jobOfChild(job, child, children, index), place);
      await tellEnding(attempt, child, outcome, ports);
      if (outcome.kind === "interrupted" || outcome.kind === "limited") return outcome;
      if (outcome.kind !== "candidate") return shut(failure(job, child, outcome));
      const { candidate } = outcome;
      changes = withChanges(changes, candidate.changes);
      summaries.push(candidate.summary);
      const { base, tree, warnings, verified } = candidate;
      const sealed = { base, tree, warnings };
      await division.goOn({ sealed, changes: candidate.changes, verified });
    }
  } finally {
    await division.goBack(baseline);
  }
  return open({ changes, summaries });
};

/** Replacements for escalation rows that would ask the user or the planner. */
const IN_A_CHILD: Readonly<Partial<Record<Escalation["do"], Escalation["do"]>>> = { ask: "stop", revise: "retry" };

/** Children get no triage and no review of their own, their order alone needs tests, and nobody is asked in between. */
const jobOfChild = (job: OrderJob, { order }: ChildOrder, children: readonly ChildOrder[], index: number): OrderJob => {
  const {
    triage: _triage,
    review: _review,
    triesAcceptance: _tries,
    early: _early,
    unseen: _unseen,
    needsTests: _needs,
    shownRed,
    escalation = [],
    ...rest
  } = job;
  const others = (job.plan ?? []).filter((each) => each !== job.order);
  return {
    ...{ ...rest, order, origin: job.origin === undefined ? job.order : job.origin },
    plan: [...others, ...children.map((child) => child.order)],
    escalation: escalation.map((row) => ({ ...row, do: IN_A_CHILD[row.do] ?? row.do })),
    // What fails after an earlier child is known from that child's gates.
    ...(index > 0 || shownRed === undefined ? {} : { shownRed }),
  };
};

const tellEnding = async (
  attempt: number,
  { order }: ChildOrder,
  outcome: OrderOutcome,
  { ledger }: Ports,
): Promise<void> => {
  const isPassed = outcome.kind === "candidate";
  const failed = outcome.attempts.filter(({ stage, verdict }) => verdict === "FAIL" && isCounted(stage)).length;
  await ledger.emit({
    ...{ type: "child_ended", attempt, order: order.id },
    verdict: isPassed ? "PASS" : outcome.kind === "failed" && isCounted(outcome.brief.stage) ? "FAIL" : "ERROR",
    attempts: failed + (isPassed ? 1 : 0),
    stage: outcome.kind === "failed" ? outcome.brief.stage : null,
    summary: isPassed ? outcome.candidate.summary : null,
  });
};

type Ended = Exclude<OrderOutcome["kind"], "candidate" | "interrupted" | "limited">;

const failure = (job: OrderJob, child: ChildOrder, outcome: Extract<OrderOutcome, { readonly kind: Ended }>) => {
  if (outcome.kind === "failed") return briefOfChild(job, child, outcome.brief);
  const why = outcome.kind === "not-committed" ? outcome.reason : "it was not carried to its end";
  return briefOf("write_failed", job, `${child.order.id}: ${why}`);
};

/** These stages end an order, but for a child they only mean that the division was bad. */
const OF_DIVISION: ReadonlySet<Stage> = new Set<Stage>(["preflight", "objected"]);

/** The brief of an attempt that failed because a child failed. Does not reveal the child's hidden checks. */
export const briefOfChild = (
  job: Pick<OrderJob, "order" | "settings">,
  { order: child }: Pick<ChildOrder, "order">,
  brief: FailureBrief,
): FailureBrief => {
  const { stage, command, exit_code, primary_error_excerpt } = hiddenChecks(child).brief(brief);
  const whose = `${child.id} (${child.title}), which the order was divided into, failed at ${stage}:`;
  const most = job.settings.excerptCharacters;
  const reason = `${firstCharacters(whose, Math.floor(most / 4))}\n${primary_error_excerpt}`;
  return { ...briefOf(OF_DIVISION.has(stage) ? "llm_output_invalid" : stage, job, reason), command, exit_code };
};
