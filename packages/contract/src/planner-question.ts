import { sha256Hex } from "@llmch/text";
import type { RunEvent } from "./event.ts";
import type { Need } from "./need.ts";

/** What a plan depends on and only its user can say. Its texts are the model's own: show them escaped. */
export interface PlannerQuestion {
  /** Short, unique in the plan, and fit for `llmch decide RUN ID answer TEXT`. */
  readonly id: string;
  readonly question: string;
  readonly why: string;
  /** What the plan assumes if nobody answers. */
  readonly assumed: string;
}

/** What came of a question. */
export interface PlannerAnswer {
  readonly id: string;
  readonly question: string;
  /** The user's words; null if nobody answers, so that the plan assumes. */
  readonly answer: string | null;
}

/** The questions of a plan, and the answers so far. */
export interface AskedQuestions {
  readonly questions: readonly PlannerQuestion[];
  readonly answers: readonly PlannerAnswer[];
}

/** What a plan's journal tells of its questions. */
export const askedInRun = (events: readonly RunEvent[]): AskedQuestions => ({
  questions: events.findLast((event) => event.type === "planner_asked")?.questions ?? [],
  answers: events.flatMap((event) => {
    if (event.type !== "question_answered") return [];
    const { id, question, answer } = event;
    return [{ id, question, answer }];
  }),
});

/** The questions that wait for the user. */
export const openQuestions = ({ questions, answers }: AskedQuestions): readonly PlannerQuestion[] =>
  questions.filter(({ id }) => answers.every((answer) => answer.id !== id));

/** The questions that nobody answers, so that the plan assumes. */
export const unansweredQuestions = ({ questions, answers }: AskedQuestions): readonly PlannerQuestion[] =>
  questions.filter(({ id }) => answers.some((answer) => answer.id === id && answer.answer === null));

/** The open questions as what a run waits for. */
export const questionNeeds = (asked: AskedQuestions): readonly Need[] =>
  openQuestions(asked).map(({ id, question: what }) => ({ id, kind: "question", what, sha256: sha256Hex(what) }));
