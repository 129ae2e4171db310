import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context } from "@llmch/config";
import type { RunEvent, RunKind, RunVerdict } from "@llmch/contract";
import { faultInWords } from "@llmch/files";
import { artifactsFlag, findRun, followRun, type KeptSummaries, nextOf, runNow, storedSummaries } from "@llmch/records";
import { readOwnObject, resolveArtifactsRoot } from "@llmch/store";
import { type NextCommand, OPEN, type RunState } from "@llmch/story";
import { accepted, type JsonObject, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { eventInWords } from "../runs/show/said.ts";
import { type OpenNeed, withCommands } from "./job.ts";

/** How a run of any process stands, and what it did since it was last asked. */
export interface RunStatus {
  readonly runId: string;
  readonly kind: RunKind;
  readonly state: RunState;
  readonly isDiscarded: boolean;
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
  readonly next: readonly NextCommand[];
  /** What came of orders, or the answer to a question; null until then, while it waits, and for a plan. */
  readonly result: JsonObject | null;
}

/** How often to look whether something has happened. */
const POLL_MS = 100;

interface Asked {
  /** The number of the last event that the caller knows; null for none. */
  readonly since: number | null;
  /** How long to wait until it ends, or waits itself. */
  readonly waitMs: number;
  readonly artifactsDir?: string | undefined;
}

/** Reads a run as it goes on. The run does not notice. */
export const runStatus = async (
  run: string | undefined,
  { since, waitMs, artifactsDir }: Asked,
  { env, cwd, signal }: Pick<Context, "env" | "cwd" | "signal">,
): Promise<Result<RunStatus, Refusal>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = findRun(storedSummaries(root), run);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const untold = followRun({ root, kind, runId });
  const until = performance.now() + waitMs;
  const events: RunEvent[] = [];
  // While nothing is written, no journal is read again.
  const kept: KeptSummaries = new Map();
  for (;;) {
    const summaries = storedSummaries(root, kept);
    // Read first: what its process wrote before it ended is then told.
    const now = await runNow(summaries, found.value, env);
    try {
      events.push(...untold());
    } catch (fault) {
      const message = `${runId} cannot be read (${faultInWords(fault)})`;
      return rejected(refusal("unreadable-input", message, "see `llmch audit`"));
    }
    const { state, summary } = now;
    const goesOn = state === "running" || state === "queued";
    if (goesOn && !signal.aborted && performance.now() < until) {
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => {});
      continue;
    }
    const own = events.filter((event) => event.run_id === runId);
    const isOver = !OPEN.has(state);
    const document = kind === "ask" ? "answer.json" : "run_summary.json";
    return accepted({
      ...{ runId, kind, state, isDiscarded: now.isDiscarded },
      ...{ verdict: isOver ? summary.verdict : null, exitCode: goesOn ? null : summary.exit_code },
      seq: own.at(-1)?.seq ?? null,
      events: own.filter(({ seq }) => seq > (since ?? -1)).flatMap(told),
      orders: goesOn ? ordersInWork(own, events) : [],
      needs: withCommands(state === "waiting" ? now.needs : [], runId, artifactsFlag(root, { env, cwd })),
      next: await nextOf(summaries, now, { env, cwd }),
      result: isOver && summary.verdict !== null ? readOwnObject(join(now.directory, document)) : null,
    });
  }
};

const told = (event: RunEvent): RunStatus["events"] => {
  const { seq, ts: at } = event;
  return eventInWords(event).map((text) => ({ seq, at, text }));
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
