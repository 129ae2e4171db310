import { resolve } from "node:path";
import type { Context } from "@llmch/config";
import { largerLimit, type RunEvent } from "@llmch/contract";
import { timeOfUlid } from "@llmch/files";
import {
  artifactsFlag,
  followRun,
  nextOf,
  type RunNow,
  runNow,
  type StoredRunName,
  type StoredSummaries,
} from "@llmch/records";
import { type FoundRequest, readRequest } from "@llmch/store";
import { OPEN, progressInWords, type RunSummary } from "@llmch/story";
import { counted, type Environment, EXIT, firstCharacters, type JsonObject, printable, textMember } from "@llmch/text";
import { checkoutRoot } from "@llmch/workspace";
import { CATALOGUE } from "../catalogue.ts";
import type { OperationName } from "../operation-names.ts";
import type { OutcomeError } from "../outcome.ts";
import { eventInWords } from "../runs/show/said.ts";
import { type Job, withCommands } from "./job.ts";
import { subjectOf } from "./subject.ts";

/** A job, and its run as its folder has it. */
export interface Reading extends RunNow {
  readonly job: Job;
  /** The flag with which it goes on after a limit that it reached; null if it needs none. */
  readonly raise: string | null;
}

type Place = Pick<Context, "env" | "cwd">;

/** Reads a run as a job; null if nothing is there that anybody asked for. */
export const readJob = async (
  summaries: StoredSummaries,
  run: StoredRunName,
  place: Place,
): Promise<Reading | null> => {
  const { kind, runId } = run;
  const { root } = summaries;
  const now = await runNow(summaries, run, place.env);
  const { directory, summary, state, asked, record } = now;
  if (asked === null && !summary.is_begun && state !== "damaged") return null;
  const noted = record.journalBytes === now.journalBytes ? record.ended : null;
  const isOver = !OPEN.has(state);
  const hasFailed = summary.verdict !== null && summary.verdict !== "PASS" && summary.exit_code !== EXIT.waiting;
  const why = hasFailed ? whyOf(root, run) : null;
  const job: Job = {
    ...{ id: runId, kind, operation: operationOf(asked, kind), state, discarded: now.isDiscarded },
    needs: withCommands(now.needs, runId, artifactsFlag(root, place)),
    next: await nextOf(summaries, now, place),
    errors: errorsOf(now, why),
    get request() {
      return requestIn(place.env, { directory, runId });
    },
    subject: subjectOf(asked?.request ?? {}, summary, root),
    repo: repoOf(asked) ?? summary.repo,
    branch: summary.branch ?? (asked && textMember(asked.request, "branch")),
    verdict: isOver ? (summary.verdict ?? noted?.verdict ?? null) : null,
    exitCode: isOver ? (summary.exit_code ?? noted?.exitCode ?? null) : null,
    result: noted?.runId ?? runId,
    dedupKey: asked?.dedupKey ?? null,
    createdAt: timeOfUlid(runId),
    startedAt: summary.started_at,
    endedAt: isOver ? (noted?.at ?? (summary.verdict === null ? record.cancelledAt : null) ?? summary.last_at) : null,
    spending: summaries.spendingOf(run),
    progress: progressOf(summary),
    asOf: null,
  };
  return { ...now, job, raise: why?.type === "limit_reached" ? largerLimit(why) : null };
};

const progressOf = ({ orders, build }: RunSummary): string | null => {
  if (build !== null) return progressInWords(build);
  return orders === null ? null : `${orders.passed + orders.skipped} of ${counted(orders.total, "order")}`;
};

/** Why it did not come to what was asked for. */
const errorsOf = ({ errors, runId, asked, summary, state }: RunNow, why: RunEvent | null): readonly OutcomeError[] => {
  if (errors.length > 0 || asked === null || (state !== "failed" && state !== "stopped")) return errors;
  const words = why === null ? [] : why.type === "model_failed" ? [printable(why.message)] : eventInWords(why);
  const message = firstCharacters(words.join("; "), MOST_OF_REASON) || `it ended with exit ${summary.exit_code}`;
  return [{ code: "failed", message, hint: `\`llmch show ${runId}\` tells all of it` }];
};

const MOST_OF_REASON = 500;

const whyOf = (root: string, run: StoredRunName): RunEvent | null => {
  const last = followRun({ root, ...run })().findLast(({ type }) => type === "resumed" || TELLING.has(type));
  return last?.type === "resumed" ? null : (last ?? null);
};

const TELLING: ReadonlySet<RunEvent["type"]> = new Set([
  ...(["attempt_failed", "compile_attempt_judged", "model_failed", "plan_judged"] as const),
  ...(["limit_reached", "bound_reached"] as const),
]);

const operationOf = (asked: FoundRequest | null, kind: Job["kind"]): OperationName =>
  CATALOGUE.find(({ name, makes }) => name === asked?.operation && makes === kind)?.name ??
  (kind === "planner" ? "plan" : kind === "factory" ? "run" : kind);

const requestIn = (env: Environment, place: { readonly directory: string; readonly runId: string }): JsonObject => {
  const found = readRequest(env, place);
  return found?.ok ? found.value.request : {};
};

const repoOf = (asked: FoundRequest | null): string | null => {
  const named = asked && textMember(asked.request, "repo");
  // However it was spelt: jobs are told apart by it.
  return asked === null || named === null ? null : checkoutRoot(resolve(asked.cwd, named));
};
