import type { FaultKind } from "../kind.ts";
import { PLANS, PROPOSALS } from "./answers.ts";
import { judgePlanText, judgeProposalText } from "./judges.ts";

/** Every cut of every answer, up to the last significant byte. */
const CUTS = [
  ...PROPOSALS.map((text) => ({ text, isPlan: false })),
  ...PLANS.map((text) => ({ text, isPlan: true })),
].flatMap(({ text, isPlan }) => {
  const bytes = Buffer.from(text.trimEnd());
  return Array.from({ length: bytes.length }, (_, length) => ({ bytes, length, isPlan }));
});

/** Good answers that lost their end, as when a stream breaks (reliability, M2). */
export const cutAnswers: FaultKind = {
  name: "cut-answers",
  promise: "good answers cut at every byte: none accepted",
  trials: { full: CUTS.length, sample: CUTS.length },
  parallel: 1,
  isAlone: true,
  needs: [],
  prepare: async () => ({
    run: async ({ number }) => {
      const cut = CUTS[number];
      if (cut === undefined) return `there is no cut ${number}`;
      const text = cut.bytes.subarray(0, cut.length).toString();
      const accepted = cut.isPlan ? judgePlanText(text) : (await judgeProposalText(text)).accepted;
      return accepted ? `accepted although cut: …${JSON.stringify(text.slice(-40))}` : null;
    },
    close: async () => {
      const whole = await Promise.all(PROPOSALS.map(judgeProposalText));
      const good = whole.every(({ accepted }) => accepted) && PLANS.every(judgePlanText);
      return good ? null : "an answer is not accepted even whole: its cuts prove nothing";
    },
  }),
};
