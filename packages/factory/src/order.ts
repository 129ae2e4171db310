import { FINAL_STAGES, isCounted, mayBeDivided } from "@llmch/contract";
import { byCodePoint, jsonObject, sha256Hex } from "@llmch/text";
import { BEFORE_GATES, runAttempt } from "./attempt/attempt.ts";
import type { AttemptOutcome, FailedAttempt } from "./attempt/outcome.ts";
import { type Course, courseAfter, failuresOf, neverDivided } from "./course/escalation.ts";
import { NO_PROGRESS, type OrderProgress } from "./course/progress.ts";
import { isRevisionDue } from "./course/revision-due.ts";
import { triage } from "./course/triage.ts";
import type { OrderJob } from "./job/order-job.ts";
import type { AttemptRecord, OrderOutcome } from "./job/outcome.ts";
import type { Ports } from "./job/ports.ts";
import { withUnseen } from "./job/unseen.ts";
import { askedFiles } from "./objection/asked-files.ts";
import type { PreviousAttempt } from "./prompt/prompt.ts";
import { evidenceOf } from "./verification/evidence.ts";
import { canBegin, startGates } from "./verification/start-gates.ts";

/** What an earlier session of the run left: its progress, and the model's answer to each attempt. */
export interface PreviousSession {
  readonly progress: OrderProgress;
  readonly answers: ReadonlyMap<number, string>;
}

const NO_PREVIOUS_SESSION: PreviousSession = { progress: NO_PROGRESS, answers: new Map() };

/**
 * Carries out one order: makes attempts until one passes, a stage rules out another, or they are used up (contract §5). If there is
 * a candidate, the worktree stays as its commands left it; otherwise it is back at its baseline.
 */
export const carryOut = async (
  given: OrderJob,
  ports: Ports,
  { progress, answers }: PreviousSession = NO_PREVIOUS_SESSION,
): Promise<OrderOutcome> => {
  const job = await withUnseen(given, ports);
  const costs = [...progress.costs];
  const cost = () => ports.cost?.() ?? null;
  const records: AttemptRecord[] = [...progress.failed];
  const previous: PreviousAttempt[] = progress.failed.flatMap(({ attempt, failure_brief: brief }) =>
    brief === null
      ? []
      : [
          {
            attempt,
            brief,
            answer: answers.get(attempt) ?? null,
            revised: attempt === progress.before ? progress.revised : null,
          },
        ],
  );
  // A revised order is a new order: its attempts are counted from zero. Each answer of the user adds an attempt.
  const maxAttempts = job.maxAttempts + progress.before + progress.said.length;
  const asked = askedFiles(progress.asked);
  const baseline = () => ports.workspace.baseline();
  const start = startGates(job, progress.tried, ports);
  const beginning = await triage(job, progress.complexity, () => canBegin(job.order, start, ports), ports);
  if ("kind" in beginning) return { ...beginning, attempts: records };
  const course = () =>
    courseAfter(
      job.escalation ?? [],
      failuresOf(records, costs),
      ports.division === undefined || !mayBeDivided(job.order.id) ? neverDivided(beginning) : beginning,
    );
  const waits = () =>
    course().next === "ask" && !progress.said.some(({ attempt }) => attempt === records.at(-1)?.attempt);
  const rowTaken = (): number => course().taken?.row ?? 0;
  let { failedWork } = progress;
  for (let attempt = progress.next; ; attempt++) {
    const last = previous.at(-1);
    if (last !== undefined && isRevisionDue(records.at(-1)?.attempt, progress, course()))
      return { kind: "revise", brief: last.brief, row: rowTaken(), attempts: records };
    if (last !== undefined && waits()) return waiting(job, last, records);
    if (last !== undefined && attempt > maxAttempts) return { kind: "failed", brief: last.brief, attempts: records };
    if (course().divides && job.early !== undefined) return { kind: "paused", attempts: records };
    await ports.ledger.emit({ type: "attempt_started", attempt, max_attempts: maxAttempts });
    const started = ports.clock.monotonicMs();
    const said = progress.said.map(({ text }) => text);
    const failed = job.stopOnRepeat(job.order.id, attempt) ? failedWork : null;
    const before = { previous, asked, start, failed, course: course(), said, carryOut };
    const outcome = await runAttempt(jobFor(job, before.course), attempt, before, ports);
    const duration = () => Math.round(ports.clock.monotonicMs() - started);

    if (outcome.kind === "passed") {
      const drift = shortDrift([...outcome.drift].sort(byCodePoint));
      const sealed = await ports.workspace.seal(outcome.changes);
      if (sealed.ok) {
        const { changes, derived, tests, summary, verified, children } = outcome;
        const isWhole = !job.order.verify_exempt && verified.commands.length > 0;
        const candidate = {
          ...{ ...sealed.value, attempt, changes, derived, summary, drift, tests },
          verified: isWhole ? verified : null,
          evidence: evidenceOf(job.order, verified, ports.author?.continued != null),
          duration_ms: duration(),
          ...(children === undefined ? {} : { children }),
        };
        return { kind: "candidate", candidate, attempts: records };
      }
      await ports.workspace.reset();
      await ports.ledger.emit({ type: "rolled_back", baseline: baseline() });
      records.push({ ...recordOf(attempt, outcome, duration()), verdict: "ERROR", repo_drift: drift });
      return { kind: "not-committed", reason: sealed.issues.join("; "), attempts: records };
    }
    if (outcome.kind === "answered") return { kind: "paused", attempts: records };
    // An attempt that a limit stopped before its question, or that waits for a person, still has to be made.
    const isOpen = outcome.kind === "limited" || outcome.kind === "waiting";
    if (!isOpen) {
      records.push(recordOf(attempt, outcome, duration()));
      costs.push(cost());
    }
    const isRepeat = outcome.kind === "failed" && outcome.work !== undefined && outcome.work === failed?.work;
    if (isRepeat) {
      const what = outcome.touched.length > 0 ? "makes the same changes" : "gives the same answer";
      const message = `attempt ${attempt} ${what} as the one before, which failed`;
      await ports.ledger.emit({ type: "warning", message });
    }
    failedWork =
      outcome.kind === "failed" && outcome.work !== undefined ? { work: outcome.work, brief: outcome.brief } : null;
    if (outcome.kind === "failed")
      await recordFailure(attempt, outcome, { duration_ms: duration(), cost: cost() }, ports);
    await ports.workspace.reset();
    await ports.ledger.emit({ type: "rolled_back", baseline: baseline() });
    if (outcome.kind === "limited" || outcome.kind === "waiting") return { ...outcome, attempts: records };
    if (outcome.kind === "interrupted" || ports.stop.aborted) return { kind: "interrupted", attempts: records };
    const after = course();
    const { next, taken, model } = after;
    const { stage } = outcome.brief;
    const isFinal = outcome.isLast || (FINAL_STAGES.has(stage) && !(stage === "objected" && next === "revise"));
    if (taken !== null && !isFinal) {
      await ports.ledger.emit({ type: "escalated", attempt, row: taken.row, do: taken.do, model });
    }
    const isRepeated = isRepeat && next === "attempt" && !isOther(before.course, after);
    if (isFinal || next === "stop") return { kind: "failed", brief: outcome.brief, attempts: records };
    if (isRepeated) return { kind: "failed", brief: outcome.brief, endedBy: "repeat", attempts: records };
    previous.push({ attempt, answer: outcome.answer, brief: outcome.brief });
    if (job.early !== undefined && !BEFORE_GATES.has(stage)) return { kind: "paused", attempts: records };
    if (next === "ask") return waiting(job, { attempt, brief: outcome.brief }, records);
  }
};

