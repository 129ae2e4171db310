import { mutate } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import { PLANS, PROPOSALS } from "./answers.ts";
import { judgePlanText, judgeProposalText, pollution } from "./judges.ts";

/** Good answers, damaged at random, pass through every reader (reliability, M1). An exception is a failure. */
export const mutatedAnswers: FaultKind = {
  name: "mutated-answers",
  promise: "damaged model answers: no exception, and nothing outside the order accepted",
  trials: { full: 100_000, sample: 5_000 },
  parallel: 1,
  isAlone: true,
  needs: [],
  prepare: async () => ({
    run: async ({ random }) => {
      const isPlan = random.below(3) === 0;
      const text = mutate(random.pick(isPlan ? PLANS : PROPOSALS), random.below(2 ** 31));
      if (!isPlan) return (await judgeProposalText(text)).fault ?? pollution();
      judgePlanText(text);
      return pollution();
    },
    close: async () => null,
  }),
};
