import { dirname } from "node:path";
import type { Conversation } from "@llmch/contract";
import { forecastOf, keptSpec } from "@llmch/plan";
import { carryOutSchedule, openWork, unseenOrders, type Work } from "@llmch/run";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused } from "../outcome.ts";
import { areUnseen } from "../runs/consent/unseen.ts";
import { dryRunOutcome } from "../runs/results/dry-run.ts";
import { orderResult } from "../runs/results/order-result.ts";
import { runOutcome } from "../runs/results/run.ts";
import type { RunResult } from "../runs/results/run-result.ts";
import { runScene } from "../runs/results/run-scene.ts";

export type CarryOutOutcome = Outcome<RunResult>;

/** What besides the work itself says how it is carried out. */
export interface Manner {
  readonly isDry?: boolean;
  /** Whether a run-all that passes is to end in a pull request, or in a stack of them. */
  readonly pr?: boolean | "stack";
  /** Of a window: whether its build's user consented to its orders, and who is told if they do so now. */
  readonly window?: Window;
}

/** How a window's orders are agreed to (contract §11). */
export interface Window {
  readonly hasConsent: boolean;
  /** Called if a person who saw the orders says yes; left out if nobody is to be asked any more. */
  readonly consents?: () => Promise<void>;
  /** The conversation of the planner of these orders, if this session asked it. */
  readonly conversation?: Conversation | null;
}

/** Carries out the work, and tells its face of it. */
export const carryOut = async (
  operation: string,
  work: Work,
  context: OperationContext,
  manner: Manner = {},
): Promise<CarryOutOutcome> => {
  const once = (now: Work) => carryOutOnce(operation, now, context, manner);
  const first = operation === "resume" || operation === "build" ? null : await once(work);
  const isOver = first !== null && first.verdict !== "FAIL";
  const outcome = isOver ? first : await (await import("./another-plan.ts")).untilAgreed(work, first, context, once);
  return (manner.pr ?? false) === false ? outcome : withPullRequest(outcome, work, manner.pr === "stack");
};

const carryOutOnce = async (
  operation: string,
  work: Work,
  context: OperationContext,
  { isDry = false, pr = false, window }: Manner,
): Promise<CarryOutOutcome> => {
  const isUnseen = window === undefined ? await areUnseen(work.request, context) : !window.hasConsent;
  const opened = await openWork({ ...work, request: { ...work.request, isUnseen } });
  if (!opened.ok) return refused(opened.issues);
  const { schedule, release } = opened.value;
  const { push, ...others } = opened.value.prepared;
  const prepared = { ...others, push: { ...push, forPullRequest: pr } };
  try {
    const { face, given, here } = context;
    const place = { ...work.context, face, given, here };
    const forecast = isDry ? await forecastOf(schedule, prepared, place) : null;
    const scene = await runScene(operation, schedule, prepared, place, window?.consents !== undefined);
    const agreed = await face.begins({ ...scene, forecast });
    if (forecast !== null) return dryRunOutcome(schedule, prepared, scene, forecast);
    const consent = agreed === "consent";
    if (agreed !== true && !consent) return DECLINED;
    if (consent) await window?.consents?.();
    const seen = isUnseen && !consent ? unseenOrders(schedule) : schedule;
    const own = consent && place.asked ? { ...place, asked: { ...place.asked, consent } } : place;
    const isExamined = window === undefined && schedule.kind === "run-all";
    const documents = isExamined ? schedule.orders.map(({ document }) => document) : [];
    const examinedSpec = isExamined ? await keptSpec(documents, prepared.artifactsRoot, context.env) : null;
    const conversation = consent ? null : (window?.conversation ?? null);
    const ending = await carryOutSchedule({ ...seen, examinedSpec, conversation }, prepared, own, {
      event: (event) => face.event(event),
      output: face.output,
      decides: (need, shown) => face.decides(need, shown),
      ended: (run, { loaded }) => face.ended(orderResult(run, loaded.order.title, seen, prepared, place)),
    });
    return runOutcome(seen, prepared, ending, place);
  } finally {
    release();
  }
};

const OPENS = /^llmch pr\b/;

/** Opens what a run-all is to end in: a pull request, or a stack of them. */
const withPullRequest = async (outcome: CarryOutOutcome, work: Work, isStack: boolean): Promise<CarryOutOutcome> => {
  if (outcome.result?.kind !== "run-all" || outcome.result.dryRun === true) return outcome;
  const { resume, ...result } = outcome.result;
  const { push } = result;
  const { afterRun } = await import("../github/after-run.ts");
  const { url, lines, pushed } =
    push.rejected === true
      ? { url: null, lines: ["no pull request: you said no to the push"], pushed: null }
      : await afterRun(dirname(dirname(result.directory)), { ...result, kind: "run-all" }, work.context, { isStack });
  // A stack does not make up for a push of the run's own branch that failed.
  const isOther = isStack && push.mode !== "never";
  const now = pushed === null || push.pushed || isOther ? push : { ...push, pushed: true, message: pushed };
  const isOwed = resume !== undefined && !(now.pushed && result.verdict === "PASS");
  // What is open is not opened again, and a stack is brought up to date by itself.
  const next = (outcome.next ?? [])
    .filter((line) => isStack || url === null || !OPENS.test(line))
    .map((line) => (isStack ? line.replace(OPENS, "llmch pr --stack") : line));
  return {
    ...outcome,
    next,
    result: { ...result, ...(isOwed ? { resume } : {}), push: now, pullRequest: url },
    lines: [...(outcome.lines ?? []), ...lines],
  };
};

/** Whoever was asked said no. */
const DECLINED: Outcome<never, never> = refused([{ code: "declined", message: "nothing was made: you did not agree" }]);
