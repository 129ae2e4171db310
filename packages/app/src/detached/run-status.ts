import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context } from "@llmch/config";
import {
  accepted,
  EXIT,
  type JsonObject,
  type Need,
  type Refusal,
  type Result,
  type RunEvent,
  type RunKind,
  type RunVerdict,
  refusal,
  rejected,
  verdictInWords,
} from "@llmch/contract";
import { findRun, type StoredRunName, storedSummaries, watchRun } from "@llmch/records";
import { isBeingWritten, readOwnObject, resolveArtifactsRoot } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { decideCommands } from "../resume/next-commands.ts";
import { openNeeds, waitingRun } from "../resume/waiting.ts";
import { saidOf } from "../show/said.ts";

/** How a run of any process stands, and what it did since it was last asked. */
export interface RunStatus {
  readonly runId: string;
  readonly kind: RunKind;
  readonly state: RunState;
  /** Null until it has ended, and while it waits. */
  readonly verdict: RunVerdict | null;
  readonly exitCode: number | null;
  /** The number of its last event; null if there is none. */
  readonly seq: number | null;
  readonly events: readonly { readonly seq: number; readonly at: string; readonly text: string }[];
  /** What was last said of each order in work. */
  readonly orders: readonly { readonly order: string; readonly runId: string; readonly text: string }[];
  /** What it waits for a person to decide or answer, with the commands that do. */
  readonly needs: readonly OpenNeed[];
  /** What came of orders, or the answer to a question; null until then, while it waits, and for a plan. */
  readonly result: JsonObject | null;
}

/** What a run waits for, and the commands that decide it. */
export type OpenNeed = Need & { readonly commands: readonly string[] };

/** `queued`: nothing came yet of its request, or of what was decided. `interrupted`: it has not ended, and no process works on it. */
export type RunState = "queued" | "running" | "waiting" | "done" | "failed" | "cancelled" | "interrupted";

/** How often to look whether a run has begun. */
const POLL_MS = 100;

interface Asked {
  /** The number of the last event that the caller knows; null for none. */
  readonly since: number | null;
  /** How long to wait for an event if there is none that the caller does not know. */
  readonly waitMs: number;
  readonly artifactsDir?: string | undefined;
}

/** Reads a run's journal as it is written. The run does not notice. */
export const runStatus = async (
  run: string | undefined,
  { since, waitMs, artifactsDir }: Asked,
  { env, cwd, signal }: Pick<Context, "env" | "cwd" | "signal">,
): Promise<Result<RunStatus, Refusal>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = findRun(storedSummaries(root), run);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const directory = join(root, kind, runId);
  // Reads once even if it is not to wait.
  const patience = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, waitMs))]);
  for (;;) {
    const news = new AbortController();
    const events: RunEvent[] = [];
    const hear = (event: RunEvent): void => {
      events.push(event);
      if (event.run_id === runId && event.seq > (since ?? -1)) news.abort();
    };
    const ending = await watchRun({ root, kind, runId }, hear, AbortSignal.any([patience, news.signal]));
    const isWaiting = ending.kind === "ended" && ending.exitCode === EXIT.waiting;
    const needs = isWaiting ? await needsOf(root, found.value, { env, cwd, signal }) : [];
    const isDecided = isWaiting && needs.length === 0;
    if ((isDecided || (events.length === 0 && ending.kind === "dead")) && !patience.aborted) {
      await setTimeout(POLL_MS, undefined, { signal: patience }).catch(() => {});
      continue;
    }
    if (ending.kind === "unreadable")
      return rejected(refusal("unreadable-input", `${runId} cannot be read (${ending.why})`, "see `llmch audit`"));
    const ended = ending.kind === "ended" ? ending : null;
    const judged = isWaiting ? null : ended;
    const { exitCode = null } = ended ?? {};
    const own = events.filter((event) => event.run_id === runId);
    const result =
      judged === null ? null : readOwnObject(join(directory, kind === "ask" ? "answer.json" : "run_summary.json"));
    return accepted({
      ...{ runId, kind, verdict: judged?.verdict ?? null, exitCode, result },
      state: isDecided
        ? "queued"
        : ended === null
          ? openState(own, directory, ending.kind === "dead")
          : endState(ended.exitCode),
      seq: own.at(-1)?.seq ?? null,
      events: own.filter(({ seq }) => seq > (since ?? -1)).flatMap(told),
      orders: ended === null ? ordersInWork(own, events) : [],
      needs,
    });
  }
};

/** What nobody has decided yet. */
const needsOf = async (
  root: string,
  { kind, runId }: StoredRunName,
  { env, cwd, signal }: Pick<Context, "env" | "cwd" | "signal">,
): Promise<readonly OpenNeed[]> => {
  const stored = await readStoredRun(root, kind, runId, signal);
  const needs = stored.ok ? openNeeds(await waitingRun(stored.value), env) : [];
  return needs.map((need) => ({ ...need, commands: decideCommands(runId, need, root, { env, cwd }) }));
};

const openState = (events: readonly RunEvent[], directory: string, isDead: boolean): RunState =>
  events.length > 0 ? (isDead ? "interrupted" : "running") : isBeingWritten(directory) ? "running" : "queued";

const endState = (exitCode: number): RunState =>
  exitCode === EXIT.ok
    ? "done"
    : exitCode === EXIT.waiting
      ? "waiting"
      : exitCode === EXIT.interrupted
        ? "cancelled"
        : "failed";

const told = (event: RunEvent): RunStatus["events"] => {
  const { seq, ts: at } = event;
  return eventInWords(event).map((text) => ({ seq, at, text }));
};

/** What people are told of an event of a run of another process. */
export const eventInWords = (event: RunEvent): readonly string[] => {
  switch (event.type) {
    case "schedule_started":
      return [`begins on ${event.branch ?? "a branch of its own"}`];
    case "order_run_started":
      return [`${event.order} begins`];
    case "order_run_ended":
      return [`${event.order}: ${verdictInWords(event.verdict, event.exit_code)}`];
    default:
      return saidOf(event, { asks: true, verbose: false }).map(({ what, details }) => [what, ...details].join("\n"));
  }
};

const ordersInWork = (own: readonly RunEvent[], events: readonly RunEvent[]): RunStatus["orders"] => {
  const ended = new Set(own.flatMap((event) => (event.type === "order_run_ended" ? [event.run] : [])));
  return own.flatMap((event) => {
    if (event.type !== "order_run_started" || ended.has(event.run)) return [];
    const { order, run: runId } = event;
    const text =
      events
        .filter(({ run_id }) => run_id === runId)
        .flatMap(eventInWords)
        .at(-1) ?? "begins";
    return [{ order, runId, text }];
  });
};
