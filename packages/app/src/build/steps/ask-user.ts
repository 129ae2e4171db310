import { assessmentNeed, type BuildState, type BuildStep } from "@llmch/build/machine";
import type { Decided, Need } from "@llmch/contract";
import { openGate } from "@llmch/run";
import { canonicalJson, EXIT, sha256Hex } from "@llmch/text";
import { done } from "../../outcome.ts";
import type { Build, StepEnd } from "../build.ts";

type AskStep = Extract<BuildStep, { readonly kind: "ask" }>;

/** Asks the user what an assessment says that only a person can say; the next window is told the answer. */
export const askUser = async ({ assessment }: AskStep, state: BuildState, build: Build): Promise<StepEnd> => {
  const reasons = state.lastAssessment?.reasons.map(({ text }) => text) ?? [];
  const need: Need = {
    ...{ id: assessmentNeed(assessment), kind: "question", what: reasons.join(" ") },
    sha256: sha256Hex(canonicalJson([assessment, ...reasons])),
  };
  const said = await decide(need, reasons.join("\n"), build);
  return "end" in said ? said.end : done(null);
};

/** Has a person decide, now or later: the decision, or how the build ends because nobody is there. */
export const decide = async (
  need: Need,
  shown: string,
  { config, session, events, context }: Build,
): Promise<{ readonly decision: Decided } | { readonly end: StepEnd }> => {
  const { env, secrets, face } = context;
  const gate = openGate({
    ...{ config, whole: session, events, env, secrets },
    decides: (asked, text) => face.decides(asked, text),
  });
  const decision = await gate.decide({ need, shown: () => shown }, session);
  if (decision !== null) return { decision };
  const { id, what } = need;
  const errors = [{ code: "waiting", message: `${id} waits for you: ${what}` }];
  return { end: { verdict: "ERROR", exitCode: EXIT.waiting, result: null, errors, needs: [need] } };
};
