import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { stateOf } from "@llmch/records";
import type { OrderTask } from "@llmch/run";

/** Gives the user's answer to the order that waits for one. Rejected if no order waits for an answer. */
export const withUserAnswer = (
  tasks: readonly OrderTask[],
  answer: string | undefined,
): Result<readonly OrderTask[], Refusal> => {
  if (answer === undefined) return accepted(tasks);
  const waiting = tasks.find(({ previous }) => previous !== null && stateOf(previous.journal.events) === "waiting");
  if (waiting === undefined) {
    return rejected(refusal("usage", "no order of the run waits for an answer", "leave --answer out"));
  }
  return accepted(tasks.map((task) => (task === waiting ? { ...task, answer } : task)));
};
