import type { Context } from "@llmch/config";
import { askedInRun, type Need } from "@llmch/contract";
import { openNeeds, stateOf } from "@llmch/records";
import { ownRunMark, type StoredRun } from "@llmch/store";
import { type Said, writeDecision } from "@llmch/store/journals";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { answersFor, MOST_CHARACTERS } from "./user-answer.ts";

type Words = Pick<Said, "decision" | "text">;

/**
 * What is recorded of what was said.
 * @param isOfPlan whether it is a plan that waits, whose questions say what is assumed
 */
export const saidOn = ({ id, kind }: Need, isOfPlan: boolean, said: Words): Result<Words, Refusal> => {
  const { decision, text } = said;
  const wrong = (message: string, hint: string) => rejected(refusal("usage", `${id} ${message}`, hint));
  if (text !== null && text.length > MOST_CHARACTERS)
    return wrong("got too long a text", `at most ${MOST_CHARACTERS} characters`);
  // An empty answer takes what the planner assumes.
  if (kind === "question" && isOfPlan && decision === "approve") return accepted({ decision: "answer", text: "" });
  if (kind === "question" && (decision !== "answer" || text === null))
    return wrong("is a question, which wants an answer", `say it: \`llmch decide ${id} answer "..."\``);
  if (kind !== "question" && decision === "answer")
    return wrong("wants a yes or a no", `\`llmch decide ${id} approve\`, or \`reject "why"\``);
  return accepted({ decision, text });
};

/** Records what `resume --approve` and `resume --answer` say of what waits, as `decide` does. */
export const settleNeeds = (
  stored: StoredRun,
  { approve, answers: given }: { readonly approve: boolean; readonly answers: readonly string[] },
  { env, secrets, caller }: Pick<Context, "env" | "secrets"> & { readonly caller: Pick<Said, "through" | "client"> },
): Result<null, Refusal> => {
  if (!approve && given.length === 0) return accepted(null);
  const { kind, journal } = stored;
  const isOfPlan = kind === "planner";
  const needs = stateOf(journal.events) === "waiting" || isOfPlan ? openNeeds(stored, env) : [];
  const answers = answersFor(
    needs.map(({ id }) => id),
    given,
    isOfPlan ? askedInRun(journal.events).answers.map(({ id }) => id) : [],
  );
  if (!answers.ok) return answers;
  // One that came from elsewhere is approved as a whole.
  if (needs.length === 0 && ownRunMark(env, stored) !== null)
    return rejected(refusal("usage", "nothing of the run waits for you", "leave --approve out"));
  const settled: (readonly [Need, Words])[] = [];
  for (const need of needs) {
    const text = answers.value.get(need.id);
    if (text === undefined && !approve) continue;
    if (text !== undefined && need.kind !== "question" && need.kind !== "revision") {
      const decides = `\`llmch decide ${stored.runId} ${need.id} approve\`, or \`reject "why"\``;
      return rejected(refusal("usage", `${printable(need.id)} is no question, which --answer is for`, decides));
    }
    const decision = text === undefined ? "approve" : need.kind === "question" ? "answer" : "reject";
    const said = saidOn(need, isOfPlan, { decision, text: text ?? null });
    if (!said.ok) return said;
    settled.push([need, said.value]);
  }
  for (const [need, said] of settled) {
    const written = writeDecision(stored, need, { ...said, ...caller }, { env, secrets, now: new Date() });
    if (!written.ok) return written;
  }
  return accepted(null);
};
