import type { RunEvent, Steps } from "@llmch/contract";
import { documentsOf } from "./documents.ts";
import { droppedKeys } from "./dropped-questions.ts";
import { allOf, toldJournal } from "./journal.ts";
import { type Question, questionsOf } from "./questions.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import type { StoryFault } from "./story.ts";

/** The questions of a run to its models, and what could not be read in its journals. */
export interface ToldQuestions {
  readonly questions: readonly Question[];
  readonly faults: readonly StoryFault[];
}

/**
 * Every question of a run; for a run-all, those of its orders' runs. Never throws.
 * @param open the store's other runs
 */
export function* questionsInSteps(record: RecordedRun, open: OpenRun): Steps<ToldQuestions> {
  const own = yield* ownQuestions(record);
  if (record.kind !== "run-all") return own;
  const all: ToldQuestions[] = [own];
  for (const [id, order] of own.runs) {
    yield;
    const part = open(id);
    if (part !== null) all.push(yield* questionsInSteps(part, open));
    else
      all.push({
        questions: [],
        faults: [{ file: id, line: null, message: `the run of ${order} is not in the store` }],
      });
  }
  return { questions: all.flatMap(({ questions }) => questions), faults: all.flatMap((each) => each.faults) };
}

function* ownQuestions(record: RecordedRun) {
  const { events, faults } = yield* eventsOf(record);
  const asked = questionsOf(events, record.is_running);
  // While the run continues, answers to speculative questions may still be used.
  const dropped = record.is_running ? new Set<string>() : droppedKeys(events);
  const questions = asked.map((each) => (dropped.has(each.key) ? { ...each, isDropped: true } : each));
  const runs = new Map(allOf(events, "order_run_started").map(({ run, order }) => [run, order]));
  return { questions, faults, runs };
}

function* eventsOf(record: RecordedRun): Steps<{ events: readonly RunEvent[]; faults: readonly StoryFault[] }> {
  const documents = documentsOf(record);
  const { events } = yield* toldJournal(record, documents);
  return { events, faults: documents.faults };
}
