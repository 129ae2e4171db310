import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Context } from "@llmch/config";
import {
  canonicalJson,
  counted,
  type Environment,
  EXIT,
  firstCharacters,
  type JsonObject,
  largerLimit,
  onOneLine,
  printable,
  type RunEvent,
  refusal,
  sha256Hex,
  textMember,
} from "@llmch/contract";
import { timeOfUlid } from "@llmch/files";
import { followRun, type StoredRunName, type StoredSummaries } from "@llmch/records";
import { type FoundRequest, type QueueRecord, readQueueRecord, readRequest } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { progressInWords, type RunSummary } from "@llmch/story";
import { checkoutRoot } from "@llmch/workspace";
import { CATALOGUE } from "../catalogue.ts";
import { eventInWords } from "../detached/run-status.ts";
import type { OperationName } from "../operation-names.ts";
import type { OutcomeError } from "../outcome.ts";
import { decideCommands, resumeCommand } from "../resume/next-commands.ts";
import { openNeeds, waitingRun } from "../resume/waiting.ts";
import { isLive } from "./is-live.ts";
import type { Job, JobNeed, JobState } from "./job.ts";
import { subjectOf } from "./subject.ts";

/** A job as its folder has it. */
export interface Reading {
  readonly job: Job;
  /** False for a part of another run, which has no request of its own. */
  readonly isOwn: boolean;
  readonly directory: string;
  readonly record: QueueRecord;
  readonly journalBytes: number;
  /** The flag with which it goes on after a limit that it reached; null if it needs none. */
  readonly raise: string | null;
  /** Whether the run ended by itself. */
  readonly hasEnded: boolean;
  /** The folder in which decisions on it are kept. */
  readonly decisions: string;
}

type Place = Pick<Context, "env" | "cwd">;

/** A run is resumed so often, if its process dies. */
const RESUMED = 3;

/** Reads a run as a job; null if nothing is there that anybody asked for. */
export const readJob = async (
  summaries: StoredSummaries,
  run: StoredRunName,
  place: Place,
): Promise<Reading | null> => {
  const { kind, runId } = run;
  const { root } = summaries;
  const directory = join(root, kind, runId);
  const { size: journalBytes = 0 } = statSync(join(directory, "events.jsonl"), { throwIfNoEntry: false }) ?? {};
  const record = readQueueRecord(directory);
  // Looked at before the journal is read: a process that ends in between has written its end.
  const isRunning = isLive(directory, record);
  const summary = summaries.of(run);
  const found = readRequest(place.env, { directory, runId });
  if (found === null && summary.state === "empty") return null;
  const asked = found?.ok ? found.value : null;
  const isWaiting = summary.exit_code === EXIT.waiting;
  const stored = isWaiting && asked !== null ? await readStoredRun(root, kind, runId) : null;
  const waiting = stored?.ok ? await waitingRun(stored.value) : null;
  const open = waiting === null ? [] : openNeeds(waiting, place.env);
  const facts = {
    ...{ summary, record, isRunning, isPart: found === null, isOwn: asked?.isOwn === true, isOpen: open.length > 0 },
    fault: found?.ok === false ? found.issues[0] : stored?.ok === false ? stored.issues[0].message : null,
    noted: record.journalBytes === journalBytes ? record.ended : null,
    isToGoOn: record.journalBytes === journalBytes && record.ended === null,
    why: summary.state === "finished" && summary.verdict !== "PASS" && !isWaiting ? whyOf(root, run) : null,
  };
  const { state, stuck, errors } = standing(facts);
  const isOver = state === "done" || state === "failed" || state === "cancelled";
  const { noted } = facts;
  const raise = facts.why?.type === "limit_reached" ? largerLimit(facts.why) : null;
  const needs =
    stuck !== null
      ? [stuckNeed(runId, stuck, facts.isOwn ? raise : "--approve", root, place)]
      : state === "waiting"
        ? open.map((need) => ({ ...need, commands: decideCommands(runId, need, root, place) }))
        : [];
  const job: Job = {
    ...{ id: runId, kind, operation: operationOf(asked, kind), state, needs, errors },
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
  };
  const hasEnded = summary.state === "finished" && summary.exit_code !== EXIT.interrupted;
  const decisions = join(waiting?.directory ?? directory, "decisions");
  return { job, isOwn: found !== null, directory, record, journalBytes, raise, hasEnded, decisions };
};

const progressOf = ({ orders, build }: RunSummary): string | null => {
  if (build !== null) return progressInWords(build);
  return orders === null ? null : `${orders.passed + orders.skipped} of ${counted(orders.total, "order")}`;
};

