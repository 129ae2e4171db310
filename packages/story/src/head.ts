import type { LimitReached, RunEvent } from "@llmch/contract";
import { textMember } from "@llmch/text";
import { decisionStories } from "./decisions.ts";
import { designStory } from "./design-story.ts";
import type { Documents } from "./documents.ts";
import { allOf, type ToldJournal } from "./journal.ts";
import { runSpending } from "./questions.ts";
import type { RecordedRun } from "./record.ts";
import { runState } from "./run-state.ts";
import { timeSpent } from "./sessions.ts";
import type { RunStory } from "./stories/run.ts";

type Head = Pick<
  RunStory,
  | "run_id"
  | "directory"
  | "state"
  | "is_running"
  | "verdict"
  | "exit_code"
  | "started_at"
  | "last_at"
  | "duration_ms"
  | "spending"
  | "design"
  | "limit"
  | "warnings"
  | "decisions"
  | "files"
>;

/** The start of every story. Its faults are added after everything has been read. */
export const headOf = (record: RecordedRun, documents: Documents, { events, isDamaged }: ToldJournal): Head => {
  const ending = events.findLast(({ type }) => type === "run_finished" || type === "resumed");
  const finished = ending?.type === "run_finished" ? ending : null;
  const decisions = decisionStories(events);
  const begun = events[0]?.ts ?? textMember(documents.object("run.json"), "started_at_utc");
  return {
    run_id: record.run_id,
    directory: record.directory,
    state: runState({
      ...{ isDamaged, isRunning: record.is_running },
      ...{ verdict: finished?.verdict ?? null, exitCode: finished?.exit_code ?? null },
    }),
    is_running: record.is_running,
    verdict: finished?.verdict ?? null,
    exit_code: finished?.exit_code ?? null,
    started_at: begun,
    last_at: events.at(-1)?.ts ?? null,
    duration_ms: events.length === 0 ? null : timeSpent(events),
    spending: runSpending(events, record.is_running),
    ...designStory(events, record.is_running),
    limit: limitOf(events),
    warnings: allOf(events, "warning").map(({ message }) => message),
    ...(decisions.length === 0 ? {} : { decisions }),
    files: record.files,
  };
};

const limitOf = (events: readonly RunEvent[]): LimitReached | null => {
  const last = events.findLast(({ type }) => type === "limit_reached" || type === "resumed");
  if (last?.type !== "limit_reached") return null;
  const { limit, cap, spent, needed } = last;
  return { limit, cap, spent, needed };
};
