import type { RunEvent } from "@llmch/contract";
import { isBeingWritten, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import type { BranchFacts } from "./commit-place.ts";
import { type Finding, fault } from "./finding.ts";
import type { RunFiles } from "./run-files.ts";

/** How a run-all of the store recorded the end of an order's run. */
export interface ScheduledEnd
  extends Pick<Extract<RunEvent, { type: "order_run_ended" }>, "verdict" | "commit" | "seal"> {
  readonly schedule: string;
}

/** Every order run whose end a run-all of the store recorded, by id; read once, on demand. */
export const scheduledEnds = (root: string, signal: AbortSignal): LandedPlaces["ends"] => {
  let read: Promise<ReadonlyMap<string, ScheduledEnd>> | undefined;
  return () => {
    read ??= readEnds(root, signal);
    return read;
  };
};

const readEnds = async (root: string, signal: AbortSignal): Promise<ReadonlyMap<string, ScheduledEnd>> => {
  const ends = new Map<string, ScheduledEnd>();
  for (const { kind, runId: schedule } of storedRuns(root)) {
    if (kind !== "run-all") continue;
    const stored = await readStoredRun(root, kind, schedule, signal);
    for (const event of stored.ok ? stored.value.journal.events : []) {
      if (event.type === "order_run_started") ends.delete(event.run);
      if (event.type === "order_run_ended") ends.set(event.run, { ...event, schedule });
    }
  }
  return ends;
};

/** Where to look for proof that a run landed its order, whatever its own record says. */
export interface LandedPlaces {
  readonly ends: () => Promise<ReadonlyMap<string, ScheduledEnd>>;
  /** The commits of a branch; null for those of every branch. */
  readonly branch: (name: string | null) => Promise<BranchFacts>;
}

/**
 * The proof that a run landed its order, in words: its run-all, or its commit. Null if there is none, or if the run's process is just
 * about to record it.
 */
export const landedBy = async (
  runId: string,
  { directory, events }: Pick<RunFiles, "directory" | "events">,
  { ends, branch }: LandedPlaces,
): Promise<string | null> => {
  const end = (await ends()).get(runId);
  if (end !== undefined && end.commit !== null)
    return `run-all/${end.schedule} recorded its commit ${end.commit.slice(0, 10)}`;
  const [started] = events;
  const name = started?.type === "order_started" ? started.branch : null;
  const made = (await branch(name)).commits.find(({ runs }) => runs.includes(runId));
  if (made === undefined || isBeingWritten(directory)) return null;
  return `its commit ${made.commit.slice(0, 10)} stands`;
};

/** Checks the seal of a run that ended according to its run-all, or whose order has landed. */
export const landedSeal = async (
  runId: string,
  { audit, directory, where, head, events }: RunFiles,
  commit: string | null,
  { ends }: Pick<LandedPlaces, "ends">,
): Promise<readonly Finding[]> => {
  const recorded = (await ends()).get(runId)?.seal ?? null;
  const place = `${where}/seal.json`;
  if (head !== null) {
    const isOther = recorded !== null && recorded !== head;
    return isOther ? [fault("seal", place, "it is not the seal that its run-all recorded")] : [];
  }
  const isTold = audit.findings.some(({ code }) => code === "seal") || isBeingWritten(directory);
  if (isTold) return [];
  if (recorded !== null) return [fault("seal", place, "its run-all recorded the seal, and it is gone")];
  // If the disk had no room for the seal, the journal's last line says so.
  const isSaid = events.length === 0 || events.at(-1)?.type === "warning";
  const what = "it has landed its order, and was never sealed: the next run in this store seals what was killed";
  return commit === null || isSaid ? [] : [fault("seal", place, what)];
};
