import { askedInRun, openQuestions, standingConfig } from "@llmch/contract";
import { accepted, type JsonValue, objectMember, textMember } from "@llmch/text";
import { type Documents, documentsOf } from "./documents.ts";
import { exchangeStory, exchangesOf } from "./exchange-story.ts";
import { headOf } from "./head.ts";
import { firstOf, lastOf, piecesAt, toldJournal } from "./journal.ts";
import type { RecordedRun } from "./record.ts";
import type { CompileAttempt, PlanStory } from "./stories/plan.ts";
import { toolStory } from "./tool-story.ts";

/** The story of a compile. */
export const planStory = (record: RecordedRun): PlanStory => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const started = firstOf(journal.events, "plan_started");
  const written = lastOf(journal.events, "plan_written");
  const head = headOf(record, documents, journal);
  const run = documents.object("run.json");
  const attempts = compileAttempts(journal.events, documents);
  const place = head.verdict === "PASS" ? textMember(objectMember(run, "outputs"), "outdir") : null;
  return {
    ...head,
    kind: "planner",
    spec: started?.config.source?.url ?? started?.spec ?? textMember(objectMember(run, "inputs"), "spec_path"),
    model: started?.model ?? null,
    config: started && standingConfig(started.config, journal.events),
    attempts,
    asked: askedInRun(journal.events),
    written:
      written === null
        ? null
        : { work_orders: written.work_orders, directory: place ?? `${record.directory}/${written.directory}` },
    faults: documents.faults,
  };
};

const compileAttempts = (events: Parameters<typeof piecesAt>[0], documents: Documents): readonly CompileAttempt[] => {
  const exchanges = exchangesOf(documents);
  const pieces = piecesAt(events, "compile_attempt_started");
  // A resumed compile goes through its attempts again, with the answers that it already has.
  const last = new Map(pieces.map(({ first }, index) => [first.attempt, index]));
  return pieces
    .filter(({ first }, index) => last.get(first.attempt) === index)
    .map(({ first, events: piece }) => {
      const { attempt, max_attempts, ts } = first;
      const judged = lastOf(piece, "compile_attempt_judged");
      return {
        attempt,
        max_attempts,
        started_at: ts,
        exchange: exchangeStory(piece, exchanges, {
          prompt: documents.prompt(`compile/prompt_attempt_${attempt}.txt`),
          answer: documents.prompt(`compile/llm_raw_response_attempt_${attempt}.txt`),
          reasoning: documents.prompt(`compile/llm_reasoning_attempt_${attempt}.txt`),
        }),
        tools: toolStory(piece),
        questions: lastOf(piece, "planner_asked")?.questions.length ?? 0,
        judged: judged === null ? null : { errors: judged.errors, warnings: judged.warnings },
        manifest: documents.json<JsonValue>(`compile/manifest_raw_attempt_${attempt}.json`, accepted),
      };
    });
};

/** How many questions of a plan wait for the user. */
export const questionsOpen = (asked: PlanStory["asked"]): number => openQuestions(asked).length;