/** A smaller model is shown less. */
const jobFor = (job: OrderJob, { model }: Course): OrderJob =>
  model === null || job.limitsOf === undefined ? job : { ...job, settings: job.limitsOf(model) };

/** Whether the next attempt is made in another way than the last. */
const isOther = (last: Course, next: Course): boolean =>
  last.model !== next.model ||
  last.tools !== next.tools ||
  last.divides !== next.divides ||
  last.review !== next.review;

const waiting = (
  { order }: Pick<OrderJob, "order">,
  { attempt, brief }: Pick<PreviousAttempt, "attempt" | "brief">,
  attempts: readonly AttemptRecord[],
): OrderOutcome => {
  const what = `attempt ${attempt} failed at ${brief.stage}: how should the order continue?`;
  return { kind: "waiting", need: { id: order.id, kind: "question", what, sha256: sha256Hex(what) }, attempts };
};

/** The journal reports a failed attempt only after everything about it is on disk. */
const recordFailure = async (
  attempt: number,
  { brief, touched, work }: FailedAttempt,
  { duration_ms, cost }: { readonly duration_ms: number; readonly cost: number | null },
  { ledger }: Ports,
): Promise<void> => {
  await ledger.record(`attempt_${attempt}/failure_brief.json`, jsonObject(brief));
  await ledger.settle();
  await ledger.emit({
    type: "attempt_failed",
    attempt,
    brief,
    touched_files: touched,
    ...(work === undefined ? {} : { work_sha256: work }),
    ...(cost === null ? {} : { cost_usd: cost }),
    duration_ms,
  });
};

/** Further files are only counted: a command may change any number, and every record of the order holds the list. */
const MOST_DRIFT = 500;

const shortDrift = (paths: readonly string[]): readonly string[] =>
  paths.length <= MOST_DRIFT ? paths : [...paths.slice(0, MOST_DRIFT), `${paths.length - MOST_DRIFT} more`];

const recordOf = (attempt: number, outcome: AttemptOutcome, duration_ms: number): AttemptRecord => {
  const brief = outcome.kind === "failed" ? outcome.brief : null;
  const touched = outcome.kind === "failed" ? outcome.touched : [];
  return {
    attempt,
    verdict: brief !== null && isCounted(brief.stage) ? "FAIL" : "ERROR",
    stage: brief?.stage ?? null,
    summary: outcome.kind === "passed" ? outcome.summary : null,
    touched_files: outcome.kind === "passed" ? outcome.changes.map(({ path }) => path) : touched,
    repo_drift: [],
    failure_brief: brief,
    duration_ms,
  };
};
