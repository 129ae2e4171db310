import type { RunEvent } from "@llmch/contract";
import { type Documents, textMember } from "./documents.ts";
import { allOf, type ToldJournal } from "./journal.ts";
import type { RecordedRun } from "./record.ts";
import { NO_SPENDING, spentTogether } from "./spending.ts";
import type { RunStory, Spending } from "./story.ts";

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
  | "warnings"
  | "files"
>;

/** What every story begins with; its faults are added once everything has been read. */
export const headOf = (record: RecordedRun, documents: Documents, { events, isDamaged }: ToldJournal): Head => {
  const ending = events.findLast(({ type }) => type === "run_finished" || type === "resumed");
  const finished = ending?.type === "run_finished" ? ending : null;
  const begun = events[0]?.ts ?? textMember(documents.object("run.json"), "started_at_utc");
  return {
    run_id: record.run_id,
    directory: record.directory,
    state: isDamaged ? "damaged" : finished === null ? "unfinished" : "finished",
    is_running: record.is_running,
    verdict: finished?.verdict ?? null,
    exit_code: finished?.exit_code ?? null,
    started_at: begun,
    last_at: events.at(-1)?.ts ?? null,
    duration_ms: events.length === 0 ? null : livesOf(events).reduce((sum, life) => sum + durationOf(life), 0),
    spending: spendingOf(events),
    warnings: allOf(events, "warning").map(({ message }) => message),
    files: record.files,
  };
};

const livesOf = (events: readonly RunEvent[]): readonly (readonly RunEvent[])[] => {
  const lives: RunEvent[][] = [[]];
  for (const event of events) {
    if (event.type === "resumed") lives.push([]);
    lives.at(-1)?.push(event);
  }
  return lives;
};

/** As the life itself said at its end, else by the time of its events. */
const durationOf = (life: readonly RunEvent[]): number => {
  const finished = life.findLast(({ type }) => type === "run_finished");
  if (finished?.type === "run_finished") return finished.duration_ms;
  const span = Date.parse(life.at(-1)?.ts ?? "") - Date.parse(life[0]?.ts ?? "");
  return Number.isFinite(span) && span > 0 ? span : 0;
};

/** What the answers took that were given in this run; one that was used again was paid for before. */
const spendingOf = (events: readonly RunEvent[]): Spending =>
  spentTogether(
    allOf(events, "model_answered").map(({ usage }) => ({
      ...NO_SPENDING,
      answers: 1,
      ...(usage === null ? { unknown: 1 } : { usage }),
    })),
  );
