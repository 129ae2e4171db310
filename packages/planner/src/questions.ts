import type { AskedQuestions, PlannerAnswer, PlannerQuestion } from "@llmch/contract";
import {
  answeredDocument,
  firstCharacters,
  isJsonObject,
  type JsonObject,
  listMember,
  objectsMember,
  printable,
  readJson,
  textMember,
} from "@llmch/text";
import type { Ledger, PlanUser } from "./ports.ts";

/** The most questions of a plan, and the most characters of each of their texts. */
const MOST_QUESTIONS = 5;
const MOST_CHARACTERS = 500;
/** An id that a command line can name. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** What a planner asked its user. */
export interface Asked extends AskedQuestions {
  /** Whether the plan has to be asked for once more: then the call was no attempt. */
  readonly isApart: boolean;
}

export const NOTHING_ASKED: Asked = { questions: [], answers: [], isApart: false };

/**
 * Puts the questions in a planner's answer to the user, but for those that an earlier session settled, and records each answer as it
 * comes. Null if the planner asks nothing.
 */
export const askUser = async (
  { attempt, text }: { readonly attempt: number; readonly text: string },
  known: readonly PlannerAnswer[],
  { user, ledger }: { readonly user?: PlanUser; readonly ledger: Pick<Ledger, "emit"> },
): Promise<Asked | null> => {
  const { questions, hasOrders } = questionsIn(text);
  if (questions.length === 0) return null;
  await ledger.emit({ type: "planner_asked", attempt, questions });
  const answers = new Map(known.map((each) => [each.id, each]));
  const take = async ({ id, question, assumed }: PlannerQuestion, words: string | null): Promise<void> => {
    const answer = { id, question, answer: words === null ? null : words.trim() || assumed || null };
    await ledger.emit({ type: "question_answered", ...answer });
    answers.set(id, answer);
  };
  const open = questions.filter(({ id }) => !answers.has(id));
  if (open.length > 0) await user?.ask(open, take);
  const settled = questions.flatMap(({ id }) => answers.get(id) ?? []);
  // Orders beside questions that nobody answers rest on what the planner assumes, and stand.
  const isAssumed = settled.length === questions.length && settled.every(({ answer }) => answer === null);
  return { questions, answers: settled, isApart: !hasOrders || !isAssumed };
};

/** The first questions, without those that ask nothing. Ids that nobody could name are replaced. */
const questionsIn = (text: string) => {
  const read = readJson(answeredDocument(text));
  const document = read.ok && isJsonObject(read.value) ? read.value : {};
  const questions: PlannerQuestion[] = [];
  for (const given of objectsMember(document, "questions")) {
    const question = lineIn(given, "question");
    if (question === "" || questions.length === MOST_QUESTIONS) continue;
    let id = lineIn(given, "id");
    const isTaken = () => questions.some((each) => each.id === id);
    for (let number = questions.length + 1; !ID.test(id) || isTaken(); number++) id = `q${number}`;
    questions.push({ id, question, why: lineIn(given, "why"), assumed: lineIn(given, "assumed") });
  }
  const hasOrders = ["work_orders", "revised_orders", "milestones"].some(
    (name) => listMember(document, name).length > 0,
  );
  return { questions, hasOrders };
};

/** A text on one line, which no terminal obeys. */
const lineIn = (given: JsonObject, name: string): string =>
  firstCharacters(printable(textMember(given, name) ?? "").replace(/\s+/g, " "), MOST_CHARACTERS);
