import type { RunObserver } from "@llmch/config";
import type { PlanUser } from "@llmch/planner";

/** Follows a plan's run, and asks for the user's answers if the planner has questions. */
export type PlanFace = Pick<RunObserver, "event"> & PlanUser;

/**
 * Whoever answers a plan's questions: first what was said already, then the face. What is left goes to the planner if nobody may be asked.
 * @param said answers by question
 */
export const planUser = (said: ReadonlyMap<string, string>, mayAsk: boolean, face: PlanUser): PlanUser => ({
  ask: async (questions, take) => {
    for (const each of questions) {
      const words = said.get(each.id);
      if (words !== undefined) await take(each, words);
      else if (!mayAsk) await take(each, null);
    }
    const open = questions.filter(({ id }) => !said.has(id));
    if (mayAsk && open.length > 0) await face.ask(open, take);
  },
});
