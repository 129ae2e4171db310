import type { Decision, Need } from "@llmch/contract";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** Longer texts belong into a spec. */
const MOST_CHARACTERS = 10_000;

/**
 * What is recorded of what was said.
 * @param isOfPlan whether it is a plan that waits, whose questions say what is assumed
 */
export const saidOn = ({ id, kind }: Need, isOfPlan: boolean, said: Decision): Result<Decision, Refusal> => {
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
  if (kind === "examination" && decision === "reject" && text === null)
    return wrong("is struck for a reason alone", `say it: \`llmch decide ${id} reject "..."\``);
  if (kind === "limit" && decision === "reject")
    return wrong("is no question", "`llmch decide RUN approve` goes on now; a job is cancelled in its queue");
  return accepted({ decision, text });
};