interface Facts {
  readonly summary: RunSummary;
  readonly record: QueueRecord;
  readonly isRunning: boolean;
  readonly isPart: boolean;
  readonly isOwn: boolean;
  /** Whether it waits for something that nobody has decided. */
  readonly isOpen: boolean;
  /** Why it cannot be read. */
  readonly fault: string | null;
  /** What its last process said at its end, if nothing came since. */
  readonly noted: QueueRecord["ended"];
  /** Whether a person wants it to go on, and nothing came of that yet. */
  readonly isToGoOn: boolean;
  /** What made it fail, as far as an event tells. */
  readonly why: RunEvent | null;
}

interface Standing {
  readonly state: JobState;
  /** Why somebody has to look at it before it goes on. */
  readonly stuck: string | null;
  readonly errors: readonly OutcomeError[];
}

const is = (state: JobState, errors: readonly OutcomeError[] = []): Standing => ({ state, stuck: null, errors });
const isStuck = (stuck: string): Standing => ({ state: "waiting", stuck, errors: [] });

const standing = (facts: Facts): Standing => {
  const { summary, record, isRunning, isPart, isOwn, isOpen, fault, noted, isToGoOn } = facts;
  const { kind, state, exit_code: exitCode } = summary;
  const isWaiting = state === "finished" && exitCode === EXIT.waiting;
  const isBegun = state !== "empty";
  // A process of the queue that nobody wanted to end has died, as at the end of a machine. A person takes a run over, and may leave it.
  const isLeft = exitCode === EXIT.interrupted && record.process !== null && record.cancelledAt === null;
  if (state === "finished" && exitCode === EXIT.ok) return is("done");
  if (state === "finished" && exitCode === EXIT.interrupted && !isLeft) return is("cancelled");
  if (state === "finished" && !isWaiting && !isLeft && !isToGoOn) return failure(facts);
  if (isRunning && !isOpen) return is("running");
  if (record.cancelledAt !== null) return is("cancelled");
  if (state === "damaged" || fault !== null) return is("failed", [unreadable(summary, fault)]);
  if (isPart) return is(isWaiting ? "waiting" : "queued");
  if (noted !== null && noted.errors.length > 0 && (isBegun || noted.exitCode === EXIT.waiting))
    return isStuck(noted.errors.map(({ message, hint }) => `${message} (${hint})`).join("; "));
  if (noted !== null && !isBegun) return is(noted.exitCode === EXIT.ok ? "done" : "failed", noted.errors);
  if (isOpen) return is("waiting");
  if (!isOwn) return isStuck("it was asked for elsewhere, or was changed since");
  if (kind === "ask" && isBegun) return is("failed", [NOT_RESUMED]);
  if (record.starts > RESUMED) return isStuck(`its process died ${counted(record.starts, "time")}`);
  return is("queued");
};

/** One that came to no verdict on the work can go on. */
const failure = ({ summary, isPart, isOwn, noted, why }: Facts): Standing => {
  const { kind, run_id: runId, verdict, exit_code: exitCode } = summary;
  const words = why === null ? [] : why.type === "model_failed" ? [printable(why.message)] : eventInWords(why);
  const message = firstCharacters(words.join("; "), MOST_OF_REASON) || `it ended with exit ${exitCode}`;
  const told = { code: "failed", message, hint: `\`llmch show ${runId}\` tells all of it` };
  const isLimited = why?.type === "limit_reached";
  const goesOn = verdict === "ERROR" && isOwn && kind !== "ask" && (isLimited || exitCode !== EXIT.limit);
  const stuck = goesOn ? `it can go on from its last safe step${isLimited ? `, with ${largerLimit(why)}` : ""}` : null;
  return { state: "failed", stuck, errors: isPart ? [] : (noted?.errors ?? [told]) };
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

const unreadable = ({ run_id }: RunSummary, fault: string | null): OutcomeError =>
  refusal("unreadable-input", `${run_id} cannot be read${fault === null ? "" : `: ${fault}`}`, "see `llmch audit`");

const NOT_RESUMED = refusal("not-resumable", "its process died before the answer", "ask it again");

const stuckNeed = (runId: string, what: string, more: string | null, root: string, place: Place): JobNeed => ({
  ...{ id: "resume", kind: "resume", what: onOneLine(what), sha256: sha256Hex(canonicalJson([runId, what])) },
  commands: [resumeCommand(runId, false, root, place, more)],
});

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
