import { EXIT, type RunEvent, type RunKind } from "@llmch/contract";
import type { JournalFault } from "@llmch/contract/journals";
import { isBeingWritten, type StoredRun, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";

/** A run that did not come to its end, or came to one that can be improved upon. */
export interface UnfinishedRun {
  readonly stored: StoredRun;
  readonly state: UnfinishedState;
  /** `WO-03`, how many orders of a schedule, or which plan. */
  readonly what: string;
  readonly branch: string | null;
  readonly startedAt: string;
}

/** `broken off` is a run that ended without a word. */
export type UnfinishedState =
  | "running"
  | "broken off"
  | "interrupted"
  | "at its limit"
  | "waiting"
  | "error"
  | "failed";

/** A run whose journal this version cannot use. */
export interface UnreadableRun {
  readonly kind: RunKind;
  readonly runId: string;
  readonly fault: JournalFault;
}

/**
 * Runs below an artifacts root that can be gone on with, the newest first; read one by one, as they are asked for. The runs
 * of a schedule's orders are a part of it and are not named. Null for each that was read and is none of them.
 */
export async function* unfinishedRuns(
  root: string,
  signal?: AbortSignal,
): AsyncGenerator<UnfinishedRun | UnreadableRun | null> {
  for (const { kind, runId } of storedRuns(root)) {
    const stored = await readStoredRun(root, kind, runId, signal);
    if (stored.ok) {
      yield unfinished(stored.value);
    } else yield stored.issues[0].kind === "empty" ? null : { kind, runId, fault: stored.issues[0] };
  }
}

/** Null for a run that passed, and for one that is a part of another. */
const unfinished = (stored: StoredRun): UnfinishedRun | null => {
  const { events } = stored.journal;
  const [first] = events;
  const last = stateOf(events);
  if (first === undefined || last === null) return null;
  const state = last === "broken off" && isBeingWritten(stored.directory) ? "running" : last;
  const base = { stored, state, startedAt: first.ts };
  if (first.type === "schedule_started") {
    const count = first.orders.length;
    return { ...base, what: count === 1 ? "1 order" : `${count} orders`, branch: first.branch };
  }
  if (first.type === "order_started" && first.schedule === null) {
    return { ...base, what: first.order, branch: first.branch };
  }
  return first.type === "plan_started" ? { ...base, what: `plan of ${first.spec}`, branch: null } : null;
};

/** False for a run whose disk was full as it began, and had room for its last word alone: there is nothing to go on with. */
export const isBegun = ([first]: readonly RunEvent[]): boolean =>
  first?.type === "order_started" || first?.type === "schedule_started" || first?.type === "plan_started";

/** How a run stands by its last word; null where it passed. */
export const stateOf = (events: readonly RunEvent[]): UnfinishedState | null => {
  const last = events.findLast(({ type }) => type === "run_finished" || type === "resumed");
  if (last?.type !== "run_finished") return "broken off";
  if (last.verdict === "PASS") return null;
  if (last.verdict === "FAIL") return "failed";
  if (last.exit_code === EXIT.limit) return "at its limit";
  if (last.exit_code === EXIT.waiting) return "waiting";
  return last.exit_code === EXIT.interrupted ? "interrupted" : "error";
};
