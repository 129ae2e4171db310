import type { RunEvent, RunKind, RunVerdict } from "@llmch/contract";
import type { JournalFault } from "@llmch/contract/journals";
import { isBeingWritten, type StoredRun, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type RunState, runState } from "@llmch/story";

/** A run that did not finish, or finished without passing. */
export interface UnfinishedRun {
  readonly stored: StoredRun;
  readonly state: RunState;
  /** According to the records, a later run has carried out one of its orders on its branch, so there is nothing left to do for it. */
  readonly isSuperseded: boolean;
}

/** A run whose journal this version cannot use. */
export interface UnreadableRun {
  readonly kind: RunKind;
  readonly runId: string;
  readonly fault: JournalFault;
}

/**
 * Resumable runs below an artifacts root, newest first, read one by one on demand. The runs of a schedule's orders belong to it and are
 * not listed. Yields null for each run that was read but is not resumable.
 */
export async function* unfinishedRuns(
  root: string,
  signal?: AbortSignal,
): AsyncGenerator<UnfinishedRun | UnreadableRun | null> {
  const landedLater = new Set<string>();
  for (const { kind, runId } of storedRuns(root)) {
    const stored = await readStoredRun(root, kind, runId, signal);
    if (stored.ok) {
      yield unfinished(stored.value, landedLater);
      for (const landed of landedIn(stored.value)) landedLater.add(landed);
    } else yield stored.issues[0].kind === "empty" ? null : { kind, runId, fault: stored.issues[0] };
  }
}

/** Null for a run that passed, or that is part of another, and for work by hand that did not pass: its user lands it again. */
const unfinished = (stored: StoredRun, landedLater: ReadonlySet<string>): UnfinishedRun | null => {
  const { events } = stored.journal;
  const [first] = events;
  const last = stateOf(events);
  if (first === undefined || last === "passed") return null;
  const state = last === "interrupted" && isBeingWritten(stored.directory) ? "running" : last;
  const isSuperseded = placesOf(first).some((place) => landedLater.has(place));
  // A build goes on with its steps itself, and a run-all with its orders.
  const isPart = buildOf(first) !== null || (first.type === "order_started" && first.schedule !== null);
  const isLeft = last === "failed" && isByHand(first);
  return isPart || isLeft || !isBegun(events) ? null : { stored, state, isSuperseded };
};

/** Whether a person did a model's work. The run whose order it is goes on behind it. */
const isByHand = (first: RunEvent): boolean => first.type === "order_started" && first.config.by_hand === true;

/** The build that a run is a step of; null for none. */
export const buildOf = (first: RunEvent | undefined): string | null =>
  first?.type === "schedule_started" || first?.type === "plan_started" ? (first.config.part?.build ?? null) : null;

/** The orders that a run begins with, each by its hash with its repo and branch: another plan has orders of the same ids. */
const placesOf = (first: RunEvent): readonly string[] => {
  if (first.type === "schedule_started") return first.orders.map(({ sha256 }) => placeOf(first, sha256));
  return first.type === "order_started" ? [placeOf(first, first.work_order_sha256)] : [];
};

/** Those of them that became commits in this run itself. */
const landedIn = ({ journal: { events } }: StoredRun): readonly string[] => {
  const [first] = events;
  if (first?.type === "schedule_started") {
    const landed = new Set(
      events.flatMap((event) => (event.type === "order_run_ended" && event.commit !== null ? [event.order] : [])),
    );
    return first.orders.flatMap(({ order, sha256 }) => (landed.has(order) ? [placeOf(first, sha256)] : []));
  }
  return first?.type === "order_started" &&
    first.schedule === null &&
    !isByHand(first) &&
    events.some(({ type }) => type === "committed")
    ? [placeOf(first, first.work_order_sha256)]
    : [];
};

const placeOf = (
  { config, branch }: Extract<RunEvent, { readonly type: "schedule_started" | "order_started" }>,
  sha256: string,
): string => JSON.stringify([config.repo, branch, sha256]);

/** False for a run whose disk was full when it began, with room only for its last event: there is nothing to resume. */
export const isBegun = ([first]: readonly RunEvent[]): boolean =>
  first?.type === "order_started" ||
  first?.type === "schedule_started" ||
  first?.type === "plan_started" ||
  first?.type === "build_started";

/** How a run stands by its last event alone. */
export const stateOf = (events: readonly RunEvent[]): RunState => {
  const { verdict = null, exit_code: exitCode = null } = endOf(events) ?? {};
  return runState({ isDamaged: false, isRunning: false, verdict, exitCode });
};

/** How its last session was judged; null if it has not come to its end. A run that failed by a fault of the machine is no FAIL. */
export const verdictOf = (events: readonly RunEvent[]): RunVerdict | null => endOf(events)?.verdict ?? null;

const endOf = (events: readonly RunEvent[]) => {
  const last = events.findLast(({ type }) => type === "run_finished" || type === "resumed");
  return last?.type === "run_finished" ? last : null;
};
