import { dirname, join } from "node:path";
import { buildState } from "@llmch/build/machine";
import {
  askedInRun,
  isDue,
  limitNeed,
  type Need,
  needName,
  needsIn,
  questionNeeds,
  type RunEvent,
} from "@llmch/contract";
import { readOwnObject, readQueueRecord, type StoredRun } from "@llmch/store";
import { readDecision, readStoredRun } from "@llmch/store/journals";
import type { Environment } from "@llmch/text";
import { stateOf, unfinishedRuns } from "./unfinished-runs.ts";

/** A run that waits for a person, and what for. */
export interface WaitingRun {
  readonly stored: StoredRun;
  readonly needs: readonly Need[];
}

/** The run of the step that a build is in; null if it is in none, or if its run cannot be read. */
export const openStep = async (
  root: string,
  { events }: { readonly events: readonly RunEvent[] },
): Promise<StoredRun | null> => {
  const { begun } = buildState(events);
  const part = begun && (await readStoredRun(root, begun.step === "plan" ? "planner" : "run-all", begun.run));
  return part?.ok === true ? part.value : null;
};

/** The run of the orders at which a build stopped: the one that it is in; without a scope its last one. */
export const lastOrdersOf = async (
  root: string,
  { events }: Pick<StoredRun["journal"], "events">,
): Promise<StoredRun | null> => {
  const { begun, scoped, lastWindow } = buildState(events);
  const run = begun?.step === "run-all" ? begun.run : scoped ? undefined : lastWindow?.ended?.run;
  const part = run === undefined ? null : await readStoredRun(root, "run-all", run);
  return part?.ok === true ? part.value : null;
};

/** The run whose needs a run waits with: of a build that waits in a step, that of the step. */
export const waitingRun = async (stored: StoredRun): Promise<StoredRun> => {
  const { kind, directory, journal } = stored;
  const part = kind === "build" ? await openStep(dirname(dirname(directory)), journal) : null;
  return part !== null && stateOf(part.journal.events) === "waiting" ? part : stored;
};

/** Whether a job was cancelled, for good unless a person resumes it. */
export const isCancelled = ({ directory }: StoredRun): boolean => readQueueRecord(directory).cancelledAt !== null;

/** The runs of a store that wait for a person, the newest first. */
export async function* waitingRuns(root: string, env: Environment, signal?: AbortSignal): AsyncGenerator<WaitingRun> {
  for await (const run of unfinishedRuns(root, signal)) {
    if (run === null || !("stored" in run) || run.state !== "waiting" || run.isSuperseded) continue;
    if (isCancelled(run.stored)) continue;
    const needs = openNeeds(await waitingRun(run.stored), env);
    if (needs.length > 0) yield { stored: run.stored, needs };
  }
}

/** What a run that ended so waits for, and that nobody has decided since. */
export const openNeeds = (stored: StoredRun, env: Environment): readonly Need[] =>
  needsOf(stored).filter((need) => !isDue(need, Date.now()) && readDecision(env, stored, need) === null);

/**
 * What a run that ended so waited for a person to decide or answer. Its summary, which anybody can edit, tells which; what each is, and
 * whether a revision is wider, its journal does: a revision of which that says nothing counts as wider.
 */
export const needsOf = ({ directory, kind, journal }: StoredRun): readonly Need[] => {
  if (kind === "planner") return [...questionNeeds(askedInRun(journal.events)), ...limitIn(journal.events)];
  const needs = needsIn(readOwnObject(join(directory, "run_summary.json")) ?? {});
  return needs.map(
    (need) => recordedNeed(need, journal.events) ?? (need.kind === "revision" ? { ...need, wider: true } : need),
  );
};

/** The usage limit that ended the last session of a run. */
const limitIn = (events: readonly RunEvent[]): readonly Need[] => {
  const last = events.findLast(({ type }) => type === "decision_needed" || type === "resumed");
  return last?.type === "decision_needed" && last.of === "limit" && last.until !== undefined
    ? [limitNeed(last.until)]
    : [];
};

const recordedNeed = (need: Need, events: readonly RunEvent[]): Need | undefined => {
  const recorded = events.flatMap((event): Need[] => {
    if (event.type !== "decision_needed") return [];
    const { id, of: kind, what, sha256, until, wider, shown } = event;
    return [
      {
        id,
        kind,
        what,
        sha256,
        ...(until === undefined ? {} : { until }),
        ...(wider === true ? { wider } : {}),
        ...(shown === undefined ? {} : { shown }),
      },
    ];
  });
  return recorded.findLast((each) => needName(each) === needName(need));
};
