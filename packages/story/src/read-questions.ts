import type { RunEvent } from "@llmch/contract";
import { documentsOf } from "./documents.ts";
import { droppedKeys } from "./dropped-questions.ts";
import { allOf, toldJournal } from "./journal.ts";
import { type Question, questionsOf } from "./questions.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import type { StoryFault } from "./stories/head.ts";

/** The questions of a run to its models, and what could not be read in its journals. */
export interface ToldQuestions {
  readonly questions: readonly Question[];
  readonly faults: readonly StoryFault[];
}

/**
 * Every question of a run; for a run-all, those of its orders' runs; for a build, those of its steps. Never throws.
 * @param open the store's other runs
 */
export const questionsOfRun = (record: RecordedRun, open: OpenRun): ToldQuestions => {
  const own = ownQuestions(record);
  const all: ToldQuestions[] = [own];
  for (const [id, order] of own.runs) {
    const part = open(id);
    // A journal may come from elsewhere, and must not lead in circles.
    if (part !== null && part.kind !== record.kind && part.kind !== "build") all.push(questionsOfRun(part, open));
    else
      all.push({
        questions: [],
        faults: [{ file: id, line: null, message: `the run of ${order} is not in the store` }],
      });
  }
  return { questions: all.flatMap(({ questions }) => questions), faults: all.flatMap((each) => each.faults) };
};

const ownQuestions = (record: RecordedRun) => {
  const { events, faults } = eventsOf(record);
  const asked = questionsOf(events, record.is_running);
  // While the run continues, answers to speculative questions may still be used.
  const dropped = record.is_running ? new Set<string>() : droppedKeys(events);
  const questions = asked.map((each) => (dropped.has(each.key) ? { ...each, isDropped: true } : each));
  const runs = new Map([
    ...allOf(events, "order_run_started").map(({ run, order }) => [run, order] as const),
    ...allOf(events, "build_step_started").map(({ run, step, window }) => [run, `window ${window} (${step})`] as const),
  ]);
  return { questions, faults, runs };
};

const eventsOf = (record: RecordedRun): { events: readonly RunEvent[]; faults: readonly StoryFault[] } => {
  const documents = documentsOf(record);
  const { events } = toldJournal(record, documents);
  return { events, faults: documents.faults };
};
