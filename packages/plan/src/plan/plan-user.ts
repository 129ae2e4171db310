import type { RunObserver } from "@llmch/config";
import type { Decided } from "@llmch/contract";
import type { PlanUser } from "@llmch/planner";
import type { Session } from "@llmch/records";

/** Follows a plan's run, and asks for the user's answers if the planner has questions. */
export type PlanFace = Pick<RunObserver, "event"> & PlanUser;

/**
 * Whoever answers a plan's questions: first what was said already, then the face. What is left goes to the planner if nobody may be asked.
 * @param said recorded answers, by question
 */
export const planUser = (
  said: ReadonlyMap<string, Decided>,
  mayAsk: boolean,
  face: PlanUser,
  { emit }: Pick<Session, "emit">,
): PlanUser => ({
  ask: async (questions, take) => {
    for (const each of questions) {
      const decided = said.get(each.id);
      if (decided !== undefined) {
        await emit({ type: "decided", ...decided });
        await take(each, decided.text);
      } else if (!mayAsk) await take(each, null);
    }
    const open = questions.filter(({ id }) => !said.has(id));
    if (mayAsk && open.length > 0) await face.ask(open, take);
  },
});
